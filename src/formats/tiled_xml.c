/*
 * tiled_xml.c - XML of Tiled (TMX, TSX, TX) as a tree in the shape of Tiled's JSON
 *
 *     <map width="2"> <layer name="a"> <data encoding="csv">1,2</data> </layer> </map>
 *     {"type": "map", "width": "2",
 *      "layers": [{"type": "tilelayer", "name": "a", "encoding": "csv", "data": "1,2"}]}
 *
 * Expat parses piece by piece, so that the server can cancel between pieces, and takes all its memory
 * from the reading. A DOCTYPE with declarations ends it before the first of them: entities could
 * multiply or name files. An error in a callback is kept, stops Expat, and is raised when it has
 * returned.
 */
#include "formats/formats.h"

#ifdef FRINGE_EXPAT
#include <expat.h>
#include <stddef.h>
#endif

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"

/* The code is written for Expat 2.9, which has other names for what counts. */
#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION < 9
#define XML_GetCurrentByteIndex64 XML_GetCurrentByteIndex
#define XML_GetCurrentByteCount64 XML_GetCurrentByteCount
#define XML_GetCurrentLineNumber64 XML_GetCurrentLineNumber
#endif

#ifdef FRINGE_EXPAT

#define DEEPEST 200						/* elements in each other */
#define ATTRIBUTES_MAX 10000			/* of an element */
#define PIECE (64 * 1024)				/* bytes that are parsed at once */
#define LONGEST_TOKEN (8 * 1024 * 1024) /* a tag or a comment, which Expat takes whole */

/* How an element becomes JSON. */
typedef enum ElementKind
{
	ELEMENT_OBJECT,		/* an element of an array of its parent */
	ELEMENT_MEMBER,		/* a member of its parent */
	ELEMENT_FLAG,		/* a member of its parent that is true */
	ELEMENT_POINTS,		/* a member of its parent that is its attribute "points" */
	ELEMENT_PROPERTIES, /* nothing: its children are its parent's */
	ELEMENT_DATA,		/* nothing: its children, encoding and text are its parent's */
	ELEMENT_TILE,		/* a tile in data: its number is text of its parent */
	ELEMENT_IGNORED
} ElementKind;

/* The arrays of elements. */
typedef enum ListKind
{
	LIST_LAYERS,
	LIST_TILESETS,
	LIST_TILES,
	LIST_OBJECTS,
	LIST_CHUNKS,
	LIST_PROPERTIES,
	LIST_KINDS
} ListKind;

static const char *const list_keys[] = {"layers",  "tilesets", "tiles",
										"objects", "chunks",   "properties"};

typedef struct ElementForm
{
	const char *parents; /* between blanks */
	const char *name;
	ElementKind kind;
	ListKind list;	  /* of an ELEMENT_OBJECT */
	const char *type; /* the member "type" of the object */
} ElementForm;

static const ElementForm forms[] = {
	{" map group ", "layer", ELEMENT_OBJECT, LIST_LAYERS, "tilelayer"},
	{" map group ", "objectgroup", ELEMENT_OBJECT, LIST_LAYERS, "objectgroup"},
	{" map group ", "imagelayer", ELEMENT_OBJECT, LIST_LAYERS, "imagelayer"},
	{" map group ", "group", ELEMENT_OBJECT, LIST_LAYERS, "group"},
	{" map ", "tileset", ELEMENT_OBJECT, LIST_TILESETS, NULL},
	{" template ", "tileset", ELEMENT_MEMBER, 0, NULL},
	{" template ", "object", ELEMENT_MEMBER, 0, NULL},
	{" tileset ", "tile", ELEMENT_OBJECT, LIST_TILES, NULL},
	{" tile ", "objectgroup", ELEMENT_MEMBER, 0, NULL},
	{" objectgroup ", "object", ELEMENT_OBJECT, LIST_OBJECTS, NULL},
	{" object ", "point", ELEMENT_FLAG, 0, NULL},
	{" object ", "ellipse", ELEMENT_FLAG, 0, NULL},
	{" object ", "capsule", ELEMENT_FLAG, 0, NULL},
	{" object ", "text", ELEMENT_FLAG, 0, NULL},
	{" object ", "polygon", ELEMENT_POINTS, 0, NULL},
	{" object ", "polyline", ELEMENT_POINTS, 0, NULL},
	{" layer ", "data", ELEMENT_DATA, 0, NULL},
	{" data ", "chunk", ELEMENT_OBJECT, LIST_CHUNKS, NULL},
	{" data chunk ", "tile", ELEMENT_TILE, 0, NULL},
	{" properties ", "property", ELEMENT_OBJECT, LIST_PROPERTIES, NULL},
	{NULL, "properties", ELEMENT_PROPERTIES, 0, NULL},
};

static const ElementForm root_form = {"", "", ELEMENT_MEMBER, 0, NULL};
static const ElementForm ignored_form = {"", "", ELEMENT_IGNORED, 0, NULL};

/* Text of data, of a chunk or of a property, in a buffer that doubles. */
typedef struct ElementText
{
	bool counts;
	char *bytes;
	Size length;
	Size capacity;
} ElementText;

typedef struct Element
{
	struct Element *parent;
	const ElementForm *form;
	char name[16];
	TreeNode *node;		   /* an object */
	struct Element *owner; /* whose members it has: itself or an ancestor */
	TreeNode *lists[LIST_KINDS];
	bool has_value; /* the value of a property, or the data of a layer, is there */
	bool has_tile;	/* a tile in it has come; of such a tile: it has a number */
	ElementText text;
} Element;

typedef struct XmlReader
{
	XML_Parser parser;
	Reading *reading;
	const char *begin; /* of the document */
	Element *top;
	int depth;
	bool external; /* the document names declarations, which are not read */
	const TreeNode *root;
	ErrorData *error;
} XmlReader;

static void
report_xml(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_XML_DOCUMENT),
					errmsg("cannot read the XML of a Tiled file"), errdetail("%s", what),
					errhint(TILED_HINT)));
}

/* ---- values ----------------------------------------------------------- */

/* Expat has UTF-8, in memory that it reuses. */
static fr_span
copy_text(XmlReader *reader, const char *text, Size length)
{
	char *copy = reading_small(reader->reading, length + 1);
	char *converted;

	memcpy(copy, text, length);
	copy[length] = '\0';
	converted = pg_any_to_server(copy, (int) length, PG_UTF8);
	return (fr_span){converted, converted == copy ? length : strlen(converted)};
}

static void
put_text(XmlReader *reader, Element *element, const char *key, fr_span text)
{
	TreeNode *node = tree_put(reader->reading, element->node, (fr_span){key, strlen(key)},
							  TREE_STRING);

	tree_set_text(node, text.at, text.length);
}

static void
put_word(XmlReader *reader, Element *element, const char *key, const char *word)
{
	put_text(reader, element, key, (fr_span){word, strlen(word)});
}

/* The array of a kind, which is made if it is not there. */
static TreeNode *
list_of(XmlReader *reader, Element *owner, ListKind kind)
{
	const char *key = list_keys[kind];

	if (!owner->lists[kind])
		owner->lists[kind] = tree_put(reader->reading, owner->node,
									  (fr_span){key, strlen(key)}, TREE_ARRAY);
	return owner->lists[kind];
}

static void
append_text(XmlReader *reader, Element *element, const char *text, Size length)
{
	ElementText *to = &element->text;
	Size needed = to->length + length;

	if (length == 0)
		return;
	if (needed > to->capacity)
	{
		Size capacity = Max(needed, Max(64, to->capacity * 2));

		reading_check(reader->reading, capacity - to->capacity);
		to->bytes = to->bytes ? repalloc_huge(to->bytes, capacity)
							  : reading_alloc(reader->reading, capacity);
		to->capacity = capacity;
	}
	memcpy(to->bytes + to->length, text, length);
	to->length = needed;
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

static void
take_attribute(XmlReader *reader, Element *element, const char *name, const char *value)
{
	Size length = strlen(value);

	switch (element->form->kind)
	{
		case ELEMENT_OBJECT:
		case ELEMENT_MEMBER:
			put_text(reader, element, copy_text(reader, name, strlen(name)).at,
					 copy_text(reader, value, length));
			element->has_value |= strcmp(name, "value") == 0;
			break;
		case ELEMENT_POINTS:
			if (strcmp(name, "points") == 0)
				put_text(reader, element->owner, element->form->name,
						 copy_text(reader, value, length));
			break;
		case ELEMENT_DATA:
			if (strcmp(name, "encoding") == 0 || strcmp(name, "compression") == 0)
				put_text(reader, element->owner,
						 strcmp(name, "encoding") == 0 ? "encoding" : "compression",
						 copy_text(reader, value, length));
			break;
		case ELEMENT_TILE:
			if (strcmp(name, "gid") == 0)
			{
				append_text(reader, element->parent, value, length);
				element->has_tile = true;
			}
			break;
		default:
			break;
	}
}

/* Expat leaves out an entity of declarations that are elsewhere, so the tag is searched for one. */
static void
check_entities(const XmlReader *reader)
{
	static const char *const known[] = {"amp;", "lt;", "gt;", "quot;", "apos;", "#"};
	const char *at = reader->begin + XML_GetCurrentByteIndex64(reader->parser);
	const char *end = at + XML_GetCurrentByteCount64(reader->parser);

	while ((at = memchr(at, '&', end - at)) != NULL)
	{
		bool found = false;

		at++;
		for (int i = 0; i < lengthof(known); i++)
			found |= end - at >= strlen(known[i]) &&
					 memcmp(at, known[i], strlen(known[i])) == 0;
		if (!found)
			report_xml("It has an entity, which Tiled's files do not need.");
	}
}

static void
begin_element(XmlReader *reader, const char *name, const char **attributes)
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
	if (reader->external)
		check_entities(reader);
	element = reading_alloc(reader->reading, sizeof(Element));
	*element = (Element){.parent = parent, .form = form};
	strlcpy(element->name, name, sizeof element->name);
	if (form->kind == ELEMENT_OBJECT)
		element->node = tree_append(
			reader->reading, list_of(reader, parent->owner, form->list), TREE_OBJECT);
	else if (form->kind == ELEMENT_MEMBER)
		element->node =
			parent ? tree_put(reader->reading, parent->owner->node,
							  (fr_span){form->name, strlen(form->name)}, TREE_OBJECT)
				   : tree_new(reader->reading, TREE_OBJECT);
	element->owner = element->node ? element : parent->owner;
	element->text.counts = strcmp(name, "data") == 0 || strcmp(name, "chunk") == 0 ||
						   strcmp(name, "property") == 0;
	reader->top = element;
	if (form->kind == ELEMENT_TILE && parent->has_tile)
		append_text(reader, parent, ",", 1);
	if (form->kind == ELEMENT_TILE)
		parent->has_tile = true;
	for (int i = 0; attributes[i]; i += 2)
		take_attribute(reader, element, attributes[i], attributes[i + 1]);
	if (form->kind == ELEMENT_TILE && !element->has_tile)
		append_text(reader, parent, "0", 1);
	if (form->kind == ELEMENT_FLAG)
		tree_put(reader->reading, element->owner->node,
				 (fr_span){form->name, strlen(form->name)}, TREE_BOOL)
			->truth = true;
	if (form->type)
		put_word(reader, element, "type", form->type);
	if (!parent)
	{
		reader->root = element->node;
		put_word(reader, element, "type", element->name);
		/* a document without them has none, and is still one */
		if (strcmp(name, "map") == 0)
			list_of(reader, element, LIST_LAYERS);
	}
}

/* The text of data, of a chunk or of a property. */
static void
take_text(XmlReader *reader, Element *element)
{
	const char *bytes = element->text.bytes ? element->text.bytes : "";
	bool property = strcmp(element->name, "property") == 0;
	Element *owner = element->owner;

	/* A layer that has chunks has only blanks between them. */
	if (!owner->lists[LIST_CHUNKS] && !owner->has_value &&
		!(property && owner->lists[LIST_PROPERTIES]))
	{
		put_text(reader, owner, property ? "value" : "data",
				 GetDatabaseEncoding() == PG_UTF8
					 ? (fr_span){bytes, element->text.length}
					 : copy_text(reader, bytes, element->text.length));
		owner->has_value = true;
	}
}

static void
end_element(XmlReader *reader)
{
	Element *element = reader->top;

	if (element->text.counts)
		take_text(reader, element);
	reader->top = element->parent;
	reader->depth--;
	pfree(element);
}

/* ---- callbacks of Expat -------------------------------------------------- */

/* Keeps the error of a callback: it must not jump through Expat. */
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
			XML_StopParser((reader)->parser, XML_FALSE);                                 \
		}                                                                                \
		PG_END_TRY();                                                                    \
	} while (0)

static void
on_begin(void *data, const char *name, const char **attributes)
{
	XmlReader *reader = data;

	GUARDED(reader, begin_element(reader, name, attributes));
}

static void
on_end(void *data, const char *name)
{
	XmlReader *reader = data;

	GUARDED(reader, end_element(reader));
}

static void
on_text(void *data, const char *text, int length)
{
	XmlReader *reader = data;

	if (reader->top && reader->top->text.counts)
		GUARDED(reader, append_text(reader, reader->top, text, length));
}

static void
on_doctype(void *data, const char *name, const char *system_id, const char *public_id,
		   int has_declarations)
{
	XmlReader *reader = data;

	reader->external = true;
	if (has_declarations)
		GUARDED(reader,
				report_xml("It has declarations, which Tiled's files do not need."));
}

static void
on_entity(void *data, const char *name, int is_parameter)
{
	XmlReader *reader = data;

	GUARDED(reader, report_xml("It has an entity, which Tiled's files do not need."));
}

/* ---- memory of Expat ----------------------------------------------------- */

/* The read that Expat allocates for: Expat passes no context to these functions. Only one document is parsed at a time. */
static Reading *expat_reading;

/* An allocation within fringe.max_memory failed: the system has no more. */
static bool system_is_out_of_memory;

/* A block's size, in front of it. The server's blocks are aligned for words and doubles, which is all that Expat keeps. */
typedef union Chunk
{
	Size size;
	char aligned[MAXIMUM_ALIGNOF];
} Chunk;

static void *
allocate(size_t size)
{
	Size whole = size + sizeof(Chunk);
	Chunk *chunk;

	if (MemoryContextMemAllocated(expat_reading->context, true) + whole >
		fringe_memory_limit())
		return NULL;
	chunk = MemoryContextAllocExtended(expat_reading->context, whole,
									   MCXT_ALLOC_HUGE | MCXT_ALLOC_NO_OOM);
	if (!chunk)
	{
		system_is_out_of_memory = true;
		return NULL;
	}
	chunk->size = size;
	return chunk + 1;
}

static void
release(void *old)
{
	if (old)
		pfree((Chunk *) old - 1);
}

static void *
reallocate(void *old, size_t size)
{
	void *new = allocate(size);

	if (new &&old)
	{
		memcpy(new, old, Min(size, ((Chunk *) old - 1)->size));
		release(old);
	}
	return new;
}

/* Expat says that it got no memory, and not why. */
static void
report_no_memory(const Reading *reading)
{
	if (system_is_out_of_memory)
		ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory")));
	fringe_limit_memory(reading->what, fringe_memory_limit() + 1);
}

/* ---- a document ------------------------------------------------------- */

static void
check_parsed(XmlReader *reader, enum XML_Status status)
{
	enum XML_Error error = XML_GetErrorCode(reader->parser);

	if (reader->error)
		ReThrowError(reader->error);
	if (status != XML_STATUS_ERROR)
		return;
	if (error == XML_ERROR_NO_MEMORY)
		report_no_memory(reader->reading);
	report_xml(psprintf("Line %llu: %s.",
						(unsigned long long) XML_GetCurrentLineNumber64(reader->parser),
						XML_ErrorString(error)));
}

/*
 * Raises an error if a tag that has not ended has very many attributes, which Expat would take all at
 * once.
 */
static void
check_attributes(const char *tag, const char *end)
{
	int attributes = 0;

	if (end - tag < 2 || tag[0] != '<' || tag[1] == '!' || tag[1] == '?')
		return;
	for (const char *at = tag; at < end; at++)
	{
		if (*at != '"' && *at != '\'')
			continue;
		if (++attributes > ATTRIBUTES_MAX)
			report_xml(
				psprintf("An element has more than %d attributes.", ATTRIBUTES_MAX));
		at = memchr(at + 1, *at, end - at - 1);
		if (!at)
			return;
	}
}

/*
 * Expat begins a token anew with each piece until it has its end. Pieces that are as long as what
 * waits for an end keep this linear.
 */
static void
parse_pieces(XmlReader *reader, const char *text, Size length)
{
	Size done = 0; /* before what waits */

	for (Size at = 0; at < length;)
	{
		Size waiting = at - done;
		Size piece = Min(Max(PIECE, waiting), LONGEST_TOKEN + 1 - waiting);
		XML_Index index;

		CHECK_FOR_INTERRUPTS();
		piece = Min(piece, length - at);
		if (waiting > 0)
			check_attributes(text + done, text + at + piece);
		check_parsed(reader, XML_Parse(reader->parser, text + at, (int) piece,
									   at + piece == length));
		at += piece;
		/* it is below 0 where Expat waits for more before it looks at the token again */
		index = XML_GetCurrentByteIndex64(reader->parser);
		done = index < 0 ? done : (Size) index;
		if (at - done > LONGEST_TOKEN && at < length)
			report_xml(
				psprintf("A tag or a comment has more than %d bytes.", LONGEST_TOKEN));
	}
}

/* The text has the encoding of the server, whatever it declares. */
const TreeNode *
tree_of_xml(Reading *reading, const char *text, Size length)
{
	static const XML_Memory_Handling_Suite functions = {allocate, reallocate, release};
	XmlReader reader = {.reading = reading};
	const char *utf8;

	if (GetDatabaseEncoding() != PG_UTF8)
		reading_check(reading, length * MAX_CONVERSION_GROWTH);
	reader.begin = utf8 = pg_server_to_any(text, (int) length, PG_UTF8);
	expat_reading = reading;
	system_is_out_of_memory = false;
	reader.parser = XML_ParserCreate_MM("UTF-8", &functions, NULL);
	if (!reader.parser)
		report_no_memory(reading);
	XML_SetUserData(reader.parser, &reader);
	XML_SetElementHandler(reader.parser, on_begin, on_end);
	XML_SetCharacterDataHandler(reader.parser, on_text);
	XML_SetStartDoctypeDeclHandler(reader.parser, on_doctype);
	XML_SetSkippedEntityHandler(reader.parser, on_entity);
	parse_pieces(&reader, utf8, utf8 == text ? length : strlen(utf8));
	/* after an error, the end of the reading takes its memory */
	XML_ParserFree(reader.parser);
	return reader.root;
}

#else

const TreeNode *
tree_of_xml(Reading *reading, const char *text, Size length)
{
	ereport(ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("this build of fringe does not read XML"),
			 errhint("Build fringe where the headers of Expat are installed, or save the "
					 "map as JSON in Tiled.")));
}

#endif
