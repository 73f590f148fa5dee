/*
 * svg.h - the SVG that svg.c and legend.c write (internal)
 */
#ifndef FRINGE_SVG_H
#define FRINGE_SVG_H

#include "pg/picture/picture.h"

#include "utils/array.h"

/* Pixels at the picture's own size. */
#define SVG_PIXELS 800.0	   /* of a map's longer side, or somewhat less ... */
#define SVG_CELL_PIXELS 32.0   /* ... where a cell has fewer than these */
#define SVG_MARGIN_PIXELS 10.0 /* no mark reaches farther beyond the map */

/* Texts are UTF-8 of characters that XML allows. */
typedef struct Svg
{
	const Picture *picture;
	double seconds;			  /* of an animation, else 0 */
	const char *title;		  /* of the picture, or NULL */
	const char *unit;		  /* of the heat: what it counts, or NULL */
	int named_floors;		  /* the first floors, which have names; 0: none has */
	const char **floor_names; /* of the first floors; NULL: this floor has none */
	const char *labels[128];  /* of terrain codes, or NULL */
	fr_model model;			  /* whose walls the legend tells */
	double scale;			  /* pixels of a cell */
	size_t cells;			  /* that a map with a layout has */
	StringInfoData marks[MARK_KINDS]; /* lines of marks, while they are collected */
	bool has_marks[MARK_KINDS];
	bool has_end[2]; /* the start or, if true, the goal is drawn */
	StringInfoData body;
	/* the legend, below the map; all in pixels */
	StringInfoData legend;
	double width;
	double x;			 /* where the next item goes */
	double y;			 /* the middle of the next item */
	const char *heading; /* that the next item has before it, on the same line; or NULL */
} Svg;

/*
 * The SVG of a map without a legend, with a title and a layout, which may be NULL. `draw` adds to its body
 * what is above the map.
 */
extern text *svg_of_map(FunctionCallInfo fcinfo, Datum map, Datum title, Datum layout,
						void (*draw)(Svg *svg, void *context), void *context);

/* Fails if the text is longer than fringe.max_memory. */
extern void svg_check_text(const Svg *svg);
extern void svg_append_fill(StringInfo to, Paint paint);
extern void svg_append_door(StringInfo to, Paint paint, double x, double y, double side);
extern void svg_append_dot(StringInfo to, double x, double y, double radius,
						   Colour colour);
extern void svg_append_ring(StringInfo to, double x, double y, double radius);

extern const char *svg_text(Datum value);
extern void svg_append_escaped(StringInfo to, const char *text, int length);
extern void svg_begin_exits(Svg *svg);
extern void svg_draw_exits(void *to, const FloorExit *exits, uint32 count,
						   const double place[2]);
extern void svg_read_floor_names(Svg *svg, Picture *picture, ArrayType *names);
extern void svg_read_labels(Svg *svg, const Jsonb *labels);

extern void svg_add_legend(Svg *svg);
extern double svg_legend_height(const Svg *svg);
extern void svg_append_legend(StringInfo whole, const Svg *svg);

#endif /* FRINGE_SVG_H */
