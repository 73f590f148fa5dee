/*
 * test_borders.c - the index of any model: every cost and route against the oracle
 *
 *     test_borders [CELLS|WIDTHxHEIGHT[/PART/PARTS] [WORLDS [SEED]]]
 *
 * All maps of two weights and blocked cells with up to CELLS (8) cells, under all rules in
 * turn, and under each of them with up to 6 cells, or of the size given, or every so manieth of these.  Each lies
 * where four blocks meet, so that paths lead from block to block.  Then so many random worlds of up to 24 x 24 cells,
 * their models from the whole grammar.
 */
#define MAX_SIDE 24

#include "index_checks.h"

/* Where four blocks meet, and a line on which hubs come first. */
#define CORNER_X 16
#define CORNER_Y 8

/* ---- all small maps ------------------------------------------------------------- */

static const char *const models[] = {
	"octile(T=2)",
	"octile(T=2, corners=one)",
	"octile(T=2, corners=any)",
	"tile(T=2)",
	"octile(T=2, diagonal=0.5, corners=any)",
	"octile(T=2, straight=2, diagonal=5, corners=any)",
	"octile(T=2, diagonal=1, corners=one)",
	"octile(T=2, weigh=average)",
	"octile(T=2, corners=one, weigh=average)",
	"octile(T=2, corners=any, weigh=average)",
	"tile(T=2, weigh=average)",
	"octile(T=2, diagonal=0.5, weigh=average)",
	"octile(T=2, straight=2, diagonal=5, corners=any, weigh=average)",
	"octile(T=2, diagonal=1, corners=one, weigh=average)",
};

#define MODELS (sizeof models / sizeof *models)

/* The rules of a model's text, in the words of the oracle. */
static oracle_model
rules_of(size_t model)
{
	size_t kind = model % (MODELS / 2);
	oracle_model rules = {.eight = kind != 3,
						  .root2 = kind < 3,
						  .weigh = model >= MODELS / 2 ? ORACLE_AVERAGE : ORACLE_ENTER,
						  .corners = kind == 1 || kind == 6	  ? 1
									 : kind == 2 || kind >= 4 ? 0
															  : 2,
						  .straight = {kind == 5 ? 2 : 1, 1},
						  .diagonal = {kind == 5 ? 5 : 1, kind == 4 ? 2 : 1}};

	if (model == 11)
		rules.corners = 2;
	for (int code = 0; code < 256; code++)
		rules.weight[code] = (oracle_fraction){code == '.' ? 1 : code == 'T' ? 2 : -1, 1};
	return rules;
}

/* Cell i of the small map, as a cell of the map that it lies in. */
static uint32_t
place_of(const world *w, int width, int height, int i)
{
	int x = CORNER_X - (width + 1) / 2 + i % width;
	int y = CORNER_Y - (height + 1) / 2 + i / width;

	return (uint32_t) (y * w->width + x);
}

static void
check_all_pairs(const world *w, const made *m, int width, int height)
{
	static oracle_cost costs[MAX_CELLS];

	for (int a = 0; a < width * height; a++)
	{
		uint32_t start = place_of(w, width, height, a);

		oracle_dijkstra(&w->oracle, world_point(w, start), costs);
		for (int b = 0; b < width * height; b++)
		{
			uint32_t goal = place_of(w, width, height, b);
			uint64_t wanted =
				costs[goal].a < 0 ? FR_UNREACHED : world_units(w, costs[goal]);

			check_cost(w, m, start, goal, wanted);
			check_route(w, m, start, goal, wanted);
		}
	}
}

/* The map whose cells are the digits of a number to the base of 3. */
static void
check_small_map(size_t model, uint32_t number, int width, int height)
{
	world w = {.seed = number,
			   .width = CORNER_X + width / 2,
			   .height = CORNER_Y + height / 2,
			   .rules = rules_of(model)};
	made m;

	w.codes = new_block((size_t) (w.width * w.height));
	memset(w.codes, '@', (size_t) (w.width * w.height));
	for (int i = 0; i < width * height; i++, number /= 3)
		w.codes[place_of(&w, width, height, i)] = (uint8_t) "@.T"[number % 3];
	strcpy(w.text, models[model]);
	world_build(&w);
	if (make_index(&w, &m))
	{
		check_all_pairs(&w, &m, width, height);
		free_made(&m);
	}
	world_free(&w);
}

/* Of all maps of a size every so manieth, from one on. */
typedef struct share
{
	uint32_t part;
	uint32_t parts;
} share;

/* under_all: each under all models, not in turn. */
static void
check_small_maps(int width, int height, bool under_all, share of)
{
	uint32_t count = 1;

	for (int i = 0; i < width * height; i++)
		count *= 3;
	for (uint32_t number = of.part; number < count; number += of.parts)
		for (size_t model = under_all ? 0 : number % MODELS; model < MODELS;
			 model += under_all ? 1 : MODELS)
			check_small_map(model, number, width, height);
}

/* ---- random worlds ----------------------------------------------------------------- */

static long refused;

/*
 * Is there an index?  Not where costs differ by too little, a weight is 0, or cells are oblong.
 */
static bool
has_index(const world *w)
{
	fr_status status = build_status(w);

	refused += status == FR_INDEX_LIMIT;
	return status == FR_OK || !(status == FR_INDEX_LIMIT || w->costs.free ||
								w->costs.shape == FR_OTHER_SHAPES);
}

static void
check_any_world(uint64_t seed)
{
	chance c = {seed};
	world w;
	made m;

	world_make(&w, seed, MAX_SIDE);
	if (w.grid != NULL && has_index(&w) && make_index(&w, &m))
	{
		check_index(&w, &m, &c);
		free_made(&m);
	}
	world_free(&w);
}

int
main(int argc, char **argv)
{
	int width;
	int height;
	share all = {0, 1};
	share of = all;
	bool one_size = argc > 1 && sscanf(argv[1], "%dx%d/%u/%u", &width, &height, &of.part,
									   &of.parts) >= 2;
	int cells = argc > 1 ? atoi(argv[1]) : 8;
	long worlds = argc > 2 ? atol(argv[2]) : 400;
	uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;

	form = FR_INDEX_BORDERS;
	world_layered = world_blocked = world_sided = 30;
	if (one_size)
		check_small_maps(width, height, true, of);
	for (height = 1; !one_size && height <= cells; height++)
		for (width = 1; width * height <= cells; width++)
			check_small_maps(width, height, width * height <= 6, all);
	for (long i = 0; i < worlds; i++)
		check_any_world(seed + (uint64_t) i);
	ok(refused * 5 <= worlds, "few random models are refused: %ld of %ld", refused,
	   worlds);
	report_checks(worlds > 0 ? CHECKS : STEPS + 1, worlds / 5);
	return tap_done();
}
