/*
 * tiled.h - a map of Tiled, opened: its layers and tilesets
 *
 * tiled.c, which makes gridmaps, calls tiled_objects.c, and both call tiled_map.c.
 */
#ifndef FRINGE_TILED_H
#define FRINGE_TILED_H

#include "formats/formats.h"

#include "utils/geo_decls.h"
#include "utils/hsearch.h"

/* A group of layers. */
typedef struct TiledGroup
{
	fr_span name;
	const TreeNode *json;
	const struct TiledGroup *parent; /* NULL: it is in no group */
} TiledGroup;

/* A layer that is no group. Its path has the names of the groups around it. */
typedef struct TiledLayer
{
	fr_span name;
	const TiledGroup *group;
	const TreeNode *json;
	bool tiles; /* or objects, or a picture */
	bool objects;
} TiledLayer;

typedef struct TiledSet
{
	int64 first; /* the number of its first tile */
	int64 last;
	fr_span name;		  /* `at` is NULL: its file is not there */
	fr_span source;		  /* `at` is NULL: it is in the map itself */
	fr_span file;		  /* the name of its source, without folders and extension */
	const TreeNode *json; /* null: the file is not there */
} TiledSet;

typedef struct TiledMap
{
	Reading *reading;
	const TreeNode *root;
	TreeFiles *files;
	bool isometric;
	bool offset; /* hexagonal or staggered, in offset coordinates */
	fr_layout layout;
	double side; /* of the vertical or horizontal sides of hexagons, in pixels */
	bool infinite;
	TiledLayer *layers;
	int64 layer_count;
	TiledSet *sets; /* by their first tiles */
	int64 set_count;
	HTAB *tiles; /* of tilesets by their `json`; NULL: none yet */
	int64 left;	 /* of an infinite map, in cells */
	int64 top;
	int64 width;
	int64 height;
} TiledMap;

/* A part of an infinite map. */
typedef struct TiledChunk
{
	int64 x;
	int64 y;
	int64 width;
	int64 height;
} TiledChunk;

/* ---- tiled_map.c --------------------------------------------------------- */

/* Opens a file: a jsonb, or a text, which is XML or JSON. `files` may be NULL. */
extern TiledMap tiled_open(Reading *reading, struct varlena *file, bool json,
						   Jsonb *files);

extern TiledChunk tiled_open_chunk(const TreeNode *json);

/* "indoors/walls" */
extern char *tiled_path(const TiledLayer *layer);

extern TiledSet tiled_open_set(TiledMap *map, const TreeNode *json);

/* Is this the name of a tileset? A set in a file has two names: the same keys work with and without the file. */
extern bool tiled_is_set(const TiledSet *set, fr_span name);

/* Are these the same tileset, in the map and in a template? */
extern bool tiled_same_set(const TiledSet *a, const TiledSet *b);

/* The tileset of a tile, NULL: none, and the description of a tile in its set, null: none. */
extern const TiledSet *tiled_find_set(const TiledMap *map, int64 tile);
extern const TreeNode *tiled_find_tile(TiledMap *map, const TiledSet *set, int64 id);

/* Pixels per cell as layers and objects are measured. On an offset map, per doubled coordinate. */
extern Point tiled_unit(const TiledMap *map);

/* The grid of an offset map. */
extern fr_offset_map tiled_grid(const TiledMap *map);

/* How a layer is shifted, with the groups around it, in cells or doubled coordinates. */
extern Point tiled_shift(const TiledMap *map, const TiledLayer *layer);

/* Does a key of a rule match a tile, or an object, its template and its tile? */
extern bool tiled_matches(const TreeNode *const *nodes, int count, const RuleWord *word);

/* The class of an object or a tile; `at` is NULL: it has none. */
extern fr_span tiled_class(const TreeNode *object);

/* A number of a member, `otherwise` if there is none. */
extern double tiled_float(const TreeNode *object, const char *key, double otherwise);

extern void tiled_report(const char *what) pg_attribute_noreturn();

/* ---- tiled_objects.c ------------------------------------------------------ */

/* Gives the ids of objects the codes of the keys that match them. */
extern void tiled_resolve_objects(TiledMap *map, const TiledLayer *layer, Rule *rule);

/* Sets the id of the uppermost object of each cell that a shape covers. */
extern void tiled_draw_objects(TiledMap *map, const TiledLayer *layer, int32 *tiles);

#endif /* FRINGE_TILED_H */
