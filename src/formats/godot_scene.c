/*
 * godot_scene.c - scenes and resources of Godot as trees
 *
 *     [ext_resource type="TileSet" path="res://cave.tres" id="1"]
 *     [node name="Walls" type="TileMapLayer" parent="Level"]
 *     tile_set = ExtResource("1")
 *
 *     [{"kind": "ext_resource", "head": {"type": "TileSet", "path": "res://cave.tres", "id": "1"}, "lines": {}},
 *      {"kind": "node", "head": {"name": "Walls", ...}, "lines": {"tile_set": "ExtResource(\"1\")"}}]
 *
 * Values of lines are text as it is in the file. Lines before the first head belong to a section without a kind.
 */
#include "formats/godot.h"

#include "miscadmin.h"

/* ---- text ------------------------------------------------------------------ */

fr_span
godot_trim(const char *begin, const char *end)
{
	while (begin < end && isspace((unsigned char) *begin))
		poll_at(begin++);
	while (end > begin && isspace((unsigned char) end[-1]))
		poll_at(end--);
	return (fr_span){begin, (int) (end - begin)};
}

fr_span
godot_unquoted(fr_span value)
{
	int begin = value.length > 0 && (*value.at == '&' || *value.at == '^');

	if (value.length - begin >= 2 && value.at[begin] == '"' &&
		value.at[value.length - 1] == '"')
		return (fr_span){value.at + begin + 1, value.length - begin - 2};
	return value;
}

/* The end of a value: a line's end, or in a section's head a blank or "]", outside of quotes and brackets. */
static const char *
value_end(const char *at, const char *end, bool in_head)
{
	int64 depth = 0;
	bool quoted = false;

	for (; at < end; at++)
	{
		poll_at(at);
		if (quoted && *at == '\\' && at + 1 < end)
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (quoted)
			continue;
		else if (*at == '(' || *at == '[' || *at == '{')
			depth++;
		else if ((*at == ')' || *at == ']' || *at == '}') && depth > 0)
			depth--;
		else if (depth == 0 &&
				 (in_head ? *at == ']' || isspace((unsigned char) *at) : *at == '\n'))
			break;
	}
	return at;
}

/* ---- sections ---------------------------------------------------------------- */

static void
put_text(Reading *reading, TreeNode *object, fr_span key, fr_span text)
{
	tree_set_text(tree_put(reading, object, key, TREE_STRING), text.at, text.length);
}

#define KEY(text)                                                                        \
	(fr_span)                                                                            \
	{                                                                                    \
		text, sizeof(text) - 1                                                           \
	}

/* Adds a section; its head is KIND NAME=VALUE NAME=VALUE. Returns its lines. */
static TreeNode *
add_section(Reading *reading, TreeNode *sections, const char *at, const char *end)
{
	TreeNode *section = tree_append(reading, sections, TREE_OBJECT);
	const char *stop = value_end(at, end, true);
	TreeNode *head;

	put_text(reading, section, KEY("kind"), (fr_span){at, (int) (stop - at)});
	head = tree_put(reading, section, KEY("head"), TREE_OBJECT);
	for (; at < end; at = stop + 1)
	{
		const char *equals;

		poll_at(at);
		stop = value_end(at, end, true);
		equals = memchr(at, '=', stop - at);
		if (equals)
			put_text(reading, head, (fr_span){at, (int) (equals - at)},
					 godot_unquoted((fr_span){equals + 1, (int) (stop - equals) - 1}));
	}
	return tree_put(reading, section, KEY("lines"), TREE_OBJECT);
}

const TreeNode *
tree_of_scene(Reading *reading, const char *text, Size length)
{
	FileText scene = file_text_of(text, length);
	TreeNode *sections = tree_new(reading, TREE_ARRAY);
	TreeNode *lines = NULL;
	const char *end = scene.end;

	for (const char *at = scene.next; at < end;)
	{
		const char *stop;
		const char *equals;

		CHECK_FOR_INTERRUPTS();
		if (*at == '[')
		{
			const char *begin = ++at;

			while (at < end && *at != ']')
				at = Max(at + 1, value_end(at, end, true));
			lines = add_section(reading, sections, begin, at);
			at += at < end;
			continue;
		}
		if (!lines)
			lines = add_section(reading, sections, at, at);
		stop = memchr(at, '\n', end - at);
		equals = memchr(at, '=', (stop ? stop : end) - at);
		if (equals)
		{
			stop = value_end(equals + 1, end, false);
			put_text(reading, lines, godot_trim(at, equals),
					 godot_trim(equals + 1, stop));
		}
		at = equals ? stop : stop ? stop + 1 : end;
	}
	return sections;
}

/* ---- values ------------------------------------------------------------------ */

fr_span
godot_kind(const TreeNode *section)
{
	return tree_text(tree_member(section, "kind"));
}

fr_span
godot_head(const TreeNode *section, const char *name)
{
	return tree_text(tree_member(tree_member(section, "head"), name));
}

const TreeNode *
godot_lines(const TreeNode *section)
{
	return tree_member(section, "lines");
}

fr_span
godot_line(const TreeNode *section, const char *name)
{
	return tree_text(tree_member(godot_lines(section), name));
}

GodotResources
godot_resources(Reading *reading, const TreeNode *sections)
{
	GodotResources resources = {{0}};

	tree_each(section, sections)
	{
		fr_span kind = godot_kind(section);
		NameIndex *index = fr_span_is(kind, "sub_resource")	  ? &resources.own
						   : fr_span_is(kind, "ext_resource") ? &resources.external
															  : NULL;

		if (index)
			names_add(reading, index, godot_head(section, "id"), section);
	}
	names_sort(&resources.own);
	names_sort(&resources.external);
	return resources;
}

const TreeNode *
godot_resource(const GodotResources *resources, fr_span value, bool external)
{
	const char *end = fr_span_end(value);
	const char *open = value.length > 0 ? memchr(value.at, '(', value.length) : NULL;
	const TreeNode *section = NULL;

	if (open && end[-1] == ')' &&
		span_begins(value, external ? "ExtResource" : "SubResource"))
		section = names_find(external ? &resources->external : &resources->own,
							 godot_unquoted(godot_trim(open + 1, end - 1)));
	return section ? section : &tree_none;
}
