/*
 * sample.c - the tables of the manual's examples
 */
#include "pg/functions/single_pair.h"

#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_namespace.h"
#include "commands/comment.h"
#include "commands/sequence.h"
#include "commands/trigger.h"
#include "executor/executor.h"
#include "executor/spi.h"
#include "nodes/makefuncs.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

/* A table of the sample is known by its comment, which a dump keeps. */
static const struct
{
	const char *name;
	const char *comment;
} sample_tables[] = {
	{"level", "maps of fringe_sample()"},
	{"scenario", "questions of fringe_sample()"},
};

/*
 * The columns are those that fringe_load creates, so it can load more maps. %1$s is the schema of the
 * tables, %2$s that of the extension. Neither is on the path, so the types are named with their schemas.
 */
static const char create_tables[] =
	"CREATE TABLE %1$s.level (\n"
	"    name pg_catalog.text PRIMARY KEY,\n"
	"    biome pg_catalog.text,\n"
	"    map %2$s.gridmap NOT NULL\n"
	");\n"
	"CREATE TABLE %1$s.scenario (\n"
	"    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n"
	"    level pg_catalog.text NOT NULL REFERENCES %1$s.level (name) ON UPDATE CASCADE ON DELETE CASCADE,\n"
	"    bucket int NOT NULL,\n"
	"    start %2$s.gridcell NOT NULL,\n"
	"    goal %2$s.gridcell NOT NULL,\n"
	"    optimal double precision NOT NULL\n"
	") WITH (parallel_workers = 1024);\n"
	"CREATE INDEX scenario_level ON %1$s.scenario (level);\n";

static const char analyze_tables[] = "ANALYZE %1$s.level, %1$s.scenario;\n";

/* single_pair.c */
extern Datum fringe_cost(PG_FUNCTION_ARGS);

/* ---- maps and scenarios ----------------------------------------------------- */

typedef enum Generator
{
	CAVES,
	MAZE,
	ROOMS,
	WALLS
} Generator;

/* The maps of the folder data, and the map arena, which has no scenarios. */
typedef struct SampleMap
{
	const char *name;
	const char *biome;
	uint32 width;
	uint32 height;
	uint64 seed;
	Generator generator;
	double fill;   /* of caves */
	uint32 number; /* of walls; the width of corridors and rooms */
	bool has_scenarios;
} SampleMap;

static const SampleMap sample_maps[] = {
	{"arena", "cave", 60, 13, 7, CAVES, 0.4, 0, false},
	{"caves", "cave", 250, 200, 5, CAVES, 0.43, 0, true},
	{"grotto", "cave", 100, 40, 12, CAVES, 0.42, 0, true},
	{"maze", "house", 149, 149, 4, MAZE, 0, 2, true},
	{"rooms", "house", 149, 149, 3, ROOMS, 0, 9, true},
	{"walls-200", "ruin", 300, 300, 1, WALLS, 0, 200, true},
	{"walls-600", "ruin", 300, 300, 1, WALLS, 0, 600, true},
};

#define WALL_LENGTH 20
#define SCENARIOS 200 /* of a map */

static uint8 *
make_codes(const SampleMap *map)
{
	uint8 *codes = gridmap_alloc_codes(map->width, map->height);
	fr_canvas canvas = {codes, map->width, map->height, map->seed};

	switch (map->generator)
	{
		case CAVES:
			fr_generate_caves(canvas, palloc((Size) map->width * map->height), map->fill,
							  &fringe_poll);
			break;
		case MAZE:
			fr_generate_maze(canvas, map->number, 0, &fringe_poll);
			break;
		case ROOMS:
			fr_generate_rooms(canvas, map->number, &fringe_poll);
			break;
		case WALLS:
			fr_generate_walls(canvas, map->number, WALL_LENGTH, &fringe_poll);
			break;
	}
	return codes;
}

/* The generator of test/core/make_scenarios.c, which made the scenarios of the folder data. */
static uint32
next_random(uint64 *state)
{
	*state = *state * UINT64CONST(6364136223846793005) + UINT64CONST(1442695040888963407);
	return *state >> 33;
}

static fr_cell
random_ground(const SampleMap *map, const uint8 *codes, uint64 *state)
{
	while (true)
	{
		fr_cell cell;

		cell.x = next_random(state) % map->width;
		cell.y = next_random(state) % map->height;
		if (codes[(Size) cell.y * map->width + cell.x] == '.')
			return cell;
	}
}

/* The cost of a best path to eight decimals, as files of scenarios have it; 0 without a path. */
static double
optimal_cost(FmgrInfo *site, Datum map, fr_cell start, fr_cell goal)
{
	LOCAL_FCINFO(call, 5);
	Datum cost;
	char text[64];

	InitFunctionCallInfoData(*call, site, 5, InvalidOid, NULL, NULL);
	call->args[0].value = map;
	call->args[1].value = CellGetDatum(start);
	call->args[2].value = CellGetDatum(goal);
	call->args[3].value = CStringGetTextDatum("octile"); /* both are stored as text */
	call->args[4].value = CStringGetTextDatum("auto");
	for (int i = 0; i < 5; i++)
		call->args[i].isnull = false;
	cost = fringe_cost(call);
	if (call->isnull)
		return 0;
	snprintf(text, sizeof text, "%.8f", DatumGetFloat8(cost));
	return strtod(text, NULL);
}

/* ---- rows ---------------------------------------------------------------------- */

/* A table that this transaction made, so no other role has put a trigger or a rule on it. */
typedef struct Writer
{
	Relation table;
	EState *estate;
	ResultRelInfo *result;
	TupleTableSlot *slot;
} Writer;

static Writer
open_table(const char *name, Oid schema)
{
	Oid relation = get_relname_relid(name, schema);
	Writer writer = {.estate = CreateExecutorState()};

	writer.table = OidIsValid(relation) ? table_open(relation, RowExclusiveLock) : NULL;
	if (!writer.table || writer.table->rd_createSubid == InvalidSubTransactionId)
		ereport(
			ERROR,
			(errcode(ERRCODE_OBJECT_IN_USE),
			 errmsg("schema \"%s\" was renamed while fringe_sample created its tables",
					get_namespace_name(schema))));
	writer.result = makeNode(ResultRelInfo);
	InitResultRelInfo(writer.result, writer.table, 0, NULL, 0);
	ExecOpenIndices(writer.result, false);
	writer.estate->es_opened_result_relations = list_make1(writer.result);
	writer.slot = ExecInitExtraTupleSlot(writer.estate, RelationGetDescr(writer.table),
										 &TTSOpsVirtual);
	AfterTriggerBeginQuery();
	return writer;
}

/* One value per column, none of them NULL. */
static void
put_row(Writer *writer, const Datum *values)
{
	int columns = writer->slot->tts_tupleDescriptor->natts;

	ExecClearTuple(writer->slot);
	memcpy(writer->slot->tts_values, values, columns * sizeof(Datum));
	memset(writer->slot->tts_isnull, false, columns * sizeof(bool));
	ExecStoreVirtualTuple(writer->slot);
	ExecSimpleRelationInsert(writer->result, writer->estate, writer->slot);
}

/* Checks the foreign key. The table stays locked. */
static void
close_table(Writer *writer)
{
	AfterTriggerEndQuery(writer->estate);
	ExecCloseResultRelations(writer->estate); /* its indexes */
	ExecResetTupleTable(writer->estate->es_tupleTable, false);
	FreeExecutorState(writer->estate);
	table_close(writer->table, NoLock);
	CommandCounterIncrement();
}

static void
put_scenarios(Writer *writer, Oid ids, const SampleMap *map, const uint8 *codes,
			  Datum value)
{
	FmgrInfo site = {.fn_mcxt = CurrentMemoryContext};
	uint64 state = 7;

	for (int i = 0; i < SCENARIOS; i++)
	{
		fr_cell start = random_ground(map, codes, &state);
		fr_cell goal = random_ground(map, codes, &state);
		double cost = optimal_cost(&site, value, start, goal);

		put_row(writer, (Datum[]){Int64GetDatum(nextval_internal(ids, false)),
								  CStringGetTextDatum(map->name),
								  Int32GetDatum((int32) (cost / 4)), CellGetDatum(start),
								  CellGetDatum(goal), Float8GetDatum(cost)});
	}
}

static void
put_rows(Oid schema)
{
	uint8 *codes[lengthof(sample_maps)];
	Datum maps[lengthof(sample_maps)];
	Writer writer = open_table(sample_tables[0].name, schema);

	for (int i = 0; i < (int) lengthof(sample_maps); i++)
	{
		const SampleMap *map = &sample_maps[i];

		codes[i] = make_codes(map);
		maps[i] = PointerGetDatum(gridmap_from_codes(codes[i], map->width, map->height));
		put_row(&writer, (Datum[]){CStringGetTextDatum(map->name),
								   CStringGetTextDatum(map->biome), maps[i]});
	}
	close_table(&writer);

	writer = open_table(sample_tables[1].name, schema);
	for (int i = 0; i < (int) lengthof(sample_maps); i++)
		if (sample_maps[i].has_scenarios)
			put_scenarios(&writer,
						  linitial_oid(getOwnedSequences(RelationGetRelid(writer.table))),
						  &sample_maps[i], codes[i], maps[i]);
	close_table(&writer);
}

/* ---- fringe_sample ------------------------------------------------------------ */

/* How many of the tables the schema has. Fails if it has one that is not the sample's. */
static int
count_tables(Oid schema, const char *own_schema)
{
	int count = 0;

	for (int i = 0; i < (int) lengthof(sample_tables); i++)
	{
		const char *name = sample_tables[i].name;
		Oid relation = get_relname_relid(name, schema);
		const char *comment;

		if (!OidIsValid(relation))
			continue;
		comment = GetComment(relation, RelationRelationId, 0);
		if (!comment || strcmp(comment, sample_tables[i].comment) != 0)
			ereport(ERROR,
					(errcode(ERRCODE_DUPLICATE_TABLE),
					 errmsg("relation \"%s\" already exists in schema \"%s\"", name,
							get_namespace_name(schema)),
					 errdetail("fringe_sample did not create this table."),
					 errhint("Create the sample in a schema of its own: CREATE SCHEMA "
							 "sample; SET search_path = sample, %s;",
							 quote_identifier(own_schema))));
		count++;
	}
	return count;
}

static void
execute(const char *statements)
{
	int result = SPI_execute(statements, false, 0);

	if (result < 0)
		elog(ERROR, "%s", SPI_result_code_string(result));
}

/*
 * Statements create the tables, but rows are written by the OID of the table. So no operator, function or
 * cast is looked up, and nobody can put another table into the place of one.
 */
static void
create_sample(Oid schema, const char *own_schema)
{
	const char *name = quote_identifier(get_namespace_name(schema));

	SPI_connect();
	execute(psprintf(create_tables, name, quote_identifier(own_schema)));
	put_rows(schema);
	for (int i = 0; i < (int) lengthof(sample_tables); i++)
		CreateComments(get_relname_relid(sample_tables[i].name, schema),
					   RelationRelationId, 0, sample_tables[i].comment);
	execute(psprintf(analyze_tables, name));
	SPI_finish();
}

FRINGE_FUNCTION(fringe_sample)
{
	RangeVar *table = makeRangeVar(NULL, pstrdup(sample_tables[0].name), -1);
	Oid schema = RangeVarGetCreationNamespace(table);
	char *own_schema = get_namespace_name(get_func_namespace(fcinfo->flinfo->fn_oid));
	char *name;
	int tables;

	/* A second session waits here, then finds the tables of the first one. */
	LockDatabaseObject(NamespaceRelationId, schema, 0, ShareUpdateExclusiveLock);
	name = get_namespace_name(schema);
	tables = count_tables(schema, own_schema);
	if (tables == 0)
		create_sample(schema, own_schema);
	else if (tables < (int) lengthof(sample_tables))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_TABLE),
				 errmsg("schema \"%s\" has only some tables of fringe_sample", name),
				 errhint("Drop the tables \"level\" and \"scenario\" if they exist, "
						 "then call fringe_sample again.")));
	PG_RETURN_TEXT_P(cstring_to_text(psprintf(
		"tables %s and %s", quote_qualified_identifier(name, sample_tables[0].name),
		quote_qualified_identifier(name, sample_tables[1].name))));
}
