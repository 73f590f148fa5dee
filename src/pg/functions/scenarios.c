/*
 * scenarios.c - Moving AI scenarios
 */
#include "pg/types/types.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/tuplestore.h"

static double
parse_optimal(const fr_scenario *scenario)
{
	char *text = pnstrdup(scenario->optimal, scenario->optimal_length);
	double value = FRINGE_FLOAT8IN(text);

	pfree(text);
	return value;
}

static void
put_scenario(ReturnSetInfo *rsinfo, const fr_scenario *s)
{
	bool nulls[7] = {false};
	Datum values[7] = {Int32GetDatum(s->bucket),
					   PointerGetDatum(cstring_to_text_with_len(s->map, s->map_length)),
					   Int32GetDatum(s->width),
					   Int32GetDatum(s->height),
					   CellGetDatum(s->start),
					   CellGetDatum(s->goal),
					   Float8GetDatum(parse_optimal(s))};

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	pfree(DatumGetPointer(values[1]));
}

FRINGE_FUNCTION(fringe_scenarios)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	text *scen = PG_GETARG_TEXT_PP(0);
	fr_scenario_reader reader =
		fr_scenario_open(VARDATA_ANY(scen), VARSIZE_ANY_EXHDR(scen));
	fr_scenario scenario;
	fr_error error;

	InitMaterializedSRF(fcinfo, 0);
	while (fr_scenario_next(&reader, &scenario, &fringe_poll, &error))
		put_scenario(rsinfo, &scenario);
	if (error.status != FR_OK)
		fringe_report(&error, "scenario", NULL);
	return (Datum) 0;
}
