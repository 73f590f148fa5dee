/*
 * sample.c - the tables of the manual's examples
 */
#include "pg/types/types.h"

#include "catalog/namespace.h"
#include "catalog/pg_class.h"
#include "catalog/pg_namespace.h"
#include "commands/comment.h"
#include "executor/spi.h"
#include "nodes/makefuncs.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"

/* A table of the sample is known by its comment, which a dump keeps. */
static const struct
{
	const char *name;
	const char *comment;
} sample_tables[] = {
	{"level", "maps of fringe_sample()"},
	{"scenario", "questions of fringe_sample()"},
};

/* %s is the schema of the extension. */
static const char safe_path[] = "pg_catalog, %s, pg_temp";

/*
 * The maps and scenarios of the folder data, and the map arena. The columns are those that
 * fringe_load creates, so it can load more maps. The pairs of cells come from the
 * generator of make_scenarios.c: two numbers are a cell, and blocked cells are skipped.
 *
 * %1$s is the schema, which is not on the path. The arguments of functions have exactly the
 * declared types, so that no function of the same name is preferred.
 */
static const char create_tables[] =
	"CREATE TABLE %1$s.level (name text PRIMARY KEY, biome text, map gridmap NOT NULL);\n"
	"INSERT INTO %1$s.level VALUES\n"
	"    ('arena', 'cave', gridmap_caves(60, 13, float8 '0.4', bigint '7')),\n"
	"    ('caves', 'cave', gridmap_caves(250, 200, float8 '0.43', bigint '5')),\n"
	"    ('grotto', 'cave', gridmap_caves(100, 40, float8 '0.42', bigint '12')),\n"
	"    ('maze', 'house', gridmap_maze(149, 149, 2, bigint '4')),\n"
	"    ('rooms', 'house', gridmap_rooms(149, 149, 9, bigint '3')),\n"
	"    ('walls-200', 'ruin', gridmap_walls(300, 300, 200, 20, bigint '1')),\n"
	"    ('walls-600', 'ruin', gridmap_walls(300, 300, 600, 20, bigint '1'));\n"
	"CREATE TABLE %1$s.scenario (\n"
	"    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n"
	"    level text NOT NULL REFERENCES %1$s.level (name) ON UPDATE CASCADE ON DELETE CASCADE,\n"
	"    bucket int NOT NULL,\n"
	"    start gridcell NOT NULL,\n"
	"    goal gridcell NOT NULL,\n"
	"    optimal float8 NOT NULL\n"
	") WITH (parallel_workers = 1024);\n"
	"WITH RECURSIVE state (i, value) AS (\n"
	"    SELECT 0, 7::numeric\n"
	"    UNION ALL\n"
	"    SELECT i + 1, mod(value * 6364136223846793005 + 1442695040888963407, 18446744073709551616) FROM state WHERE i < 2000\n"
	"), number AS (\n"
	"    SELECT i, div(value, 8589934592)::int AS value FROM state WHERE i > 0\n"
	"), draw AS (\n"
	"    SELECT x.i, x.value AS x, y.value AS y FROM number x JOIN number y ON y.i = x.i + 1 WHERE mod(x.i, 2) = 1\n"
	"), cell AS (\n"
	"    SELECT name, cell, row_number() OVER (PARTITION BY name ORDER BY i) AS n\n"
	"    FROM %1$s.level, draw, gridcell(mod(x, gridmap_width(map)), mod(y, gridmap_height(map))) AS cell\n"
	"    WHERE name <> 'arena' AND gridmap_code(map, cell)::text = '.'\n"
	"), pair AS (\n"
	"    SELECT name, start.n, start.cell AS start, goal.cell AS goal\n"
	"    FROM cell start JOIN cell goal USING (name) WHERE mod(start.n, 2) = 1 AND start.n < 400 AND goal.n = start.n + 1\n"
	"), answer AS (\n"
	"    SELECT name, n, start, goal,\n"
	"        coalesce(round(fringe_cost(map, start, goal, gridmodel 'octile', gridmethod 'auto')::numeric, 8), 0) AS cost\n"
	"    FROM pair JOIN %1$s.level USING (name) OFFSET 0\n"
	")\n"
	"INSERT INTO %1$s.scenario (level, bucket, start, goal, optimal)\n"
	"SELECT name, floor(cost / 4), start, goal, cost FROM answer ORDER BY name, n;\n"
	"CREATE INDEX scenario_level ON %1$s.scenario (level);\n"
	"ANALYZE %1$s.level, %1$s.scenario;\n"
	"COMMENT ON TABLE %1$s.level IS 'maps of fringe_sample()';\n"
	"COMMENT ON TABLE %1$s.scenario IS 'questions of fringe_sample()';\n";

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
					 errdetail("It is not a table of fringe_sample."),
					 errhint("Create the sample in a schema of its own: CREATE SCHEMA "
							 "sample; SET search_path = sample, %s;",
							 quote_identifier(own_schema))));
		count++;
	}
	return count;
}

static void
create_sample(const char *schema, const char *own_schema)
{
	char *statements = psprintf(create_tables, quote_identifier(schema));
	int nest = NewGUCNestLevel();
	int result;

	(void) set_config_option("search_path",
							 psprintf(safe_path, quote_identifier(own_schema)),
							 PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
	SPI_connect();
	result = SPI_execute(statements, false, 0);
	if (result < 0)
		elog(ERROR, "%s", SPI_result_code_string(result));
	SPI_finish();
	AtEOXact_GUC(true, nest);
}

PG_FUNCTION_INFO_V1(fringe_sample);
Datum
fringe_sample(PG_FUNCTION_ARGS)
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
		create_sample(name, own_schema);
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
