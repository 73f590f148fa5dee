/*
 * fringe.h - declarations shared by the server side
 *
 * Only files below this folder include server headers; the searches are in ../core,
 * behind core.h.
 */
#ifndef FRINGE_H
#define FRINGE_H

#include "pg/compat.h"

#include "fmgr.h"
#include "nodes/nodes.h"
#include "portability/instr_time.h"

#include "core/core.h"

/* ---- settings: fringe.c ------------------------------------------------ */

extern int fringe_cache_size; /* kB */
extern int fringe_max_memory; /* kB */
extern bool fringe_auto_index;
extern bool fringe_auto_landmarks;
extern int fringe_shared_cache_size; /* kB */
extern int fringe_auto_workers;

/* CHECK_FOR_INTERRUPTS, for the core's long loops. */
extern const fr_poll fringe_poll;

/* Microseconds since then. */
extern double fringe_us_since(instr_time begin);
extern double fringe_processor_us(void);

/*
 * An fr_arena that allocates in a memory context, and fails above fringe.max_memory.
 * Pass &arena.core to the core. Arenas beside each other share one count, so that the
 * limit holds for all of them.
 */
typedef struct Arena
{
	fr_arena core;
	MemoryContext context;
	Size bytes;			   /* taken so far, if it counts */
	struct Arena *counter; /* the arena that counts: this one, or one beside it */
} Arena;

extern void fringe_arena_init(Arena *arena, MemoryContext context, Size taken);
extern void fringe_arena_beside(Arena *arena, MemoryContext context, Arena *counter);

/* ---- errors: errors.c -------------------------------------------------- */

extern char *fringe_quote(const char *text, size_t length);
extern void fringe_report(const fr_error *error, const char *type, Node *escontext);
extern void fringe_report_binary(fr_error *error, const char *type);
extern void fringe_report_search(fr_status status);
extern void fringe_report_index(const fr_error *error, bool memory,
								const fr_index_expectation *expected);
extern void fringe_refuse_lines(const fr_grid *grid);
extern void fringe_check_inside(fr_cell cell, uint32 width, uint32 height);
extern void fringe_check_inside_any(fr_cell cell);
extern void fringe_check_code(char code);
extern void fringe_limit_memory(const char *what, Size bytes);
extern void fringe_check_memory(Size bytes);
extern char fringe_text_code(const text *code);

/* The index of a cell; fails if the cell is outside the grid. */
static inline uint32
fringe_cell_index(const fr_grid *grid, fr_cell cell)
{
	if (!fr_grid_has(grid, cell))
		fringe_check_inside(cell, grid->width, grid->height);
	return fr_grid_index(grid, cell);
}

/* ---- bytes as text: hex.c ---------------------------------------------- */

extern Size fringe_hex_size(const char *text);
extern bool fringe_hex_decode(const char *text, const char *type, uint8 *bytes,
							  Node *escontext);
extern char *fringe_hex_encode(const uint8 *bytes, Size size);

/* ---- cells: cell.c ----------------------------------------------------- */

/*
 * A gridcell is an int8 by value: y in the high half, x in the low half with its sign
 * bit flipped. The comparisons of int8 then order cells by (y, x).
 */
static inline Datum
CellGetDatum(fr_cell cell)
{
	return Int64GetDatum(
		(int64) ((uint64) (uint32) cell.y << 32 | ((uint32) cell.x ^ 0x80000000)));
}

static inline fr_cell
DatumGetCell(Datum datum)
{
	uint64 bits = (uint64) DatumGetInt64(datum);

	return (fr_cell){(int32) ((uint32) bits ^ 0x80000000), (int32) (bits >> 32)};
}

#define PG_GETARG_CELL(n) DatumGetCell(PG_GETARG_DATUM(n))
#define PG_RETURN_CELL(cell) return CellGetDatum(cell)

struct ArrayType;
extern const int64 *gridcell_elements(struct ArrayType *cells, int *count);
extern void fringe_report_length(uint64 cells);
extern struct ArrayType *gridcell_array(uint64 count, Oid type, int64 **elements);

/* ---- maps: map.c ------------------------------------------------------- */

#define DIGEST_SIZE 16

typedef struct Digest
{
	uint8 bytes[DIGEST_SIZE];
} Digest;

/*
 * A stored map: the digest of its packed form, which is never accepted from clients,
 * and the packed form (drawn in core/map/map.c).
 */
typedef struct Gridmap
{
	int32 vl_len_; /* varlena header, not to be used directly */
	Digest digest;
	uint8 packed[FLEXIBLE_ARRAY_MEMBER];
} Gridmap;

#define GRIDMAP_PACKED_SIZE(map) (VARSIZE(map) - offsetof(Gridmap, packed))

/* Facts in the first bytes of a map, an index or a field. */
typedef struct GridmapPeek
{
	Digest digest;
	uint32 width;
	uint32 height;
} GridmapPeek;

#define GRIDMAP_SLICE (DIGEST_SIZE + FR_MAP_HEADER_SIZE)

extern void fringe_digest(const uint8 *bytes, Size size, Digest *digest);
extern struct varlena *fringe_first_bytes(Datum value, int32 size);
extern GridmapPeek gridmap_peek(Datum map);
extern bytea *gridmap_digest_value(const Digest *digest);
extern Gridmap *gridmap_from_codes(const uint8 *codes, uint32 width, uint32 height);
extern Gridmap *gridmap_patched(const Gridmap *map, const uint32 *cells, int count,
								unsigned position);
extern fr_map gridmap_open(const Gridmap *map);
extern uint8 *gridmap_codes_of(const fr_map *map);
extern void *fringe_alloc_huge(Size size);

#define PG_GETARG_GRIDMAP(n) ((Gridmap *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

/* ---- fields: types/field.c ------------------------------------------------ */

/* A stored field, as a map: the digest, then the packed form (core/field/field.c). */
typedef struct Gridfield
{
	int32 vl_len_; /* varlena header, not to be used directly */
	Digest digest;
	uint8 packed[FLEXIBLE_ARRAY_MEMBER];
} Gridfield;

#define GRIDFIELD_PACKED_SIZE(field) (VARSIZE(field) - offsetof(Gridfield, packed))
#define PG_GETARG_GRIDFIELD(n) ((Gridfield *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

/* A field with the cost of each cell, in units of its costs. */
typedef struct OpenField
{
	fr_field view;
	uint64 *costs;
} OpenField;

extern Gridfield *gridfield_allocate(Size size);
extern void gridfield_seal(Gridfield *field);
extern uint64 *gridfield_alloc_costs(const Gridfield *field, const fr_field *opened);

/* ---- rows: rows.c ------------------------------------------------------ */

#define FRINGE_MAX_COLUMNS 8

/* A set-returning function's result whose rows have the layout of one struct. */
typedef struct Rows
{
	struct Tuplestorestate *store;
	struct HeapTupleData *tuple;
} Rows;

extern void *fringe_begin_rows(FunctionCallInfo fcinfo, Rows *rows, Size size);
extern void fringe_put_row(const Rows *rows);

/* ---- the cells of a path as rows: steps.c ------------------------------- */

/* Writes a path as rows; remembers the cell and the cost reached so far. */
typedef struct PathWriter
{
	Rows rows;
	struct PathRow *row;
	const fr_costs *costs;
	const fr_grid *grid;   /* prices the steps */
	const fr_index *index; /* in place of the grid, or NULL */
	fr_cell cell;
	uint64 total;
} PathWriter;

extern void fringe_begin_path(FunctionCallInfo fcinfo, PathWriter *writer);
extern void fringe_put_path(PathWriter *writer, const fr_grid *grid,
							const fr_route *route);
extern void fringe_put_path_indexed(PathWriter *writer, const fr_index *index,
									const fr_route *route);

/* ---- models and methods: options.c ------------------------------------- */

extern fr_model gridmodel_parsed(struct varlena *stored);
extern fr_method gridmethod_parsed(struct varlena *stored);
extern struct varlena *gridmodel_make(const fr_model *model);
extern struct varlena *gridmethod_make(const fr_method *method);

/* ---- paths: path.c ----------------------------------------------------- */

extern struct varlena *gridpath_from_route(const fr_route *route);

/* A path through cells that come one by one. */
typedef struct PathBuilder
{
	fr_route route;
	uint32 *runs; /* the route's */
	fr_cell last;
	bool begun;
} PathBuilder;

extern void fringe_path_begin(PathBuilder *path, int most);
extern void fringe_path_add(PathBuilder *path, fr_cell cell);
extern struct varlena *fringe_path_end(PathBuilder *path);

/* ---- cells that a query avoids: functions/avoid.c ------------------------ */

extern void fringe_avoid_cells(Datum *map, Datum *model, struct ArrayType *cells);

/* ---- indexes: types/index.c ---------------------------------------------- */

/*
 * A stored index: the digest of its bytes, computed here and never taken from
 * outside, and the bytes (core/index/store/format.h draws them).
 */
typedef struct Gridindex
{
	int32 vl_len_; /* varlena header, not to be used directly */
	Digest digest;
	uint8 bytes[FLEXIBLE_ARRAY_MEMBER];
} Gridindex;

#define GRIDINDEX_SIZE(index) (VARSIZE(index) - offsetof(Gridindex, bytes))

extern Gridindex *gridindex_allocate(Size size);
extern void gridindex_seal(Gridindex *index);
extern bool gridindex_open(const Gridindex *index, const fr_arena *arena,
						   fr_index *opened, Node *escontext);
extern GridmapPeek gridindex_peek(Datum index);

#define PG_GETARG_GRIDINDEX(n) ((Gridindex *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

/* ---- call sites: site.c ------------------------------------------------ */

/* All that a search needs except its two cells; valid until the SQL function returns. */
typedef struct PreparedSearch
{
	const fr_grid *grid;   /* NULL with an index that all sessions share */
	const fr_index *index; /* answers in place of a search; or NULL */
	fr_method method;	   /* resolved */
	const fr_landmarks *landmarks;
	fr_workspace *workspace;
	Size bytes;				 /* memory of the prepared parts, workspace included */
	struct Prepared *learns; /* the map that `auto` may prepare, or NULL */
	struct Prepared *map;	 /* in the cache, or the shared index */
	struct Prepared *marks;	 /* landmarks in the cache, or NULL */
	bool first;				 /* on patches of a map that is not yet decoded whole */
} PreparedSearch;

/* A search that a call site prepared before. */
typedef struct SiteSearch
{
	uint64 state; /* prepared_state() when it was prepared; 0: nothing is prepared */
	PreparedSearch search;
} SiteSearch;

#define SITE_SEARCHES 64 /* a power of two; rows of a join may come in any order */

/* What a call site caches in fn_extra between calls. */
typedef struct CallSite
{
	bool constant; /* the texts of model and method are the same in all calls */
	struct TupleDescData *row; /* of the function's result */
	size_t method_length;	   /* 0: no method yet */
	char method_text[FR_METHOD_TEXT_MAX];
	fr_method method;					 /* of all searches */
	SiteSearch *searches[SITE_SEARCHES]; /* by digest of the map; NULL: none yet */
} CallSite;

extern CallSite *fringe_make_site(FunctionCallInfo fcinfo);

static inline CallSite *
fringe_call_site(FunctionCallInfo fcinfo)
{
	CallSite *site = fcinfo->flinfo->fn_extra;

	return site ? site : fringe_make_site(fcinfo);
}

extern struct TupleDescData *fringe_row_at(FunctionCallInfo fcinfo, CallSite *site);
extern bool fringe_has_method(const CallSite *site, struct varlena *stored);
extern const fr_method *fringe_method_at(CallSite *site, struct varlena *stored);

/* ---- preparing a search: session/prepare.c -------------------------------- */

extern const fr_grid *fringe_prepare_map(Datum map, struct varlena *model);
extern const fr_grid *fringe_prepare_map_for_path(Datum map, struct varlena *model);
extern const PreparedSearch *fringe_prepare_at(FunctionCallInfo fcinfo, Datum map,
											   Datum model, Datum method, bool costs);
extern PreparedSearch fringe_prepare_goals(Datum map, struct varlena *model);
extern PreparedSearch fringe_prepare_sweep(Datum map, struct varlena *model);
extern PreparedSearch fringe_prepare_sweep_and_search(Datum map, struct varlena *model,
													  const fr_method *method);
extern PreparedSearch fringe_prepare_costs(Datum map, struct varlena *model);

/* ---- components: functions/components.c ------------------------------------- */

extern fr_component *fringe_components_of(const fr_grid *grid, uint32 *count);
extern uint32 fringe_component_rank(const fr_component *list, uint32 count,
									uint32 number);

/* ---- indexes of cells: functions/starts.c ---------------------------------- */

extern void fringe_sort_indexes(uint32 *cells, int count);

/* ---- what searches took: session/learn.c ----------------------------------- */

extern const fr_index *fringe_learn(const PreparedSearch *search, Datum map,
									double microseconds);
extern void fringe_learn_search(const PreparedSearch *search, Datum map, int64 expanded);

/* ---- indexes: session/indexes.c, session/builder.c -------------------------- */

extern const fr_index *fringe_prepare_index(Datum index);
extern const fr_index *fringe_prepare_old_index(Datum index);
extern fr_index_scratch *fringe_index_scratch(const fr_index *index);
extern Gridindex *fringe_index_make(const fr_index_request *request);

/* ---- answers of indexes: functions/index.c ---------------------------------- */

extern Datum fringe_index_answer(FunctionCallInfo fcinfo, const fr_index *index);
extern uint64 fringe_index_route(const fr_index *index, fr_cell start, fr_cell goal,
								 fr_route *route);

/* ---- fields: session/fields.c ----------------------------------------------- */

extern const OpenField *fringe_prepare_field(Datum field);

#endif /* FRINGE_H */
