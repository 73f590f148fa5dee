/*
 * gridmodel.c - the types gridmodel and gridmethod
 *
 * Both are stored as their canonical text, which every later version can read.
 * PostgreSQL's functions for text and bytea serve for output, comparison and hashing.
 */
#include "pg/types/types.h"

#include <math.h>

#include "access/tupmacs.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"

static struct varlena *
make_text(const char *text, size_t length)
{
	struct varlena *value = palloc(VARHDRSZ + length);

	SET_VARSIZE(value, VARHDRSZ + length);
	memcpy(VARDATA(value), text, length);
	return value;
}

struct varlena *
gridmodel_make(const fr_model *model)
{
	char buffer[FR_MODEL_TEXT_MAX];

	return make_text(buffer, fr_model_write(model, buffer));
}

/* Parses a model and returns its canonical text, or NULL after a soft error. */
static struct varlena *
canonical_model(const char *text, Size length, Node *escontext)
{
	fr_model model;
	fr_error error;

	fringe_poll_element();
	if (fr_model_parse(text, length, &model, &error))
	{
		fringe_report(&error, "gridmodel", escontext);
		return NULL;
	}
	return gridmodel_make(&model);
}

struct varlena *
gridmethod_make(const fr_method *method)
{
	char buffer[FR_METHOD_TEXT_MAX];

	return make_text(buffer, fr_method_write(method, buffer));
}

static struct varlena *
canonical_method(const char *text, Size length, Node *escontext)
{
	fr_method method;
	fr_error error;

	fringe_poll_element();
	if (fr_method_parse(text, length, &method, &error))
	{
		fringe_report(&error, "gridmethod", escontext);
		return NULL;
	}
	return gridmethod_make(&method);
}

static Datum
return_or_null(FunctionCallInfo fcinfo, struct varlena *value)
{
	if (value == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(value);
}

FRINGE_FUNCTION(gridmodel_in)
{
	char *text = PG_GETARG_CSTRING(0);

	return return_or_null(fcinfo, canonical_model(text, strlen(text), fcinfo->context));
}

FRINGE_FUNCTION(gridmethod_in)
{
	char *text = PG_GETARG_CSTRING(0);

	return return_or_null(fcinfo, canonical_method(text, strlen(text), fcinfo->context));
}

static char *
receive_text(StringInfo buf, int *length)
{
	return pq_getmsgtext(buf, buf->len - buf->cursor, length);
}

FRINGE_FUNCTION(gridmodel_recv)
{
	int length;
	char *text = receive_text((StringInfo) PG_GETARG_POINTER(0), &length);

	PG_RETURN_POINTER(canonical_model(text, length, NULL));
}

FRINGE_FUNCTION(gridmethod_recv)
{
	int length;
	char *text = receive_text((StringInfo) PG_GETARG_POINTER(0), &length);

	PG_RETURN_POINTER(canonical_method(text, length, NULL));
}

/* The model of a stored text. Keeps the last one, because most calls repeat it. */
fr_model
gridmodel_parsed(struct varlena *stored)
{
	static fr_model last;
	static char text[64];
	static Size text_length; /* 0: none */
	const char *given = VARDATA_ANY(stored);
	Size length = VARSIZE_ANY_EXHDR(stored);
	fr_model model;
	fr_error error;

	if (length == text_length && memcmp(given, text, length) == 0)
		return last;
	if (fr_model_parse(given, length, &model, &error))
		fringe_report(&error, "gridmodel", NULL);
	if (length <= sizeof text)
	{
		last = model;
		text_length = length;
		memcpy(text, given, length);
	}
	return model;
}

fr_method
gridmethod_parsed(struct varlena *stored)
{
	fr_method method;
	fr_error error;

	if (fr_method_parse(VARDATA_ANY(stored), VARSIZE_ANY_EXHDR(stored), &method, &error))
		fringe_report(&error, "gridmethod", NULL);
	return method;
}

/* ---- numbers ------------------------------------------------------------ */

#define EXACT_DECIMALS 1e15	  /* a double tells decimals of 15 digits apart */
#define MOST_BEFORE_POINT 1e9 /* of FR_DECIMAL_DIGITS */

fr_decimal
fringe_decimal(float8 number, const char *what)
{
	fr_error error = {.status = FR_COST_DIGITS};

	if (isnan(number) || isinf(number) || number < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("%s must be a number, 0 or more", what)));
	for (uint32 scale = 0; number < MOST_BEFORE_POINT && scale <= FR_DECIMAL_DIGITS;
		 scale++)
	{
		double power = (double) fr_power10(scale);
		double digits = rint(number * power);

		if (digits < EXACT_DECIMALS && digits / power == number)
			return (fr_decimal){(uint64) digits, scale};
	}
	error.at = psprintf("%.17g", number);
	error.length = strlen(error.at);
	fringe_report(&error, what, NULL);
	return fr_decimal_one;
}

/* The weight of a code; infinity blocks. */
static fr_decimal
weight_of(float8 number)
{
	if (isinf(number) && number > 0)
		return fr_weight_blocked;
	return fringe_decimal(number, "weight");
}

/* ---- gridmodel_from ---------------------------------------------------- */

static bool
is_null(ArrayType *array, int i)
{
	return ARR_NULLBITMAP(array) && att_isnull(i, ARR_NULLBITMAP(array));
}

/* Reads one element for each code into `into`, which has a place for all codes; returns how many. */
static int
read_weights(ArrayType *codes, ArrayType *weights, fr_code_weight *into)
{
	int count = ArrayGetNItems(ARR_NDIM(codes), ARR_DIMS(codes));
	const char *code = ARR_DATA_PTR(codes);
	const float8 *weight = (const float8 *) ARR_DATA_PTR(weights);
	bool given[FR_CODES] = {false};

	if (count != ArrayGetNItems(ARR_NDIM(weights), ARR_DIMS(weights)))
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("codes and weights must have the same number of elements")));
	if (array_contains_nulls(codes))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("code must not be null")));
	for (int i = 0; i < count; i++, code++)
	{
		CHECK_FOR_INTERRUPTS();
		fringe_check_code(*code);
		if (given[*code - FR_FIRST_CODE])
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("code \"%c\" is given twice", *code)));
		given[*code - FR_FIRST_CODE] = true;
		into[i] = (fr_code_weight){(uint8) *code, fr_weight_blocked};
		if (!is_null(weights, i))
			into[i].weight = weight_of(*weight++);
	}
	return count;
}

/*
 * gridmodel_from(base, codes, weights): the base is a text, because a model without weights
 * has no `weigh` in its text.
 */
FRINGE_FUNCTION(gridmodel_from)
{
	struct varlena *base = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(0));
	fr_code_weight weights[FR_CODES];
	int count = read_weights(PG_GETARG_ARRAYTYPE_P(1), PG_GETARG_ARRAYTYPE_P(2), weights);
	fr_model model;
	fr_error error;

	if (fr_model_parse_weighted(VARDATA_ANY(base), VARSIZE_ANY_EXHDR(base), weights,
								count, &model, &error))
		fringe_report(&error, "gridmodel", NULL);
	PG_RETURN_POINTER(gridmodel_make(&model));
}
