/*
 * tiled_xml.c - XML of Tiled (TMX, TSX, TX) as a jsonb in the shape of Tiled's JSON
 *
 *     <map width="2"> <layer name="a"> <data encoding="csv">1,2</data> </layer> </map>
 *     {"type": "map", "width": "2",
 *      "layers": [{"type": "tilelayer", "name": "a", "encoding": "csv", "data": "1,2"}]}
 *
 * libxml2 parses, by its push interface: it keeps no tree, and the server can cancel between pieces.
 * Entities, which could multiply or name files, and defaults of attributes are refused. So is an
 * element with very many attributes, for which libxml2 takes quadratic time. An error in
 * a callback is kept and raised when libxml2 has returned.
 */
#include "pg/tiles/tiles.h"

#ifdef FRINGE_LIBXML
#include <libxml/parser.h>
#endif

#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

#ifdef FRINGE_LIBXML

/* Of an element; libxml2 compares each with those before it. */
#define ATTRIBUTES_MAX 1000

#define DEEPEST 200		  /* elements in each other */
#define PIECE (64 * 1024) /* bytes that are parsed at once */

/* How an element becomes JSON. */
typedef enum ElementKind
{
	ELEMENT_OBJECT,		/* an element of an array of its parent */
	ELEMENT_MEMBER,		/* a member of its parent */
	ELEMENT_FLAG,		/* a member of its parent that is true */
	ELEMENT_POINTS,		/* likewise its attribute "points" */
	ELEMENT_PROPERTIES, /* nothing: its children are its parent's */
	ELEMENT_DATA,		/* likewise; its attributes and its text are its parent's, too */
	ELEMENT_TILE,		/* a tile in data: its number is text of its parent */
	ELEMENT_IGNORED
} ElementKind;

typedef struct ElementForm
{
	const char *parents; /* between blanks */
	const char *name;
	ElementKind kind;
	const char *key;
	const char *type; /* the member "type" of the object */
} ElementForm;

static const ElementForm forms[] = {
	{" map group ", "layer", ELEMENT_OBJECT, "layers", "tilelayer"},
	{" map group ", "objectgroup", ELEMENT_OBJECT, "layers", "objectgroup"},
	{" map group ", "imagelayer", ELEMENT_OBJECT, "layers", "imagelayer"},
	{" map group ", "group", ELEMENT_OBJECT, "layers", "group"},
	{" map ", "tileset", ELEMENT_OBJECT, "tilesets", NULL},
	{" template ", "tileset", ELEMENT_MEMBER, "tileset", NULL},
	{" template ", "object", ELEMENT_MEMBER, "object", NULL},
	{" tileset ", "tile", ELEMENT_OBJECT, "tiles", NULL},
	{" objectgroup ", "object", ELEMENT_OBJECT, "objects", NULL},
	{" object ", "point", ELEMENT_FLAG, NULL, NULL},
	{" object ", "ellipse", ELEMENT_FLAG, NULL, NULL},
	{" object ", "capsule", ELEMENT_FLAG, NULL, NULL},
	{" object ", "text", ELEMENT_FLAG, NULL, NULL},
	{" object ", "polygon", ELEMENT_POINTS, NULL, NULL},
	{" object ", "polyline", ELEMENT_POINTS, NULL, NULL},
	{" layer ", "data", ELEMENT_DATA, NULL, NULL},
	{" data ", "chunk", ELEMENT_OBJECT, "chunks", NULL},
	{" data chunk ", "tile", ELEMENT_TILE, NULL, NULL},
	{" properties ", "property", ELEMENT_OBJECT, "properties", NULL},
	{NULL, "properties", ELEMENT_PROPERTIES, NULL, NULL},
};

static const ElementForm root_form = {"", "", ELEMENT_MEMBER, NULL, NULL};
static const ElementForm ignored_form = {"", "", ELEMENT_IGNORED, NULL, NULL};

typedef struct Element
{
	struct Element *parent;
	const ElementForm *form;
	char name[16];
	JsonbValue value;	   /* an object */
	int capacity;		   /* members that there is memory for */
	struct Element *owner; /* whose members it has: itself or an ancestor */
	StringInfoData text;   /* data is NULL where text does not count */
	int64 tiles; /* elements of tiles in it; of such an element: has it a number? */
} Element;

typedef struct XmlReader
{
	xmlParserCtxtPtr parser;
	MemoryContext context;
	Element *top;
	int depth;
	JsonbValue root;
	bool done;
	ErrorData *error;
} XmlReader;

/* ---- values ----------------------------------------------------------- */

static void
report_xml(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_XML_DOCUMENT),
					errmsg("cannot read the XML of a Tiled file"), errdetail("%s", what),
					errhint(TILED_HINT)));
}

static void
report_no_memory(void)
{
	ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
}

/* libxml2 has UTF-8. */
static JsonbValue
string_value(const char *text, Size length)
{
	char *copy = pnstrdup(text, length);
	JsonbValue value = {.type = jbvString};

	value.val.string.val = pg_any_to_server(copy, (int) length, PG_UTF8);
	value.val.string.len = (int) strlen(value.val.string.val);
	return value;
}

static JsonbPair *
find_member(Element *element, const char *key)
{
	for (int i = 0; i < element->value.val.object.nPairs; i++)
	{
		JsonbPair *pair = &element->value.val.object.pairs[i];

		if (pair->key.val.string.len == strlen(key) &&
			memcmp(pair->key.val.string.val, key, strlen(key)) == 0)
			return pair;
	}
	return NULL;
}

/* The member of a key, which is made if it is not there. */
static JsonbValue *
member(Element *element, const char *key)
{
	JsonbPair *pair = find_member(element, key);
	int count = element->value.val.object.nPairs;

	if (pair)
		return &pair->value;
	if (count == element->capacity)
	{
		Size size;

		element->capacity = Max(8, element->capacity * 2);
		size = element->capacity * sizeof(JsonbPair);
		element->value.val.object.pairs =
			count > 0 ? repalloc(element->value.val.object.pairs, size) : palloc(size);
	}
	pair = &element->value.val.object.pairs[element->value.val.object.nPairs++];
	memset(pair, 0, sizeof *pair);
	pair->key.type = jbvString;
	pair->key.val.string.val = pstrdup(key);
	pair->key.val.string.len = (int) strlen(key);
	return &pair->value;
}

static void
append_element(Element *owner, const char *key, const JsonbValue *value)
{
	JsonbValue *array = member(owner, key);
	int count;

	if (array->type != jbvArray)
		*array = (JsonbValue){.type = jbvArray};
	count = array->val.array.nElems;
	/* a power of two: full */
	if ((count & (count - 1)) == 0)
	{
		Size size = Max(1, (Size) count * 2) * sizeof(JsonbValue);

		array->val.array.elems =
			count > 0 ? repalloc_huge(array->val.array.elems, size) : palloc(size);
	}
	array->val.array.elems[array->val.array.nElems++] = *value;
}

/* ---- elements --------------------------------------------------------- */

static const ElementForm *
form_of(const Element *parent, const char *name)
{
	char word[32];

	if (!parent)
		return strcmp(name, "map") == 0 || strcmp(name, "tileset") == 0 ||
					   strcmp(name, "template") == 0
				   ? &root_form
				   : NULL;
	if (parent->form == &ignored_form)
		return &ignored_form;
	snprintf(word, sizeof word, " %s ", parent->name);
	for (int i = 0; i < lengthof(forms); i++)
		if (strcmp(forms[i].name, name) == 0 &&
			(!forms[i].parents || strstr(forms[i].parents, word)))
			return &forms[i];
	return &ignored_form;
}

/* An attribute of five pointers: name, prefix, URI, value and its end. */
static void
take_attribute(Element *element, const xmlChar **attribute)
{
	const char *name = (const char *) attribute[0];
	const char *value = (const char *) attribute[3];
	Size length = attribute[4] - attribute[3];

	if (element->form->kind == ELEMENT_POINTS)
	{
		if (strcmp(name, "points") == 0)
			*member(element->owner, element->form->name) = string_value(value, length);
	}
	else if (element->form->kind == ELEMENT_TILE)
	{
		if (strcmp(name, "gid") == 0)
		{
			appendBinaryStringInfo(&element->parent->text, value, (int) length);
			element->tiles = 1;
		}
	}
	else if (element->form->kind != ELEMENT_FLAG &&
			 element->form->kind != ELEMENT_IGNORED)
		*member(element->owner, name) = string_value(value, length);
}

static void
begin_element(XmlReader *reader, const char *name, int count, const xmlChar **attributes)
{
	const ElementForm *form = form_of(reader->top, name);
	Element *parent = reader->top;
	Element *element;

	if (!form)
		report_xml(
			psprintf("It begins with an element %s, not with a map, a tileset or a "
					 "template.",
					 fringe_quote(name, strlen(name))));
	if (++reader->depth > DEEPEST)
		report_xml(psprintf("More than %d elements are inside each other.", DEEPEST));
	element = palloc0(sizeof(Element));
	element->parent = parent;
	element->form = form;
	strlcpy(element->name, name, sizeof element->name);
	element->value.type = jbvObject;
	element->owner = form->kind == ELEMENT_OBJECT || form->kind == ELEMENT_MEMBER
						 ? element
						 : parent->owner;
	if (strcmp(name, "data") == 0 || strcmp(name, "chunk") == 0 ||
		strcmp(name, "property") == 0)
		initStringInfo(&element->text);
	reader->top = element;
	if (form->kind == ELEMENT_TILE && parent->tiles++ > 0)
		appendStringInfoChar(&parent->text, ',');
	for (int i = 0; i < count; i++)
		take_attribute(element, attributes + i * 5);
	if (form->kind == ELEMENT_TILE && element->tiles == 0)
		appendStringInfoChar(&parent->text, '0');
	if (form->kind == ELEMENT_FLAG)
		*member(element->owner, form->name) =
			(JsonbValue){.type = jbvBool, .val.boolean = true};
	if (form->type)
		*member(element, "type") = string_value(form->type, strlen(form->type));
	if (!parent)
		*member(element, "type") = string_value(name, strlen(name));
	/* a document without them has none, and is still one */
	if (!parent && strcmp(name, "map") == 0)
		*member(element, "layers") = (JsonbValue){.type = jbvArray};
}

/* The text of data, of a chunk or of a property. */
static void
take_text(Element *element)
{
	bool property = strcmp(element->name, "property") == 0;
	const char *key = property ? "value" : "data";

	if (!element->text.data)
		return;
	/* A layer that has chunks has only blanks between them. */
	if (!find_member(element->owner, "chunks") && !find_member(element->owner, key) &&
		!(property && find_member(element->owner, "properties")))
		*member(element->owner, key) =
			string_value(element->text.data, element->text.len);
	pfree(element->text.data);
}

static void
end_element(XmlReader *reader)
{
	Element *element = reader->top;

	take_text(element);
	if (!element->parent)
	{
		reader->root = element->value;
		reader->done = true;
	}
	else if (element->form->kind == ELEMENT_OBJECT)
		append_element(element->parent->owner, element->form->key, &element->value);
	else if (element->form->kind == ELEMENT_MEMBER)
		*member(element->parent->owner, element->form->key) = element->value;
	reader->top = element->parent;
	reader->depth--;
	pfree(element);
}

/* ---- callbacks of libxml2 ----------------------------------------------- */

/* Keeps the error of a callback: it must not jump through libxml2. */
#define GUARDED(reader, action)                                                          \
	do                                                                                   \
	{                                                                                    \
		MemoryContext entered = CurrentMemoryContext;                                    \
		if ((reader)->error)                                                             \
			return;                                                                      \
		PG_TRY();                                                                        \
		{                                                                                \
			action;                                                                      \
		}                                                                                \
		PG_CATCH();                                                                      \
		{                                                                                \
			MemoryContextSwitchTo(entered);                                              \
			(reader)->error = CopyErrorData();                                           \
			FlushErrorState();                                                           \
			xmlStopParser((reader)->parser);                                             \
		}                                                                                \
		PG_END_TRY();                                                                    \
	} while (0)

static void
on_begin(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
		 int namespace_count, const xmlChar **namespaces, int count, int default_count,
		 const xmlChar **attributes)
{
	XmlReader *reader = data;

	GUARDED(reader, begin_element(reader, (const char *) name, count, attributes));
}

static void
on_end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	XmlReader *reader = data;

	GUARDED(reader, end_element(reader));
}

static void
on_text(void *data, const xmlChar *text, int length)
{
	XmlReader *reader = data;

	if (reader->top && reader->top->text.data)
		GUARDED(reader,
				appendBinaryStringInfo(&reader->top->text, (const char *) text, length));
}

static void
on_entity(void *data, const xmlChar *name, int type, const xmlChar *public_id,
		  const xmlChar *system_id, xmlChar *content)
{
	XmlReader *reader = data;

	GUARDED(reader,
			report_xml("It declares an entity, which Tiled's files do not need."));
}

/* Defaults of attributes multiply, too: each element without the attribute has a copy. */
static void
on_attribute(void *data, const xmlChar *element, const xmlChar *name, int type,
			 int default_kind, const xmlChar *default_value, xmlEnumerationPtr values)
{
	XmlReader *reader = data;

	xmlFreeEnumeration(values);
	GUARDED(reader,
			report_xml("It declares an attribute, which Tiled's files do not need."));
}

static void
on_reference(void *data, const xmlChar *name)
{
	XmlReader *reader = data;

	GUARDED(reader, report_xml("It has an entity, which Tiled's files do not need."));
}

#if LIBXML_VERSION >= 21200
static void
on_error(void *data, const xmlError *error)
{
}
#else
static void
on_error(void *data, xmlErrorPtr error)
{
}
#endif

/* ---- attributes ------------------------------------------------------- */

/* The kind of text that the counter of attributes has reached. */
typedef enum TextState
{
	TEXT_OUTSIDE,
	TEXT_TAG,
	TEXT_QUOTED, /* in a tag */
	TEXT_COMMENT,
	TEXT_CDATA,
	TEXT_INSTRUCTION
} TextState;

typedef struct AttributeCount
{
	TextState state;
	char quote;
	int count; /* of the tag */
} AttributeCount;

static bool
begins(const char *at, const char *end, const char *word)
{
	return end - at >= strlen(word) && memcmp(at, word, strlen(word)) == 0;
}

static TextState
state_of_tag(const char *at, const char *end)
{
	return begins(at, end, "<!--")		  ? TEXT_COMMENT
		   : begins(at, end, "<![CDATA[") ? TEXT_CDATA
		   : begins(at, end, "<?")		  ? TEXT_INSTRUCTION
										  : TEXT_TAG;
}

/* Has a comment, CDATA or instruction its last character here? */
static bool
ends_at(TextState state, const char *text, const char *at)
{
	const char *word = state == TEXT_COMMENT ? "--" : state == TEXT_CDATA ? "]]" : "?";

	return *at == '>' && at - text >= strlen(word) &&
		   memcmp(at - strlen(word), word, strlen(word)) == 0;
}

/* Counts the attributes that begin from `at` up to `piece`; `end` is the end of the text. */
static void
count_attributes(AttributeCount *counter, const char *text, const char *at,
				 const char *piece, const char *end)
{
	for (; at < piece; at++)
	{
		if (counter->state == TEXT_QUOTED)
			counter->state = *at == counter->quote ? TEXT_TAG : TEXT_QUOTED;
		else if (counter->state > TEXT_QUOTED)
			counter->state =
				ends_at(counter->state, text, at) ? TEXT_OUTSIDE : counter->state;
		else if (*at == '<')
		{
			counter->state = state_of_tag(at, end);
			counter->count = 0;
		}
		else if (counter->state == TEXT_OUTSIDE)
			continue;
		else if (*at == '>')
			counter->state = TEXT_OUTSIDE;
		else if (*at == '"' || *at == '\'')
		{
			counter->state = TEXT_QUOTED;
			counter->quote = *at;
		}
		else if (*at == '=' && ++counter->count > ATTRIBUTES_MAX)
			report_xml(
				psprintf("An element has more than %d attributes.", ATTRIBUTES_MAX));
	}
}

/* ---- a document ------------------------------------------------------- */

static void
check_parsed(XmlReader *reader, bool failed)
{
	const xmlError *error = xmlCtxtGetLastError(reader->parser);

	if (reader->error)
		ReThrowError(reader->error);
	if (reader->parser->errNo == XML_ERR_NO_MEMORY)
		report_no_memory();
	if (failed || (error && error->level >= XML_ERR_ERROR))
		report_xml(
			psprintf("Line %d: %.*s.", error ? error->line : 0,
					 error && error->message ? (int) strcspn(error->message, "\n") : 0,
					 error && error->message ? error->message : ""));
}

static void
parse_pieces(XmlReader *reader, const char *text, Size length)
{
	AttributeCount counter = {TEXT_OUTSIDE};

	for (Size at = 0; at < length;)
	{
		Size piece = Min(length - at, PIECE);
		int status;

		CHECK_FOR_INTERRUPTS();
		count_attributes(&counter, text, text + at, text + at + piece, text + length);
		status = xmlParseChunk(reader->parser, text + at, (int) piece, 0);
		check_parsed(reader, status != 0);
		fringe_limit_memory("Tiled map",
							MemoryContextMemAllocated(reader->context, true));
		at += piece;
	}
	xmlParseChunk(reader->parser, NULL, 0, 1);
	check_parsed(reader, !reader->parser->wellFormed || !reader->done);
}

static Jsonb *
parse_utf8(const char *text, Size length)
{
	xmlSAXHandler callbacks = {
		.initialized = XML_SAX2_MAGIC,
		.startElementNs = on_begin,
		.endElementNs = on_end,
		.characters = on_text,
		.ignorableWhitespace = on_text,
		.cdataBlock = on_text,
		.entityDecl = on_entity,
		.attributeDecl = on_attribute,
		.reference = on_reference,
		.serror = on_error,
	};
	XmlReader reader = {.context =
							AllocSetContextCreate(CurrentMemoryContext, "XML of Tiled",
												  ALLOCSET_DEFAULT_SIZES)};
	XmlReader *volatile state = &reader;
	MemoryContext result_context = MemoryContextSwitchTo(reader.context);
	Jsonb *result;

	reader.parser = xmlCreatePushParserCtxt(&callbacks, &reader, NULL, 0, NULL);
	if (!reader.parser)
		report_no_memory();
	PG_TRY();
	{
		/* NOENT: else "&amp;" in an attribute stays "&#38;". No other entity can be declared. */
		xmlCtxtUseOptions(reader.parser,
						  XML_PARSE_NONET | XML_PARSE_IGNORE_ENC | XML_PARSE_NOENT);
		parse_pieces(&reader, text, length);
	}
	PG_FINALLY();
	{
		xmlFreeParserCtxt(state->parser);
	}
	PG_END_TRY();
	MemoryContextSwitchTo(result_context);
	result = json_of_value("Tiled map", &reader.root);
	MemoryContextDelete(reader.context);
	return result;
}

/* The text has the encoding of the server, whatever it declares. */
static Jsonb *
parse_xml(const char *text, Size length)
{
	char *utf8 = pg_server_to_any(text, (int) length, PG_UTF8);

	return parse_utf8(utf8, utf8 == text ? length : strlen(utf8));
}

#else

static Jsonb *
parse_xml(const char *text, Size length)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
		 errmsg("this build of fringe does not read XML"),
		 errhint("Build fringe where the headers of libxml2 are installed, or save the "
				 "map as JSON in Tiled.")));
}

#endif

Jsonb *
tiled_parse(const char *text, Size length)
{
	const char *end = text + length;

	fringe_limit_memory("Tiled map", length);
	if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	while (text < end && isspace((unsigned char) *text))
		text++;
	if (text < end && *text == '<')
		return parse_xml(text, end - text);
	if (text == end || *text != '{')
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed Tiled map: it is neither XML nor JSON"),
						errhint("Pass the text of a .tmx or .tmj file.")));
	return json_parse("Tiled map", text, end - text);
}
