/*
 * test_options.c - options in company: all sets of up to three options of a method, and of
 * up to three keys of a model, that the parsers accept
 *
 *     test_options [MOST]   sets of up to MOST, 3 by default, and then of three keys of a model one in 24;
 *                           make check-options takes 4
 *
 * The parsers name searches, keys, words and limits, so a new option takes part. Each
 * workspace has just the bytes that its size promises, and bytes behind it are watched.
 */
#include "turning.h"
#include "tap.h"

#include "core/query/grid_query.h"

#define MOST_CHOICES 128
#define IDASTAR_EXPANSIONS 2000 /* without memory it may take forever */

/* Bytes behind a workspace. AddressSanitizer watches them itself. */
#ifdef __SANITIZE_ADDRESS__
#define CANARY 0
#else
#define CANARY 64
#endif

#define MOST 4

static int most = 3;
static long sample =
	24; /* one of so many sets of three keys of models, unless a size is asked for */
static bool sound = true; /* of the world at hand */
static long faults;

__attribute__((format(printf, 2, 3))) static void
must(bool holds, const char *format, ...)
{
	va_list args;

	if (holds)
		return;
	sound = false;
	if (faults++ >= 20)
		return;
	printf("# ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
}

/* ---- choices: a key with one of its values ------------------------------------------ */

typedef struct choice
{
	const char *key;
	char value[200];
} choice;

typedef struct choices
{
	choice at[MOST_CHOICES];
	int count;
} choices;

typedef fr_status parse(const char *text, fr_error *error);

static void
add_choice(choices *list, const char *key, const char *value)
{
	choice *c = &list->at[list->count++];

	if (list->count == MOST_CHOICES)
		exit(2);
	c->key = key;
	snprintf(c->value, sizeof c->value, "%s", value);
}

/* The values of a key: its words, or the least and the largest number. */
static void
add_values(choices *list, parse *parse, const char *name, const char *key)
{
	char text[200];
	fr_error e;

	snprintf(text, sizeof text, "%s(%s=!)", name, key);
	parse(text, &e);
	if (e.status == FR_BAD_NUMBER && e.wanted > 0)
	{
		snprintf(text, sizeof text, "%lld", (long long) e.found);
		add_choice(list, key, text);
		if (e.found == 1) /* with 1 mostly nothing is done */
			add_choice(list, key, "2");
		snprintf(text, sizeof text, "%lld", (long long) e.wanted);
		add_choice(list, key, text);
		if (e.choices[0]) /* two numbers */
			add_choice(list, key, e.choices[0]);
		return;
	}
	if (e.status == FR_BAD_NUMBER || e.status == FR_BAD_COST)
	{
		add_choice(list, key, "0.000000001");
		add_choice(list, key, "2.5");
		add_choice(list, key, "999999999");
	}
	for (int i = 0; e.status != FR_BAD_NUMBER && e.choices[i]; i++)
		add_choice(list, key, e.choices[i]);
}

static void
find_choices(choices *list, parse *parse, const char *name)
{
	char text[200];
	fr_error keys;

	list->count = 0;
	snprintf(text, sizeof text, "%s(none=1)", name);
	parse(text, &keys);
	for (int i = 0; keys.choices[i]; i++)
		add_values(list, parse, name, keys.choices[i]);
}

/* What is done to the text of a set of choices; `count` of them. */
typedef void visitor(const char *text, const choice *const *set, int count,
					 void *context);

static void
visit_set(const char *name, const choice *const *set, int count, visitor *visit,
		  void *context)
{
	char text[800];
	char *to = text + sprintf(text, "%s", name);

	for (int i = 0; i < count; i++)
		to += sprintf(to, "%s%s=%s", i ? ", " : "(", set[i]->key, set[i]->value);
	strcpy(to, count ? ")" : "");
	visit(text, set, count, context);
}

/* Adds choices of later keys to a set, in every way, up to `most`. */
static void
visit_sets(const char *name, const choices *list, int next, const choice **set, int count,
		   visitor *visit, void *context)
{
	visit_set(name, set, count, visit, context);
	for (int i = next; count < most && i < list->count; i++)
	{
		if (count > 0 && strcmp(list->at[i].key, set[count - 1]->key) == 0)
			continue;
		set[count] = &list->at[i];
		visit_sets(name, list, i + 1, set, count + 1, visit, context);
	}
}

/* ---- methods ---------------------------------------------------------------------- */

static fr_status
parse_method(const char *text, fr_error *error)
{
	fr_method method;

	*error = (fr_error){.status = FR_OK};
	return fr_method_parse(text, strlen(text), &method, error);
}

typedef struct known_method
{
	fr_method method;
	char text[FR_METHOD_TEXT_MAX + 1];
} known_method;

static known_method *methods;
static size_t method_count;

/* Keeps a method if no smaller set is the same. */
static void
keep_method(const char *text, const choice *const *set, int count, void *context)
{
	static size_t room;
	known_method *m;
	fr_error error;
	int kept = 0;

	(void) set;
	if (method_count == room)
	{
		room = 2 * room + 1000;
		methods = realloc(methods, room * sizeof *methods);
	}
	m = &methods[method_count];
	++*(long *) context;
	if (!methods || fr_method_parse(text, strlen(text), &m->method, &error))
		return;
	m->text[fr_method_write(&m->method, m->text)] = 0;
	for (const char *at = m->text; *at; at++)
		kept += *at == '=';
	method_count += kept == count;
}

static void
find_methods(void)
{
	fr_error searches;

	parse_method("none", &searches);
	for (int i = 0; searches.choices[i]; i++)
	{
		const choice *set[MOST];
		size_t before = method_count;
		long sets = 0;
		choices list;

		find_choices(&list, parse_method, searches.choices[i]);
		visit_sets(searches.choices[i], &list, 0, set, 0, keep_method, &sets);
		ok(method_count > before,
		   "%s: %d values of options, %ld sets of up to %d, %zu methods of their own",
		   searches.choices[i], list.count, sets, most, method_count - before);
	}
}

/* ---- maps and models ------------------------------------------------------------- */

typedef struct ground
{
	int width;
	int height;
	const char *codes;
} ground;

static const ground grounds[] = {
	{1, 1, "."},
	{4, 1, "..R."},
	{9, 9,
	 "....@...."
	 ".@@.@.@@."
	 ".@...R.@."
	 ".@.@@@.@."
	 ".v.@.@.R."
	 ".@@@@@@@."
	 "...R....."
	 "@@.@@@@@."
	 "..v.@...."},
};

#define GROUNDS 3

static const char *const links[GROUNDS] = {"", "(0,0)>(3,0)=0.5",
										   "(0,0)<>(8,8)=2 (4,4)>(1,2) (2,4)>(4,4)=0"};

typedef struct kind
{
	const char *text;
	bool linked;
	void (*rules)(oracle_model *rules);
} kind;

static void
as_is(oracle_model *rules)
{
	(void) rules;
}

static void
of_weights(oracle_model *rules)
{
	rules->weigh = ORACLE_AVERAGE;
	rules->weight['R'] = (oracle_fraction){5, 2};
	rules->weight['v'] = (oracle_fraction){7, 1};
}

static void
of_size(oracle_model *rules)
{
	rules->size = 2;
	rules->weight['@'] = (oracle_fraction){3, 1};
}

/* Steps that are not among S, E and SE. */
#define NOT_SOUTH_EAST (0x1ff & ~(1 << 5 | 1 << 7 | 1 << 8))

static void
of_ways(oracle_model *rules)
{
	rules->weight['v'] = rules->weight['R'] = (oracle_fraction){1, 1};
	rules->no_enter['v'] = rules->no_leave['v'] = NOT_SOUTH_EAST;
	rules->no_leave['R'] = 0x1ff;
}

static void
of_zeros(oracle_model *rules)
{
	rules->weight['.'] = (oracle_fraction){0, 1};
	rules->weight['R'] = (oracle_fraction){2, 1};
}

/* On 81 cells costs do not fit: only a sweep tells what is out of reach. */
static void
of_range(oracle_model *rules)
{
	rules->weight['R'] = (oracle_fraction){1, 1};
	rules->weight['v'] = (oracle_fraction){500, 1};
	rules->weight['.'] = (oracle_fraction){1, 1000};
	rules->no_leave['R'] = 0x1ff;
}

static const kind kinds[] = {
	{"tile", false, as_is},
	{"octile", false, as_is},
	{"octile(weigh=average, R=2.5, v=7)", false, of_weights},
	{"octile(size=2, @=3)", false, of_size},
	{"octile(v=S+E+SE, R=leave:none)", false, of_ways},
	{"octile", true, as_is},
	{"octile(.=0, R=2)", false, of_zeros},
	{"octile(.=0.001, v=500, R=1/leave:none)", false, of_range},
	{"hex", false, as_is},
	{"hex", true, as_is},
	{"hex(weigh=average, R=2.5, v=7)", false, of_weights},
};

#define KINDS ((int) (sizeof kinds / sizeof *kinds))

static oracle_model
plain_rules(const char *text)
{
	oracle_model rules = {.straight = {1, 1}, .corners = 2};

	rules.eight = rules.root2 = strncmp(text, "octile", 6) == 0;
	rules.hex = strncmp(text, "hex", 3) == 0;
	for (int code = 0; code < 256; code++)
		rules.weight[code] = oracle_blocked;
	for (const char *code = ".GS"; *code; code++)
		rules.weight[(uint8_t) *code] = (oracle_fraction){1, 1};
	return rules;
}

/* A world, its links, and the bare grid: free what is in `plain`, and the grid of `l`. */
typedef struct place
{
	world plain;
	linked_world l;
	const fr_grid *grid;
} place;

static void
read_links(linked_world *l, const char *text)
{
	l->count = 0;
	while (*text)
	{
		size_t length = strcspn(text, " ");
		fr_link link;
		fr_error error;

		if (fr_link_parse(text, length, &link, &error))
			exit(2);
		fr_link_pack(&link, l->bytes + l->count++ * FR_LINK_BYTES);
		text += length + (text[length] == ' ');
	}
	order_links(l);
}

/* False: the costs of the model are refused. */
static bool
make_place(place *p, int which, bool linked, const char *text, const oracle_model *rules)
{
	const ground *g = &grounds[which];
	size_t cells = (size_t) (g->width * g->height);

	p->plain = (world){.width = g->width, .height = g->height, .rules = *rules};
	p->plain.codes = exact_copy(g->codes, cells);
	snprintf(p->plain.text, sizeof p->plain.text, "%s", text);
	world_build(&p->plain);
	p->l.w = p->plain;
	p->l.w.grid = NULL;
	if (p->plain.status)
		return false;
	read_links(&p->l, linked ? links[which] : "");
	if (!add_links(&p->l))
		return false;
	p->grid = p->l.w.grid;
	return true;
}

static void
free_place(place *p)
{
	free_grid(p->l.w.grid);
	world_free(&p->plain);
}

/* ---- workspaces of just the size ------------------------------------------------------ */

typedef struct watched
{
	uint8_t *block;
	size_t size;
	fr_workspace *workspace;
} watched;

static watched
watched_workspace(size_t size, uint32_t nodes)
{
	watched w = {new_block(size + CANARY), size, NULL};

	memset(w.block, 0xa5, size + CANARY);
	w.workspace = fr_workspace_init(w.block, size, nodes);
	return w;
}

static void
free_watched(watched *w, const char *text)
{
	bool kept = true;

	for (int i = 0; i < CANARY; i++)
		kept &= w->block[w->size + (size_t) i] == 0xa5;
	must(kept, "%s writes behind its workspace", text);
	free(w->block);
}

/* ---- landmarks: as the server keeps them, by what a method asks for ------------------- */

#define MOST_LANDMARKS 64

typedef struct kept_landmarks
{
	fr_landmarks *at[MOST_LANDMARKS];
	int count;
} kept_landmarks;

static const fr_landmarks *
landmarks_of(kept_landmarks *kept, const fr_grid *grid, const known_method *m)
{
	fr_poll poll = no_poll();
	uint32_t nodes = fr_sweep_nodes(grid);
	watched w;

	if (!fr_method_needs_landmarks(&m->method))
		return NULL;
	for (int i = 0; i < kept->count; i++)
		if (kept->at[i]->asked == fr_method_value(&m->method, FR_LANDMARKS) &&
			kept->at[i]->placement == fr_method_value(&m->method, FR_PLACE) &&
			kept->at[i]->seed == m->method.option[FR_SEED].digits)
			return kept->at[i];
	if (kept->count == MOST_LANDMARKS)
		exit(2);
	w = watched_workspace(fr_sweep_workspace_size(nodes, &m->method), nodes);
	kept->at[kept->count++] = build_landmarks(grid, &m->method, w.workspace, &poll);
	free_watched(&w, m->text);
	return kept->at[kept->count - 1];
}

static void
free_landmarks_of(kept_landmarks *kept)
{
	while (kept->count > 0)
		free(kept->at[--kept->count]);
}

/* ---- questions ------------------------------------------------------------------------ */

#define PAIRS 5

typedef struct question
{
	uint32_t start;
	uint32_t goal;
	uint64_t truth;
} question;

/* The oracle's costs of all cells. */
static void
ask_truth(const linked_world *l, uint32_t start, oracle_cost *costs)
{
	static truth turning;

	if (!l->w.oracle.turns)
	{
		ask_oracle(l, start, costs);
		return;
	}
	ask_turning(l, &start, NULL, 1, &turning);
	memcpy(costs, turning.cost, l->w.grid->cells * sizeof *costs);
}

/* Finds two cells without a path where components do not tell so: a search does, or a sweep. */
static bool
find_sweep_question(const place *p, question *q)
{
	static oracle_cost costs[MAX_CELLS];

	for (uint32_t start = 0; p->grid->oneway && start < p->grid->cells; start++)
	{
		ask_truth(&p->l, start, costs);
		for (uint32_t goal = 0; goal < p->grid->cells; goal++)
		{
			fr_query query = {.grid = p->grid, .start = start, .goal = goal};

			if (costs[goal].a < 0 && fr_reachability_needs_sweep(&query))
			{
				*q = (question){start, goal, FR_UNREACHED};
				return true;
			}
		}
	}
	return false;
}

/* Ends of the map, what is closed in or blocked, and what a sweep tells. */
static int
ask_questions(const place *p, question *q)
{
	static const uint32_t pairs[GROUNDS][PAIRS][2] = {
		{{0, 0}},
		{{0, 3}, {3, 0}},
		{{0, 80}, {72, 8}, {20, 40}, {8, 63}, {4, 0}},
	};
	static const int counts[GROUNDS] = {1, 2, PAIRS};
	int which = p->grid->cells == 1 ? 0 : p->grid->cells == 4 ? 1 : 2;
	static oracle_cost costs[MAX_CELLS];

	for (int i = 0; i < counts[which]; i++)
	{
		q[i] = (question){pairs[which][i][0], pairs[which][i][1], 0};
		ask_truth(&p->l, q[i].start, costs);
		q[i].truth = units(&p->l, costs[q[i].goal]);
	}
	return counts[which] + find_sweep_question(p, &q[counts[which]]);
}

static long asked;
static long ended; /* by IDASTAR_EXPANSIONS, which proves nothing about costs */

/* May the search's cost be more than the least, or its path be lost? */
static bool
is_lossy(const fr_method *method)
{
	return method->search == FR_IDASTAR &&
		   (method->option[FR_DELTA].digits > 0 ||
			fr_method_value(method, FR_SEEN) == FR_SEEN_LEFT);
}

static void
check_route(const place *p, const question *q, const fr_result *r, const char *text)
{
	fr_poll poll = no_poll();
	uint8_t *packed = new_block(fr_path_packed_size(&r->route, &poll));
	size_t size = fr_path_pack(&r->route, packed, &poll);
	oracle_cost cost;

	must((p->l.w.oracle.turns ? walks_to(&p->l, &r->route, q->goal, &cost)
							  : walk_route(&p->l, packed, size, q->goal, &cost)) &&
			 units(&p->l, cost) == r->cost,
		 "%s under %s: the route of %u to %u", text, p->plain.text, q->start, q->goal);
	free(packed);
}

static void
check_answer(const place *p, const question *q, const fr_query *query, fr_status status,
			 const fr_result *r, const char *text)
{
	bool reached = q->truth != FR_UNREACHED;
	bool in_range = reached && q->truth <= p->grid->costs.limit;
	bool right = true;

	if (status)
		right = status == FR_COST_RANGE && !r->found && reached && !in_range;
	else if (r->found)
		right = in_range && r->cost >= q->truth &&
				(!r->optimal || (r->complete && r->cost == q->truth)) &&
				(r->optimal || !r->complete || is_lossy(query->method));
	else
		right = !reached || !r->complete || (!r->optimal && is_lossy(query->method));
	must(
		right,
		"%s under %s from %u to %u: status %d, found %d, %llu, complete %d, optimal %d; the oracle says %llu",
		text, p->plain.text, q->start, q->goal, status, r->found,
		(unsigned long long) r->cost, r->complete, r->optimal,
		(unsigned long long) q->truth);
	must(r->memory <=
			 fr_search_size(fr_search_nodes(p->grid, query->method), query->method),
		 "%s under %s takes more memory than it says", text, p->plain.text);
	if (r->found && query->wants_route)
		check_route(p, q, r, text);
}

static void
no_visit(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
		 bool expanded)
{
	(void) context;
	(void) iteration;
	(void) cell;
	(void) g;
	(void) f;
	(void) expanded;
}

/* Two searches: with a trace and a route, and for the cost alone. */
static void
check_search(const place *p, const question *q, const fr_method *method,
			 const fr_landmarks *landmarks, fr_workspace *workspace, const char *text)
{
	static const fr_trace trace = {no_visit, NULL};
	fr_poll poll = no_poll();
	fr_query query = {.grid = p->grid,
					  .method = method,
					  .landmarks = landmarks,
					  .start = q->start,
					  .goal = q->goal,
					  .wants_route = true,
					  .trace = &trace,
					  .arena = &taken.core};
	fr_result first;
	fr_result second;
	fr_status status = fr_search(&query, workspace, &poll, &first);

	asked += 2;
	check_answer(p, q, &query, status, &first, text);
	query.trace = NULL;
	query.wants_route = false;
	query.uncounted = true;
	must(fr_search(&query, workspace, &poll, &second) == status &&
			 second.found == first.found && second.cost == first.cost,
		 "%s under %s from %u to %u: without counters another answer", text,
		 p->plain.text, q->start, q->goal);
	ended += !first.complete;
	malloc_arena_clear(&taken);
}

/* A sweep and a search in one workspace, as a chase does them. */
static void
check_sweep(const place *p, const question *q, const fr_method *method, const char *text)
{
	uint32_t nodes = fr_search_nodes(p->grid, method);
	uint32_t sweeps = fr_sweep_nodes(p->grid);
	uint32_t larger = nodes > sweeps ? nodes : sweeps;
	fr_poll poll = no_poll();
	watched w = watched_workspace(fr_sweep_workspace_size(larger, method), larger);
	fr_query query = {
		.grid = p->grid, .method = method, .start = q->start, .arena = &taken.core};
	uint64_t cost = 0;
	fr_status status =
		fr_nearest(&query, (fr_cells){&q->goal, 1}, 1,
				   fr_sweep_workspace_on(p->grid, w.workspace), &poll, &cost);

	must(fr_sweep_workspace_fits(w.workspace, larger, method) &&
			 fr_workspace_fits(w.workspace, nodes, method),
		 "%s: a workspace for both fits both", text);
	must(status ? q->truth > p->grid->costs.limit && q->truth != FR_UNREACHED
				: cost == q->truth,
		 "%s under %s: the sweep from %u to %u", text, p->plain.text, q->start, q->goal);
	free_watched(&w, text);
}

static void
check_method(const place *p, const question *questions, int count, kept_landmarks *kept,
			 const known_method *m)
{
	fr_method method = fr_method_resolve(&m->method, p->grid);
	uint64_t *limit = &method.option[FR_MAX_EXPANDED].digits;
	uint32_t nodes = fr_search_nodes(p->grid, &method);
	const fr_landmarks *landmarks = landmarks_of(kept, p->grid, m);
	watched w = watched_workspace(fr_workspace_size(nodes, &method), nodes);

	if (method.search == FR_IDASTAR && (*limit == 0 || *limit > IDASTAR_EXPANSIONS))
		*limit = IDASTAR_EXPANSIONS;
	for (int i = 0; i < count; i++)
		check_search(p, &questions[i], &method, landmarks, w.workspace, m->text);
	free_watched(&w, m->text);
	check_sweep(p, &questions[0], &method, m->text);
}

static void
check_kind(const kind *k, int which)
{
	oracle_model rules = plain_rules(k->text);
	question questions[PAIRS + 1];
	kept_landmarks kept = {.count = 0};
	long before = asked;
	size_t tried = 0;
	int count;
	place p;

	k->rules(&rules);
	if (!ok(make_place(&p, which, k->linked, k->text, &rules), "%s fits the map",
			k->text))
		return;
	sound = true;
	count = ask_questions(&p, questions);
	for (size_t i = 0; i < method_count; i++)
	{
		if (fr_method_fits(&methods[i].method, p.grid))
			continue;
		tried++;
		check_method(&p, questions, count, &kept, &methods[i]);
	}
	if (k->rules == of_range && which == GROUNDS - 1)
		ok(!fr_costs_fit(&p.grid->costs, p.grid->cells) && count > PAIRS,
		   "costs under %s do not fit, and a sweep has to tell of a path", k->text);
	ok(sound && tried > 0, "%zu methods on %d x %d under %s%s: %ld questions", tried,
	   p.plain.width, p.plain.height, k->text, k->linked ? " with links" : "",
	   asked - before);
	free_landmarks_of(&kept);
	free_place(&p);
}

/* ---- models --------------------------------------------------------------------------- */

static fr_status
parse_model(const char *text, fr_error *error)
{
	fr_model model;

	*error = (fr_error){.status = FR_OK};
	return fr_model_parse(text, strlen(text), &model, error);
}

/* What the oracle is told of a value: a decimal. */
static oracle_fraction
fraction_of(const char *value)
{
	oracle_fraction f = {0, 1};
	bool point = false;

	if (strcmp(value, "blocked") == 0)
		return oracle_blocked;
	for (; *value; value++)
	{
		if (*value == '.')
		{
			point = true;
			continue;
		}
		f.number = 10 * f.number + *value - '0';
		f.denominator *= point ? 10 : 1;
	}
	return f;
}

static int
word_of(const char *value, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (strcmp(value, words[i]) == 0)
			return i;
	return -1;
}

/* Codes of the maps, in further keys. */
static const choice code_choices[] = {
	{".", "0"},	   {".", "blocked"}, {".", "3"},	   {"R", "0"},	 {"R", "999999999"},
	{"R", "none"}, {"v", "E+S/4"},	 {"v", "leave:W"}, {"@", "0.5"},
};

static void
tell_ways(oracle_model *rules, uint8_t code, const char *value)
{
	rules->weight[code] = (oracle_fraction){1, 1};
	if (strcmp(value, "none") == 0)
		rules->no_enter[code] = rules->no_leave[code] = 0x1ff;
	else if (strcmp(value, "E+S/4") == 0)
	{
		rules->weight[code] = (oracle_fraction){4, 1};
		rules->no_enter[code] = rules->no_leave[code] = 0x1ff & ~(1 << 5 | 1 << 7);
	}
	else
		rules->no_leave[code] = 0x1ff & ~(1 << 3);
}

/*
 * The price of turns of an angle, or of all that have none of their own: as choices are told in
 * reverse, those come first.
 */
static void
tell_turn(oracle_model *rules, const char *angle, const char *value)
{
	int degrees = atoi(angle);
	int unit = rules->hex ? 60 : 45;

	if (degrees == 180)
	{
		rules->turn_back = fraction_of(value);
		return;
	}
	for (int i = 1; i < ORACLE_ANGLES; i++)
		if (degrees == i * unit || (degrees == 0 && rules->turn[i].denominator == 0))
			rules->turn[i] = fraction_of(value);
}

/* Tells the oracle of a choice; false: this test does not know the key. */
static bool
tell_rules(oracle_model *rules, const choice *c)
{
	static const char *const corners[] = {"any", "one", "both", NULL};
	static const char *const weighs[] = {"enter", "average", "leave", "max", NULL};
	static const char *const overs[] = {"turn", "block", "spend", NULL};
	static const char *const steps[] = {"NW", "N",	"NE", "W",	"",
										"E",  "SW", "S",  "SE", NULL};
	uint8_t code = (uint8_t) c->key[0];

	if (strcmp(c->key, "straight") == 0)
		rules->straight = fraction_of(c->value);
	else if (strcmp(c->key, "wrap") == 0)
	{
		rules->wrap_x = strchr(c->value, 'x') != NULL;
		rules->wrap_y = strchr(c->value, 'y') != NULL;
	}
	else if (strcmp(c->key, "dx") == 0)
		rules->dx = fraction_of(c->value);
	else if (strcmp(c->key, "dy") == 0)
		rules->dy = fraction_of(c->value);
	else if (strcmp(c->key, "diagonal") == 0)
	{
		rules->root2 = strcmp(c->value, "sqrt2") == 0;
		if (!rules->root2)
			rules->diagonal = fraction_of(c->value);
	}
	else if (strcmp(c->key, "corners") == 0)
		rules->corners = word_of(c->value, corners);
	else if (strcmp(c->key, "weigh") == 0)
		rules->weigh = word_of(c->value, weighs);
	else if (strcmp(c->key, "size") == 0)
	{
		rules->size = atoi(c->value);
		rules->tall = rules->hex
						  ? 1
						  : 0; /* between hexagons: a cell and the next one to the east */
		if (strchr(c->value, 'x'))
			rules->tall = atoi(strchr(c->value, 'x') + 1);
	}
	else if (strcmp(c->key, "heading") == 0)
		rules->heading = 1 + word_of(c->value, steps);
	else if (strcmp(c->key, "arrive") == 0)
		rules->arrive = 1 + word_of(c->value, steps);
	else if (strcmp(c->key, "points") == 0)
		rules->points = strcmp(c->value, "none") == 0 ? (oracle_fraction){0, 0}
													  : fraction_of(c->value);
	else if (strcmp(c->key, "over") == 0)
		rules->over = word_of(c->value, overs);
	else if (strncmp(c->key, "turn", 4) == 0)
		tell_turn(rules, c->key + 4, c->value);
	else if (strcmp(c->key, "link") == 0)
		;
	else if (strcmp(c->key, "obstacle") == 0)
	{
		for (int i = 0; i < 256; i++)
			if (!strchr(".GS", i) && !rules->named[i])
				rules->weight[i] = fraction_of(c->value);
	}
	else if (c->key[1])
		return false;
	else
	{
		rules->named[code] = true;
		if (strpbrk(c->value, ":+") || strcmp(c->value, "none") == 0)
			tell_ways(rules, code, c->value);
		else
			rules->weight[code] = fraction_of(c->value);
	}
	return true;
}

typedef struct model_count
{
	long triples;
	long sets;
	long models;
	long refused;
	long unknown;
} model_count;

static const char *const searched_by[] = {"auto", "fringe", "astar(heuristic=levels)",
										  "jump", "sweep"};

static void
check_place(const place *p)
{
	question questions[PAIRS + 1];
	int count = ask_questions(p, questions);

	for (size_t s = 0; s < sizeof searched_by / sizeof *searched_by; s++)
	{
		kept_landmarks none = {.count = 0};
		known_method m = {.method = method_of(searched_by[s])};

		strcpy(m.text, searched_by[s]);
		if (fr_method_fits(&m.method, p->grid) == FR_OK)
			check_method(p, questions, count, &none, &m);
	}
}

static void
check_model(const char *text, const choice *const *set, int count, void *context)
{
	model_count *n = context;
	oracle_model rules = plain_rules(text);
	fr_error error;

	if (count == 3 && n->triples++ % sample != 0)
		return;
	n->sets++;
	if (parse_model(text, &error))
	{
		n->refused++;
		return;
	}
	for (int i = count - 1; i >= 0; i--) /* codes come last, and obstacle heeds them */
		if (!tell_rules(&rules, set[i]))
			n->unknown++;
	n->models++;
	for (int which = 0; which < GROUNDS; which++)
		for (int linked = 0; linked < 2; linked++)
		{
			place p;

			if (make_place(&p, which, linked, text, &rules))
				check_place(&p);
			free_place(&p);
		}
}

/* The maps of this test have no layers. test_search draws keys of layers, and maps with them. */
static void
drop_layer_keys(choices *list)
{
	static const char *const keys[] = {
		"rise",		"drop", "climb",	  "fall",	   "height",	"friction", "slope",
		"latitude", "cell", "layer.NAME", "road.NAME", "side.NAME", "stop.NAME"};
	int kept = 0;

	for (int i = 0; i < list->count; i++)
	{
		bool layer = false;

		for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
			layer |= strcmp(list->at[i].key, keys[k]) == 0;
		if (!layer)
			list->at[kept++] = list->at[i];
	}
	list->count = kept;
}

/* Of the eight directions of a key two, a straight and a diagonal one: sets of three would be ten times as many. */
static void
drop_like_directions(choices *list)
{
	int kept = 0;

	for (int i = 0; i < list->count; i++)
	{
		const choice *c = &list->at[i];
		bool direction = strcmp(c->key, "heading") == 0 || strcmp(c->key, "arrive") == 0;

		if (!direction || strcmp(c->value, "W") == 0 || strcmp(c->value, "SE") == 0)
			list->at[kept++] = *c;
	}
	list->count = kept;
}

static void
check_models(void)
{
	static const char *const names[] = {"tile", "octile", "hex"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
	{
		const choice *set[MOST];
		model_count n = {0};
		choices list;
		long before = asked;

		find_choices(&list, parse_model, names[i]);
		drop_layer_keys(&list);
		drop_like_directions(&list);
		for (size_t k = 0; k < sizeof code_choices / sizeof *code_choices; k++)
			add_choice(&list, code_choices[k].key, code_choices[k].value);
		sound = true;
		visit_sets(names[i], &list, 0, set, 0, check_model, &n);
		ok(sound && n.unknown == 0 && n.models > 0,
		   "%s: %ld sets of up to %d keys, 1 of %ld of three, %ld models (%ld refused, %ld with keys that this test does not know): %ld questions",
		   names[i], n.sets, most, sample, n.models, n.refused, n.unknown,
		   asked - before);
	}
}

int
main(int argc, char **argv)
{
	most = argc > 1 ? atoi(argv[1]) : most;
	sample = argc > 1 ? 1 : sample;
	if (most < 1 || most > MOST)
		return 2;
	find_methods();
	for (int which = 0; which < GROUNDS; which++)
		for (int k = 0; k < KINDS; k++)
			check_kind(&kinds[k], which);
	check_models();
	printf("# %ld questions, %ld of them ended by a limit on expansions\n", asked, ended);
	free(methods);
	return tap_done();
}
