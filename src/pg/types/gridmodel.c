/*
 * gridmodel.c - the types gridmodel and gridmethod
 *
 * Both are stored as their canonical text, which every later version can read.
 * PostgreSQL's functions for text and bytea serve for output, comparison and hashing.
 */
#include "pg/types/types.h"

#include "libpq/pqformat.h"

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

PG_FUNCTION_INFO_V1(gridmodel_in);
Datum
gridmodel_in(PG_FUNCTION_ARGS)
{
	char *text = PG_GETARG_CSTRING(0);

	return return_or_null(fcinfo, canonical_model(text, strlen(text), fcinfo->context));
}

PG_FUNCTION_INFO_V1(gridmethod_in);
Datum
gridmethod_in(PG_FUNCTION_ARGS)
{
	char *text = PG_GETARG_CSTRING(0);

	return return_or_null(fcinfo, canonical_method(text, strlen(text), fcinfo->context));
}

static char *
receive_text(StringInfo buf, int *length)
{
	return pq_getmsgtext(buf, buf->len - buf->cursor, length);
}

PG_FUNCTION_INFO_V1(gridmodel_recv);
Datum
gridmodel_recv(PG_FUNCTION_ARGS)
{
	int length;
	char *text = receive_text((StringInfo) PG_GETARG_POINTER(0), &length);

	PG_RETURN_POINTER(canonical_model(text, length, NULL));
}

PG_FUNCTION_INFO_V1(gridmethod_recv);
Datum
gridmethod_recv(PG_FUNCTION_ARGS)
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
