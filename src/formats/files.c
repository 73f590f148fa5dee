/*
 * files.c - files as trees: the main file of a call, and those in its argument `files`
 */
#include "formats/formats.h"

#include "miscadmin.h"
#include "utils/hsearch.h"

fr_span
span_argument(FunctionCallInfo fcinfo, int argument)
{
	text *value;

	if (PG_ARGISNULL(argument))
		return (fr_span){NULL, 0};
	value = PG_GETARG_TEXT_PP(argument);
	return (fr_span){VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};
}

const TreeNode *
tree_of_file(Reading *reading, const char *text, Size length)
{
	const char *end = text + length;

	text = fr_skip_mark(text, length);
	while (text < end && isspace((unsigned char) *text))
		poll_at(text++);
	if (text < end && *text == '<')
		return tree_of_xml(reading, text, end - text);
	if (text == end || *text != '{')
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed %s: it is neither XML nor JSON", reading->what),
						errhint("Pass the text of a .tmx or .tmj file.")));
	return tree_of_json(reading, text, end - text);
}

const FileForm file_of_editor = {tree_of_file, true,
								 "Write jsonb_build_object(name, text of the file)."};

/* ---- the argument `files` --------------------------------------------------- */

struct TreeFiles
{
	Reading *reading;
	const FileForm *form;
	Jsonb *files; /* NULL: the argument is NULL */
	HTAB *read;
};

typedef struct ReadFile
{
	const void *value; /* the key: where its text or its JSON is */
	const TreeNode *root;
} ReadFile;

TreeFiles *
tree_files(Reading *reading, Jsonb *files, const FileForm *form)
{
	TreeFiles *result = reading_alloc(reading, sizeof(TreeFiles));
	HASHCTL control = {.keysize = sizeof(void *),
					   .entrysize = sizeof(ReadFile),
					   .hcxt = reading->context};

	if (files && !JB_ROOT_IS_OBJECT(files))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("files must be a JSON object"), errhint("%s", form->hint)));
	*result = (TreeFiles){
		reading, form, files,
		hash_create("files", 16, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT)};
	return result;
}

/* Finds the file whose name is the longest end of a path, from the path's beginning or a slash on. */
static bool
find_file(const TreeFiles *files, fr_span path, fr_span *name, JsonbValue *value)
{
	const char *end = fr_span_end(path);

	for (const char *at = path.at; files->files && at && at <= end; at++)
	{
		poll_at(at);
		*name = (fr_span){at, (int) (end - at)};
		if ((at == path.at || at[-1] == '/') &&
			getKeyJsonValueFromContainer(&files->files->root, at, name->length, value))
			return true;
	}
	return false;
}

const TreeNode *
tree_file(TreeFiles *files, fr_span path)
{
	JsonbValue value;
	const void *key;
	ReadFile *file;
	fr_span name;
	bool found;

	if (!find_file(files, path, &name, &value))
		return &tree_none;
	if (value.type != jbvString && !files->form->json)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("file %s is no text", span_quote(name)),
						errhint("%s", files->form->hint)));
	if (value.type != jbvString && value.type != jbvBinary)
		return &tree_none;
	key = value.type == jbvString ? (const void *) value.val.string.val
								  : (const void *) value.val.binary.data;
	file = hash_search(files->read, &key, HASH_ENTER, &found);
	if (!found)
		file->root = value.type == jbvString
						 ? files->form->read(files->reading, value.val.string.val,
											 value.val.string.len)
						 : tree_of_jsonb(files->reading, value.val.binary.data);
	return file->root;
}

void
tree_report_missing(const char *what, fr_span path)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("%s %s is not among the files", what, span_quote(path)),
			 errhint("Pass it as files => jsonb_build_object(name, text of the file).")));
}
