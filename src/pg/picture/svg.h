/*
 * svg.h - what svg.c and legend.c share (internal)
 */
#ifndef FRINGE_SVG_H
#define FRINGE_SVG_H

#include "pg/picture/picture.h"

#include "utils/array.h"

typedef struct Svg
{
	const Picture *picture;
	double seconds;	   /* of an animation, else 0 */
	const char *title; /* of the picture, or NULL */
	const char *unit;  /* of the heat: what it counts, or NULL */
	ArrayType *floors; /* names of floors, or NULL */
	StringInfoData body;
	/* the legend, below the map */
	StringInfoData legend;
	double width; /* of the whole, in cells */
	double x;	  /* where the next item goes, in units of the legend */
	double y;	  /* ... its middle */
} Svg;

extern void svg_append_fill(StringInfo to, Paint paint);
extern void svg_append_dot(StringInfo to, double x, double y, double radius);
extern void svg_append_ring(StringInfo to, double x, double y, double radius);

extern void svg_add_legend(Svg *svg);
extern double svg_legend_height(const Svg *svg);
extern void svg_append_legend(StringInfo whole, const Svg *svg, double below);

#endif /* FRINGE_SVG_H */
