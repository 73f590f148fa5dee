/*
 * test_model.c - the text of a movement model, in and out
 *
 *     test_model [CASES [SEED]]
 */
#include "texts.h"

static fr_status
put_model(const char *text, size_t length, char *canonical, fr_error *error)
{
	fr_model model;
	fr_status status = fr_model_parse(text, length, &model, error);

	if (status == FR_OK)
		canonical[fr_model_write(&model, canonical)] = 0;
	return status;
}

/* ---- accepted --------------------------------------------------------------- */

static const char *const same[][2] = {
	{"octile", "octile"},
	{"tile", "tile"},
	{"octile()", "octile"},
	{" tile ( ) ", "tile"},
	{"\toctile\r\n(\nstraight\t=\r2\n)", "octile(straight=2)"},
	{"octile(straight=1.0, corners=both)", "octile"},
	{"octile(diagonal=sqrt2)", "octile"},
	{"octile(straight=1,diagonal=sqrt2,corners=both,obstacle=blocked,weigh=enter)",
	 "octile"},
	{"octile(.=1,G=1,S=1,W=blocked,@=blocked)", "octile(@=blocked, W=blocked)"},
	{"tile(straight=100)", "tile(straight=100)"},
	{"octile(straight=100,diagonal=150)", "octile(straight=100, diagonal=150)"},
	{"octile(diagonal=150,straight=100)", "octile(straight=100, diagonal=150)"},
	{"octile(obstacle=3,diagonal=150,straight=100)",
	 "octile(straight=100, diagonal=150, obstacle=3)"},
	{"octile(corners=any)", "octile(corners=any)"},
	{"octile(corners=one)", "octile(corners=one)"},
	{"octile(obstacle=3,corners=any)", "octile(corners=any, obstacle=3)"},
	{"tile(weigh=average)", "tile"},
	{"tile(weigh=average, G=2)", "tile(weigh=average, G=2)"},
	{"octile(weigh=leave, S=0)", "octile(weigh=leave, S=0)"},
	{"octile(S=0, weigh=max)", "octile(weigh=max, S=0)"},
	{"tile(weigh=max, T=blocked)", "tile(T=blocked)"},
	{"octile(.=0.00,T=00,W=.0)", "octile(.=0, T=0, W=0)"},
	{"octile(T=0/E)", "octile(T=0/E)"},
	{"octile(T=E/0.0)", "octile(T=0/E)"},
	{"tile(size=1)", "tile"},
	{"octile(dy=1,dx=01.0)", "octile"},
	{"octile(wrap=none)", "octile"},
	{"tile(.=2,wrap=xy,link=3)", "tile(wrap=xy, link=3, .=2)"},
	{"octile(diagonal=sqrt2,dy=4,dx=3)", "octile(dx=3, dy=4)"},
	{"octile(dx=3, dy=4, diagonal=5)", "octile(dx=3, dy=4)"},
	{"octile(dx=0.3, dy=0.4, diagonal=0.50)", "octile(dx=0.3, dy=0.4)"},
	{"octile(straight=2, dx=3, dy=4, diagonal=10)", "octile(straight=2, dx=3, dy=4)"},
	{"octile(dx=3, dy=4, diagonal=5.5)", "octile(dx=3, dy=4, diagonal=5.5)"},
	{"octile(dx=1, dy=7)", "octile(dy=7)"},
	{"octile(dx=2, dy=2)", "octile(dx=2, dy=2)"},
	{"octile(dx=2, dy=1, diagonal=2.236067977)", "octile(dx=2, diagonal=2.236067977)"},
	{"tile(dx=2, dy=0.5)", "tile(dx=2, dy=0.5)"},
	{"octile(straight=0.000000001, dx=3, dy=4)",
	 "octile(straight=0.000000001, dx=3, dy=4)"},
	{"tile(size=1x1)", "tile"},
	{"tile(size=02x2)", "tile(size=2)"},
	{"octile(size=2x03)", "octile(size=2x3)"},
	{"anyangle(size=64x1)", "anyangle(size=64x1)"},
	{"octile(size=1x64)", "octile(size=1x64)"},
	{"octile(G=2,size=64,weigh=average)", "octile(weigh=average, size=64, G=2)"},
	{"octile(rise=1.50, drop=.5)", "octile(rise=1.5, drop=0.5)"},
	{"octile(rise=0, drop=0.0)", "octile"},
	{"tile(climb=0)", "tile(climb=0)"},
	{"tile(climb=00.0, fall=1.0)", "tile(climb=0, fall=1)"},
	{"octile(height=h)", "octile(height=h)"},
	{"octile(height=height)", "octile"},
	{"octile(height=height, rise=2)", "octile(rise=2)"},
	{"octile(height=z_1, fall=2, S=3)", "octile(fall=2, height=z_1, S=3)"},
	{"hex(layer.b=2,layer._=1,layer.B=3,layer.a=0)",
	 "hex(layer.B=3, layer._=1, layer.b=2)"},
	{"octile(layer.ab=1, layer.a=2, layer.height=0.25, climb=3)",
	 "octile(climb=3, layer.a=2, layer.ab=1, layer.height=0.25)"},
	{"octile(layer.a=0)", "octile"},
	{"octile(layer.abcdefghijklmnopqrstuvwxyz_1234=1)",
	 "octile(layer.abcdefghijklmnopqrstuvwxyz_1234=1)"},
	{"tile(straight=0.50)", "tile(straight=0.5)"},
	{"tile(straight=.5)", "tile(straight=0.5)"},
	{"tile(straight=5.)", "tile(straight=5)"},
	{"tile(straight=007)", "tile(straight=7)"},
	{"tile(straight=000000000000000000001.000000000000000000)", "tile"},
	{"tile(straight=999999999.999999999)", "tile(straight=999999999.999999999)"},
	{"tile(straight=0.000000001)", "tile(straight=0.000000001)"},
	{"tile(straight=100.001)", "tile(straight=100.001)"},
	{"tile(obstacle=3,@=3)", "tile(obstacle=3, @=3)"},
	{"tile(obstacle=1,@=1)", "tile(obstacle=1)"},
	{"octile(k=blocked)", "octile(k=blocked)"},
	{"octile(k=blocked/E)", "octile(k=blocked)"},
	{"tile(obstacle=3,@=blocked)", "tile(obstacle=3, @=blocked)"},
	{"tile(@=blocked,obstacle=3)", "tile(obstacle=3, @=blocked)"},
	{"tile(obstacle=3,.=3)", "tile(obstacle=3, .=3)"},
	{"tile(.=blocked)", "tile(.=blocked)"},
	{"tile(~=2,!=3,T=2)", "tile(!=3, T=2, ~=2)"},
	{"tile('x'=2)", "tile(x=2)"},
	{"tile('('=2,')'=3,','=4,'='=5,''''=6)", "tile(''''=6, '('=2, ')'=3, ','=4, '='=5)"},
	{"tile(\"=2)", "tile(\"=2)"},
	{"tile('.'=2)", "tile(.=2)"},
	{"tile(s=2)", "tile(s=2)"},
	{"tile(1=2,2=1)", "tile(1=2, 2=1)"},
};

static void
test_accepted(void)
{
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		ok(is_rewritten(put_model, same[i][0], same[i][1]), "%s", same[i][1]);
}

/* ---- refused ---------------------------------------------------------------- */

static const bad bads[] = {
	{"", FR_SYNTAX, "a name", ""},
	{"  ", FR_SYNTAX, "a name", ""},
	{"(straight=1)", FR_SYNTAX, "a name", "(straight=1)"},
	{"hexagon", FR_UNKNOWN_NAME, "model", "hexagon"},
	{"Octile", FR_UNKNOWN_NAME, "model", "Octile"},
	{"octiles", FR_UNKNOWN_NAME, "model", "octiles"},
	{"octil", FR_UNKNOWN_NAME, "model", "octil"},
	{"fringe", FR_UNKNOWN_NAME, "model", "fringe"},
	{"octile octile", FR_SYNTAX, "the end", "octile"},
	{"octile)", FR_SYNTAX, "the end", ")"},
	{"octile() x", FR_SYNTAX, "the end", "x"},
	{"octile()()", FR_SYNTAX, "the end", "()"},
	{"octile(", FR_SYNTAX, "a key", ""},
	{"octile(straight", FR_SYNTAX, "\"=\"", ""},
	{"octile(straight)", FR_SYNTAX, "\"=\"", ")"},
	{"octile(straight=", FR_SYNTAX, "a value", ""},
	{"octile(straight=)", FR_SYNTAX, "a value", ")"},
	{"octile(straight=1", FR_SYNTAX, "\",\" or \")\"", ""},
	{"octile(straight=1 2)", FR_SYNTAX, "\",\" or \")\"", "2)"},
	{"octile(straight=1;corners=one)", FR_BAD_COST, NULL, "1;corners"},
	{"octile(straight=1,)", FR_SYNTAX, "a key", ")"},
	{"octile(,straight=1)", FR_SYNTAX, "a key", ",straight=1)"},
	{"octile(straight=1,,corners=one)", FR_SYNTAX, "a key", ",corners=one)"},
	{"octile(=1)", FR_SYNTAX, "a key", "=1)"},
	{"octile(straight==1)", FR_SYNTAX, "a value", "=1)"},
	{"octile(speed=1)", FR_UNKNOWN_KEY, "octile", "speed"},
	{"octile(Straight=1)", FR_UNKNOWN_KEY, "octile", "Straight"},
	{"tile(diagonal=2)", FR_UNKNOWN_KEY, "tile", "diagonal"},
	{"tile(corners=both)", FR_UNKNOWN_KEY, "tile", "corners"},
	{"tile(..=2)", FR_UNKNOWN_KEY, "tile", ".."},
	{"tile(' '=2)", FR_UNKNOWN_KEY, "tile", "' '"},
	{"tile(\x7f=2)", FR_UNKNOWN_KEY, "tile", "\x7f"},
	{"tile(\xe9=2)", FR_UNKNOWN_KEY, "tile", "\xe9"},
	{"tile('ab'=2)", FR_SYNTAX, "one character in quotes", "'ab'=2)"},
	{"tile(''=2)", FR_SYNTAX, "one character in quotes", "''=2)"},
	{"tile('''=2)", FR_SYNTAX, "one character in quotes", "'''=2)"},
	{"tile('", FR_SYNTAX, "one character in quotes", "'"},
	{"tile('x", FR_SYNTAX, "one character in quotes", "'x"},
	{"tile('''", FR_SYNTAX, "one character in quotes", "'''"},
	{"octile(straight=1,straight=1)", FR_DUPLICATE_KEY, NULL, "straight"},
	{"octile(corners=one,straight=2,corners=any)", FR_DUPLICATE_KEY, NULL, "corners"},
	{"octile(.=1,.=2)", FR_DUPLICATE_KEY, NULL, "."},
	{"octile(.=1,'.'=2)", FR_DUPLICATE_KEY, NULL, "'.'"},
	{"octile(straight=0)", FR_BAD_COST, NULL, "0"},
	{"octile(straight=0.000)", FR_BAD_COST, NULL, "0.000"},
	{"octile(straight=-1)", FR_BAD_COST, NULL, "-1"},
	{"octile(straight=+1)", FR_BAD_COST, NULL, "+1"},
	{"octile(straight=nan)", FR_BAD_COST, NULL, "nan"},
	{"octile(straight=NaN)", FR_BAD_COST, NULL, "NaN"},
	{"octile(straight=inf)", FR_BAD_COST, NULL, "inf"},
	{"octile(straight=Infinity)", FR_BAD_COST, NULL, "Infinity"},
	{"octile(straight=1e3)", FR_BAD_COST, NULL, "1e3"},
	{"octile(straight=0x1)", FR_BAD_COST, NULL, "0x1"},
	{"octile(straight=.)", FR_BAD_COST, NULL, "."},
	{"octile(straight=1.2.3)", FR_BAD_COST, NULL, "1.2.3"},
	{"octile(straight=sqrt2)", FR_BAD_COST, NULL, "sqrt2"},
	{"octile(straight=blocked)", FR_BAD_COST, NULL, "blocked"},
	{"octile(diagonal=blocked)", FR_BAD_COST, NULL, "blocked"},
	{"octile(diagonal=0)", FR_BAD_COST, NULL, "0"},
	{"octile(obstacle=0)", FR_BAD_COST, NULL, "0"},
	{"octile(obstacle=no)", FR_BAD_COST, NULL, "no"},
	{"octile(.=-0)", FR_BAD_COST, "terrain", "-0"},
	{"octile(.=-2)", FR_BAD_COST, NULL, "-2"},
	{"octile(straight='1')", FR_SYNTAX, "a value", "'1')"},
	{"octile(straight=1234567890)", FR_COST_DIGITS, NULL, "1234567890"},
	{"octile(straight=0.0000000001)", FR_COST_DIGITS, NULL, "0.0000000001"},
	{"octile(straight=1.0000000001)", FR_COST_DIGITS, NULL, "1.0000000001"},
	{"octile(straight=18446744073709551617)", FR_COST_DIGITS, NULL,
	 "18446744073709551617"},
	{"octile(corners=two)", FR_BAD_VALUE, "corners", "two"},
	{"octile(corners=2)", FR_BAD_VALUE, "corners", "2"},
	{"octile(weigh=left)", FR_BAD_VALUE, "weigh", "left"},
	{"octile(weigh=1)", FR_BAD_VALUE, "weigh", "1"},
	{"octile(size=0)", FR_BAD_NUMBER, "size", "0"},
	{"octile(size=65)", FR_BAD_NUMBER, "size", "65"},
	{"octile(dx=0)", FR_BAD_COST, NULL, "0"},
	{"octile(dx=2)", FR_DIAGONAL_LACKS, "diagonal", ""},
	{"octile(dx=2, dy=1, diagonal=sqrt2)", FR_DIAGONAL_LACKS, "diagonal", ""},
	{"octile(straight=0.000000001, dx=0.5, dy=0.5)", FR_COST_DIGITS, "dx", ""},
	{"tile(straight=999999999, dy=2)", FR_COST_DIGITS, "dy", ""},
	{"hex(dx=2)", FR_UNKNOWN_KEY, "hex", "dx"},
	{"anyangle(wrap=y)", FR_UNKNOWN_KEY, "anyangle", "wrap"},
	{"octile(wrap=yx)", FR_BAD_VALUE, "wrap", "yx"},
	{"anyangle(dy=2)", FR_UNKNOWN_KEY, "anyangle", "dy"},
	{"octile(size=2x0)", FR_BAD_NUMBER, "size", "2x0"},
	{"octile(size=65x2)", FR_BAD_NUMBER, "size", "65x2"},
	{"octile(size=2x65)", FR_BAD_NUMBER, "size", "2x65"},
	{"octile(size=2x)", FR_BAD_NUMBER, "size", "2x"},
	{"octile(size=x3)", FR_BAD_NUMBER, "size", "x3"},
	{"octile(size=2x3x4)", FR_BAD_NUMBER, "size", "2x3x4"},
	{"octile(size=2X3)", FR_BAD_NUMBER, "size", "2X3"},
	{"octile(size=131074)", FR_BAD_NUMBER, "size", "131074"},
	{"hex(size=2x3)", FR_BAD_VALUE, "size", "2x3"},
	{"hex(size=3)", FR_BAD_VALUE, "size", "3"},
	{"octile(size=2.5)", FR_BAD_NUMBER, "size", "2.5"},
	{"tile(size=-1)", FR_BAD_NUMBER, "size", "-1"},
	{"tile(size=18446744073709551617)", FR_BAD_NUMBER, "size", "18446744073709551617"},
	{"tile(size=2,size=2)", FR_DUPLICATE_KEY, NULL, "size"},
	{"tile(rise=-1)", FR_BAD_NUMBER, "rise", "-1"},
	{"tile(climb=sqrt2)", FR_BAD_NUMBER, "climb", "sqrt2"},
	{"tile(rise=1,rise=1)", FR_DUPLICATE_KEY, NULL, "rise"},
	{"tile(height=a,height=a)", FR_DUPLICATE_KEY, NULL, "height"},
	{"tile(height=2)", FR_MODEL_LAYER, NULL, "2"},
	{"tile(layer.=2)", FR_MODEL_LAYER, NULL, ""},
	{"tile(layer.a-b=2)", FR_MODEL_LAYER, NULL, "a-b"},
	{"tile(layer.9=2)", FR_MODEL_LAYER, NULL, "9"},
	{"tile(layer.abcdefghijklmnopqrstuvwxyz_12345=2)", FR_MODEL_LAYER, NULL,
	 "abcdefghijklmnopqrstuvwxyz_12345"},
	{"tile(layer.a=blocked)", FR_BAD_NUMBER, "layer.NAME", "blocked"},
	{"tile(layer.a=1, layer.a=2)", FR_DUPLICATE_KEY, NULL, "layer.a"},
	{"tile(layer.a=0, layer.a=0)", FR_DUPLICATE_KEY, NULL, "layer.a"},
	{"tile(layer.a=1,layer.b=1,layer.c=1,layer.d=1,layer.e=1,layer.f=1,layer.g=1,layer.h=1,layer.i=1)",
	 FR_MODEL_LAYERS, NULL, "layer.i"},
	{"tile(layer=2)", FR_UNKNOWN_KEY, "tile", "layer"},
	{"anyangle(rise=2)", FR_UNKNOWN_KEY, "anyangle", "rise"},
	{"anyangle(height=h)", FR_UNKNOWN_KEY, "anyangle", "height"},
	{"anyangle(layer.a=2)", FR_UNKNOWN_KEY, "anyangle", "layer.a"},
};

static void
test_refused(void)
{
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
		check_bad(put_model, &bads[i]);
}

static void
test_nul(void)
{
	char canonical[FR_MODEL_TEXT_MAX + 1];
	fr_error error;

	ok(rewrite(put_model, "octile\0", 7, canonical, &error) == FR_UNKNOWN_NAME,
	   "a NUL behind the name");
	ok(rewrite(put_model, "octile(\0=1)", 11, canonical, &error) == FR_UNKNOWN_KEY,
	   "a NUL as a key");
	ok(rewrite(put_model, "octile('\0'=1)", 13, canonical, &error) == FR_UNKNOWN_KEY,
	   "a NUL in quotes");
	ok(rewrite(put_model, "octile(straight=1\0)", 19, canonical, &error) == FR_BAD_COST,
	   "a NUL in a number");
}

/* ---- the longest text ------------------------------------------------------- */

static void
test_longest(void)
{
	char text[2 * FR_MODEL_TEXT_MAX];
	char canonical[2 * FR_MODEL_TEXT_MAX];
	char again[2 * FR_MODEL_TEXT_MAX];
	bool written;
	char *to = text;
	fr_error error;

	to += sprintf(to, "octile(straight=123456789.123456789,diagonal=123456789.123456789,"
					  "corners=one,obstacle=123456789.987654321,weigh=average,size=64");
	to += sprintf(to, ",link=123456789.987654321,rise=123456789.987654321,"
					  "drop=123456789.987654321,climb=123456789.987654321,"
					  "fall=123456789.987654321,height=abcdefghijklmnopqrstuvwxyz_1234");
	for (int i = 0; i < FR_MAX_LAYERS; i++)
		to += sprintf(to,
					  ",layer.abcdefghijklmnopqrstuvwxyz_123%d=123456789.987654321"
					  ",road.abcdefghijklmnopqrstuvwxyz_123%d=123456789.987654321"
					  ",stop.abcdefghijklmnopqrstuvwxyz_123%d=never",
					  i, i, i);
	for (int i = 0; i < FR_MAX_SIDE_LAYERS; i++)
		to +=
			sprintf(to, ",side.abcdefghijklmnopqrstuvwxyz_123%d=123456789.987654321", i);
	to += sprintf(to, ",points=123456789.987654321,cell=123456789.987654321,"
					  "friction=abcdefghijklmnopqrstuvwxyz_1234,slope=");
	for (int i = 0; i < FR_SLOPE_POINTS; i++)
		to += sprintf(to, "%s-123456%03d.987654321:123456789.987654321", i ? "|" : "",
					  FR_SLOPE_POINTS - i);
	for (int code = FR_FIRST_CODE; code <= FR_LAST_CODE; code++)
	{
		to += sprintf(to, code == '\'' ? ",''%c'" : ",'%c'", code);
		to += sprintf(to, "=123456789.123456789/enter:N+NE+E+SE+S+SW+W/"
						  "leave:NE+E+SE+S+SW+W+NW");
	}
	to += sprintf(to, ")");
	written = rewrite(put_model, text, (size_t) (to - text), canonical, &error) == FR_OK;
	ok(written && strlen(canonical) > 13000 && strlen(canonical) <= FR_MODEL_TEXT_MAX,
	   "a model with all keys has %zu bytes, at most %d", written ? strlen(canonical) : 0,
	   FR_MODEL_TEXT_MAX);
	ok(rewrite(put_model, canonical, strlen(canonical), again, &error) == FR_OK &&
		   strcmp(canonical, again) == 0,
	   "and reads back");
}

/* ---- mutations -------------------------------------------------------------- */

#define MUTANT_MAX 256

static size_t
mutate(chance *c, char *text, size_t length)
{
	static const char pieces[] =
		"(),=' .0123456789eE+-\t\nabcdefghijklmnopqrstuvwxyz@GSTW\xff";
	size_t at = chance_below(c, (uint32_t) length + 1);
	char piece = pieces[chance_below(c, sizeof pieces)];

	switch (chance_below(c, 3))
	{
		case 0:
			if (at < length)
				text[at] = piece;
			return length;
		case 1:
			if (length == MUTANT_MAX)
				return length;
			memmove(text + at + 1, text + at, length - at);
			text[at] = piece;
			return length + 1;
		default:
			if (at == length)
				return length;
			memmove(text + at, text + at + 1, length - at - 1);
			return length - 1;
	}
}

/*
 * A text is either refused with a position in it, or its model is written so that reading it
 * again gives the same model.
 */
static bool
survives(const char *text, size_t length, long *accepted)
{
	char canonical[FR_MODEL_TEXT_MAX + 1];
	char again[FR_MODEL_TEXT_MAX + 1];
	fr_error error;

	if (rewrite(put_model, text, length, canonical, &error) != FR_OK)
		return error.length == 0 ||
			   (error.at >= text && error.at + error.length <= text + length);
	++*accepted;
	return rewrite(put_model, canonical, strlen(canonical), again, &error) == FR_OK &&
		   strcmp(canonical, again) == 0;
}

static void
test_mutations(long cases, uint64_t seed)
{
	char text[MUTANT_MAX];
	chance c = {seed};
	long right = 0;
	long accepted = 0;

	for (long i = 0; i < cases; i++)
	{
		const char *origin = same[chance_below(&c, sizeof same / sizeof *same)][0];
		size_t length = strlen(origin);

		memcpy(text, origin, length);
		for (uint32_t n = chance_below(&c, 6); n > 0; n--)
			length = mutate(&c, text, length);
		right += survives(text, length, &accepted);
	}
	ok(right == cases && cases > 0, "mutated texts: %ld of %ld behave, %ld are models",
	   right, cases, accepted);
}

/* A value of so many digits, zeros but for the last. */
static bool
reads_long_value(size_t digits)
{
	char text[7000] = "tile(straight=";
	size_t before = strlen(text);
	fr_model model;
	fr_error error;

	memset(text + before, '0', digits);
	memcpy(text + before + digits - 1, "1)", 2);
	return fr_model_parse(text, before + digits + 1, &model, &error) == FR_OK;
}

int
main(int argc, char **argv)
{
	test_accepted();
	test_refused();
	test_nul();
	test_longest();
	ok(reads_long_value(6000), "a value of 6000 characters");
	ok(!reads_long_value(6001), "a value of 6001 characters is refused");
	test_mutations(argc > 1 ? atol(argv[1]) : 200000,
				   argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	return tap_done();
}
