/*
 * godot.h - texts of Godot: what godot_scene.c has for godot.c
 */
#ifndef FRINGE_GODOT_H
#define FRINGE_GODOT_H

#include "formats/formats.h"

/* The text without blanks around it. */
extern fr_span godot_trim(const char *begin, const char *end);

/* The text between quotes, which may follow & or ^. Any other value stays as it is. */
extern fr_span godot_unquoted(fr_span value);

/* The kind of a section, and the values in its head and its lines; `at` is NULL if there is none. */
extern fr_span godot_kind(const TreeNode *section);
extern fr_span godot_head(const TreeNode *section, const char *name);
extern fr_span godot_line(const TreeNode *section, const char *name);

/* All lines of a section, an object. */
extern const TreeNode *godot_lines(const TreeNode *section);

/* The sections of a file that others name, by their ids. */
typedef struct GodotResources
{
	NameIndex own;
	NameIndex external;
} GodotResources;

extern GodotResources godot_resources(Reading *reading, const TreeNode *sections);

/* The section that SubResource("2") or, if external, ExtResource( 1 ) names; null: there is none. */
extern const TreeNode *godot_resource(const GodotResources *resources, fr_span value,
									  bool external);

static inline bool
span_begins(fr_span span, const char *word)
{
	int length = (int) strlen(word);

	return span.length >= length && memcmp(span.at, word, length) == 0;
}

static inline bool
span_ends(fr_span span, const char *word)
{
	int length = (int) strlen(word);

	return span.length >= length && memcmp(fr_span_end(span) - length, word, length) == 0;
}

#endif /* FRINGE_GODOT_H */
