/*
 * slope_tables.c - fringe_slope: published functions of grades as tables for the key `slope`
 *
 * A factor is the time or the energy that one unit of distance takes. doc/reference/rasters.facts
 * has the formulas and their sources.
 */
#include "pg/module.h"

#include <math.h>

#include "core/model/factors.h"
#include "lib/qunique.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/float.h"

/* ---- formulas ---------------------------------------------------------------- */

/* The factor of a grade; one that is not above 0 says that the function has none there. */
typedef double SlopeFormula(double grade, const double *p);

static double
to_degrees(double grade)
{
	return atan(grade) * 180 / M_PI;
}

/* A speed of p0 km/h times exp(-p1 |p2 grade + p3|), where p4 takes the place of p1 downhill of the peak. */
static double
exponential(double grade, const double *p)
{
	double from_peak = p[2] * grade + p[3];

	return 3.6 / (p[0] * exp(-(from_peak < 0 ? p[4] : p[1]) * fabs(from_peak)));
}

/* A speed of p0 m/s times exp(-p1 |angle|) */
static double
angular(double grade, const double *p)
{
	return 1 / (p[0] * exp(-p[1] * fabs(atan(grade))));
}

/* A speed of p0 km/h times exp(-p1 degrees^2) */
static double
bell_of_degrees(double grade, const double *p)
{
	return 3.6 / (p[0] * exp(-p[1] * to_degrees(grade) * to_degrees(grade)));
}

/* A speed of p0 (0.11 + p1 exp(-(100 |grade| + p2)^2 / 1800)) m/s */
static double
bell_of_percents(double grade, const double *p)
{
	double percents = 100 * fabs(grade) + p[2];

	return 1 / (p[0] * (0.11 + p[1] * exp(-percents * percents / 1800)));
}

/* p0 + p1 |grade| + p2 grade^2 seconds per metre */
static double
even(double grade, const double *p)
{
	return p[0] + p[1] * fabs(grade) + p[2] * grade * grade;
}

/* p0 + p1 grade + ... + p6 grade^6 */
static double
polynomial(double grade, const double *p)
{
	double sum = 0;

	for (int i = 6; i >= 0; i--)
		sum = sum * grade + p[i];
	return sum;
}

/* A speed of p0 + p1 degrees + p2 degrees^2 m/s */
static double
parabola(double grade, const double *p)
{
	double angle = to_degrees(grade);

	return 1 / (p[0] + p[1] * angle + p[2] * angle * angle);
}

/* A speed of p2 / (pi p1 (1 + ((degrees - p0) / p1)^2)) + p3 + p4 degrees m/s */
static double
lorentzian(double grade, const double *p)
{
	double angle = to_degrees(grade);
	double from_peak = (angle - p[0]) / p[1];

	return 1 / (p[2] / (M_PI * p[1] * (1 + from_peak * from_peak)) + p[3] + p[4] * angle);
}

/* 0.72 seconds per metre, 6 per metre of climb; p0 per metre of descent on grades from p2 to p1, minus p0 below p2 */
static double
naismith(double grade, const double *p)
{
	if (grade > 0)
		return 0.72 + 6 * grade;
	if (grade <= p[2])
		return 0.72 - p[0] * grade;
	return grade <= p[1] ? 0.72 + p[0] * grade : 0.72;
}

/* ---- functions ----------------------------------------------------------------- */

#define MOST_JUMPS 2
#define TAN_5 0.08748866352592401
#define TAN_12 0.21255656167002213

typedef struct SlopeFunction
{
	const char *name;
	SlopeFormula *formula;
	double p[7];
	bool bends; /* at one grade, which the table has */
	double bend;
	int jumps; /* at these grades: the table has a grade on both sides of each */
	double jump[MOST_JUMPS];
} SlopeFunction;

#define LORENTZIAN(name, a, b, c, d, e)                                                  \
	{                                                                                    \
		name, lorentzian,                                                                \
		{                                                                                \
			a, b, c, d, e                                                                \
		}                                                                                \
	}

static const SlopeFunction functions[] = {
	{"tobler", exponential, {6, 3.5, 1, 0.05, 3.5}, true, -0.05},
	{"tobler_offpath", exponential, {3.6, 3.5, 1, 0.05, 3.5}, true, -0.05},
	{"modified_tobler", exponential, {4.8, 5.3, 0.7, 0.03, 5.3}, true, -0.03 / 0.7},
	{"kondo_saino", exponential, {5.1, 2.25, 1, 0.07, 1.5}, true, -0.07},
	{"garmy", bell_of_degrees, {4, 0.008}},
	{"davey", angular, {1.4, 2.8}, true, 0},
	{"rees", even, {0.75, 0.09, 14.6}, true, 0},
	{"irmischer_clarke_male", bell_of_percents, {1, 1, 5}, true, 0},
	{"irmischer_clarke_female", bell_of_percents, {0.95, 1, 5}, true, 0},
	{"irmischer_clarke_offpath_male", bell_of_percents, {1, 0.67, 2}, true, 0},
	{"irmischer_clarke_offpath_female", bell_of_percents, {0.95, 0.67, 2}, true, 0},
	{"naismith", naismith, {2, -TAN_5, -TAN_12}, true, 0, 2, {-TAN_12, -TAN_5}},
	{"langmuir", naismith, {1.9998, 0, -0.2125}, true, 0, 1, {-0.2125}},
	{"campbell_2017", parabola, {1.662, -0.005191, -0.001127}},
	LORENTZIAN("campbell_2019_1", -2.1, 12.273, 21.816, 0.263, -0.00193),
	LORENTZIAN("campbell_2019_5", -1.527, 14.041, 36.813, 0.32, -0.00273),
	LORENTZIAN("campbell_2019_10", -1.568, 13.328, 38.892, 0.404, -0.00323),
	LORENTZIAN("campbell_2019_15", -1.626, 11.847, 38.231, 0.481, -0.00356),
	LORENTZIAN("campbell_2019_20", -1.71, 10.154, 36.905, 0.557, -0.00389),
	LORENTZIAN("campbell_2019_25", -1.822, 8.827, 37.111, 0.616, -0.00402),
	LORENTZIAN("campbell_2019_30", -1.858, 8.412, 39.995, 0.645, -0.0043),
	LORENTZIAN("campbell_2019_35", -1.891, 8.584, 44.852, 0.649, -0.00443),
	LORENTZIAN("campbell_2019_40", -1.958, 8.96, 50.34, 0.649, -0.00457),
	LORENTZIAN("campbell_2019_45", -2.05, 9.402, 56.172, 0.646, -0.0046),
	LORENTZIAN("campbell_2019_50", -2.171, 10.064, 63.66, 0.628, -0.00463),
	LORENTZIAN("campbell_2019_55", -2.317, 10.712, 71.572, 0.608, -0.00451),
	LORENTZIAN("campbell_2019_60", -2.459, 11.311, 79.287, 0.599, -0.00461),
	LORENTZIAN("campbell_2019_65", -2.647, 12.089, 89.143, 0.576, -0.00465),
	LORENTZIAN("campbell_2019_70", -2.823, 12.784, 98.697, 0.566, -0.00493),
	LORENTZIAN("campbell_2019_75", -3.067, 13.888, 113.655, 0.518, -0.00488),
	LORENTZIAN("campbell_2019_80", -3.371, 15.395, 134.409, 0.443, -0.00472),
	LORENTZIAN("campbell_2019_85", -3.661, 17.137, 159.027, 0.385, -0.00534),
	LORENTZIAN("campbell_2019_90", -3.06, 16.653, 138.875, 0.823, -0.01386),
	LORENTZIAN("campbell_2019_95", -3.485, 17.033, 138.04, 1.179, -0.01252),
	LORENTZIAN("campbell_2019_99", -4, 13.903, 123.515, 1.961, -0.01081),
	LORENTZIAN("sullivan_17", -3.3717, 25.8255, 92.6594, -0.1624, 0.0019),
	LORENTZIAN("sullivan_50", -2.8292, 20.9482, 77.6346, -0.2228, 0.0004),
	LORENTZIAN("sullivan_83", -2.2893, 19.4024, 65.3577, -0.6226, 0.0020),
	{"minetti", polynomial, {2.5, 19.6, 51.9, -76.8, -58.7, 280.5}},
	{"herzog", polynomial, {1.64, 19.825, 93.419, -78.199, -517.39, 278.19, 1337.8}},
	{"llobera_sluckin", polynomial, {2.635, 17.37, 42.37, -21.43, 14.93}},
	{"wheeled", even, {1, 0, 1 / (0.12 * 0.12)}},
};

/* All names. Those of a family, which differ only after the last underscore, share their beginning. */
static const char *
names_of_functions(void)
{
	StringInfoData names;
	int family = -1; /* bytes up to the last underscore of the name before */

	initStringInfo(&names);
	for (int i = 0; i < lengthof(functions); i++)
	{
		const char *name = functions[i].name;
		const char *last = strrchr(name, '_');
		int length = last ? (int) (last + 1 - name) : 0;

		if (length > 0 && length == family &&
			memcmp(name, functions[i - 1].name, length) == 0)
			appendStringInfo(&names, "|%s", name + length);
		else
			appendStringInfo(&names, "%s%s", i > 0 ? ", " : "", name);
		family = length;
	}
	return names.data;
}

static const SlopeFunction *
function_argument(const text *name)
{

	for (int i = 0; i < lengthof(functions); i++)
		if (VARSIZE_ANY_EXHDR(name) == strlen(functions[i].name) &&
			memcmp(VARDATA_ANY(name), functions[i].name, VARSIZE_ANY_EXHDR(name)) == 0)
			return &functions[i];
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("unknown function of slopes: %s", fringe_quote_text(name)),
					errhint("Functions: %s.", names_of_functions())));
}

/* ---- the table ------------------------------------------------------------------- */

/* A number in parts, rounded; it fits, because a grade of the key has 9 digits before its point. */
static int64
parts_argument(FunctionCallInfo fcinfo, int n, const char *what)
{
	double number = PG_GETARG_FLOAT8(n);

	if (!(fabs(number) < FR_SLOPE_PARTS))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%s is out of range: %s", what, float8out_internal(number)),
				 errdetail("A grade has at most 9 digits before its point.")));
	return (int64) rint(number * FR_SLOPE_PARTS);
}

static fr_slope_point
point_at(const SlopeFunction *function, int64 grade)
{
	double factor = function->formula((double) grade / FR_SLOPE_PARTS, function->p);
	fr_slope_point point = {grade, 0};

	if (factor > 0 && factor < FR_SLOPE_PARTS)
		point.factor = (uint64) rint(factor * FR_SLOPE_PARTS);
	if (point.factor == 0)
		ereport(
			ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("%s has no factor for grade %s", function->name,
					float8out_internal((double) grade / FR_SLOPE_PARTS)),
			 errdetail("The formula gives %s.", float8out_internal(factor)),
			 errhint("Choose least and greatest within the grades that were measured.")));
	return point;
}

static int
compare_grades(const void *a, const void *b)
{
	int64 x = *(const int64 *) a;
	int64 y = *(const int64 *) b;

	return x < y ? -1 : x > y;
}

/* The grades of bends and jumps. Those of a jump are 10^-9 apart. */
static int
add_breaks(const SlopeFunction *function, int64 *grades)
{
	int count = 0;

	if (function->bends)
		grades[count++] = (int64) rint(function->bend * FR_SLOPE_PARTS);
	for (int i = 0; i < function->jumps; i++)
	{
		int64 below = (int64) floor(function->jump[i] * FR_SLOPE_PARTS);

		grades[count++] = below;
		grades[count++] = below + 1;
	}
	return count;
}

/* fringe_slope(name, least, greatest, step) */
FRINGE_FUNCTION(fringe_slope)
{
	const SlopeFunction *function = function_argument(PG_GETARG_TEXT_PP(0));
	int64 least = parts_argument(fcinfo, 1, "least grade");
	int64 greatest = parts_argument(fcinfo, 2, "greatest grade");
	int64 step = parts_argument(fcinfo, 3, "step of grades");
	int64 breaks[1 + 2 * MOST_JUMPS];
	int64 grades[FR_SLOPE_POINTS + 1 + 2 * MOST_JUMPS];
	int64 even_grades;
	int count = 0;
	fr_model table = {0};
	char text[FR_MODEL_TEXT_MAX];

	if (step <= 0 || greatest <= least)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid range of grades"),
				 errdetail("The step must be above 0, and the greatest grade above "
						   "the least one.")));
	even_grades = (greatest - least + step - 1) / step;
	if (even_grades < FR_SLOPE_POINTS)
	{
		for (int i = add_breaks(function, breaks) - 1; i >= 0; i--)
			if (breaks[i] > least && breaks[i] < greatest)
				grades[count++] = breaks[i];
		for (int64 i = 0; i < even_grades; i++)
			grades[count++] = least + i * step;
		grades[count++] = greatest;
		qsort(grades, count, sizeof(int64), compare_grades);
		count = (int) qunique(grades, count, sizeof(int64), compare_grades);
	}
	if (even_grades >= FR_SLOPE_POINTS || count > FR_SLOPE_POINTS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("table would have more than %d grades", FR_SLOPE_POINTS),
				 errhint("Increase the step, or choose a smaller range of grades.")));
	table.slope_points = count;
	for (int i = 0; i < count; i++)
		table.slope[i] = point_at(function, grades[i]);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(text, fr_slope_write(&table, text) - text));
}
