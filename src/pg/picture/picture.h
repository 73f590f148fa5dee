/*
 * picture.h - the parts that fringe_svg and fringe_png share
 *
 *     arguments ---------> Picture -------------> SVG or PNG
 *               picture.c             svg.c, legend.c or png.c
 *
 * Coordinates are in cells: cell (x,y) covers x to x + 1 and y to y + 1. Under a layout they are
 * places on the plane of the picture, where the centres of neighbours are 1 apart.
 */
#ifndef FRINGE_PICTURE_H
#define FRINGE_PICTURE_H

#include "pg/types/types.h"

#include "lib/stringinfo.h"
#include "utils/jsonb.h"

/* ---- colours: picture.c ------------------------------------------------ */

typedef struct Colour
{
	uint8 red;
	uint8 green;
	uint8 blue;
} Colour;

/* A colour on light paper, and on dark paper. */
typedef struct Paint
{
	Colour light;
	Colour dark;
} Paint;

#define COLOUR_TEXT_MAX 8 /* #rrggbb and a NUL */

extern const char *colour_text(Colour colour, char text[COLOUR_TEXT_MAX]);
extern bool colour_parse(const char *text, int length, Colour *colour);
extern Paint paint_of(Colour colour);
extern void colours_of_terrain(Paint terrain[256], const Jsonb *palette);
extern Colour colour_of_ramp(int level, int levels);
extern Colour colour_of_class(int number);
extern Colour colour_of_rank(int rank);

/* ---- heat: picture.c ------------------------------------------------------ */

#define HEAT_LEVELS 16
#define HEAT_CLASSES 12
#define HEAT_MOMENTS 48 /* of an animation */
#define HEAT_LEVELS_MAX HEAT_MOMENTS

typedef enum HeatScale
{
	HEAT_LINEAR,
	HEAT_LOG,
	HEAT_CLASS, /* whole numbers are names, not amounts */
	HEAT_BAND	/* whole numbers are steps, in order */
} HeatScale;

/*
 * Cells, sorted by the level of their value. A cell may occur several times: its highest level is
 * drawn last and covers the others.
 */
typedef struct Heat
{
	HeatScale scale;
	int levels;
	double low; /* values at the ends of the scale */
	double high;
	uint32 count;
	uint32 *cells;					   /* indexes, sorted by level */
	uint32 first[HEAT_LEVELS_MAX + 1]; /* by level, its first position in `cells` */
} Heat;

extern HeatScale heat_scale_named(const text *name);
extern void heat_check_ends(const Heat *heat);
extern int heat_class(double value);
extern double heat_bands(const Heat *heat);
extern Paint heat_paint(const Heat *heat, int level);

/* ---- arguments: picture.c ---------------------------------------------- */

/* Places of the arguments that all pictures have; a picture's own follow. */
enum
{
	PICTURE_MAP,
	PICTURE_ROUTE,
	PICTURE_HEAT,
	PICTURE_ROUTES,
	PICTURE_PALETTE,
	PICTURE_SCALE,
	PICTURE_LOW,
	PICTURE_HIGH,
	PICTURE_OWN
};

/* How cells are drawn: fr_layout tells which maps have which. */
typedef enum CellShape
{
	CELL_SQUARE,
	CELL_TURNED, /* a square on a corner */
	CELL_POINTY, /* a hexagon on a corner */
	CELL_FLAT,	 /* a hexagon on a side */
} CellShape;

#define HEXAGON_SIDE 0.57735026918962576 /* 1 / sqrt(3) */
#define HEXAGON_ROW (1.5 * HEXAGON_SIDE) /* from row to row, or from column to column */

static inline bool
cell_is_hexagon(CellShape shape)
{
	return shape >= CELL_POINTY;
}

/* A place on the picture is x * across + y * down + origin. */
typedef struct Projection
{
	double across[2];
	double down[2];
	double origin[2]; /* the upper left corner of cell (0,0), if cells are squares */
} Projection;

/* A link between the floor that is drawn and another one. */
typedef struct FloorExit
{
	fr_cell at;		/* its end on the floor that is drawn, in cells of that floor */
	fr_cell beyond; /* its other end, in cells of the whole map */
	int floor;		/* of the other end; 0: it is on none */
	bool out;		/* can be taken from the drawn floor */
	bool in;		/* can be taken to the drawn floor */
	uint8 code;		/* 0: none */
} FloorExit;

typedef struct Picture
{
	fr_map map;		  /* what is drawn: the whole map, or one floor of it */
	fr_map whole;	  /* as given; routes and heats have its cells */
	int floor;		  /* the number of the one that is drawn; 0: the whole map is */
	uint32 x;		  /* the first column that is drawn */
	CellShape shape;  /* other than CELL_SQUARE: padding is left out */
	Projection plane; /* of cells of `map`; the centre of (0,0) is at (0.5,0.5) */
	double width;	  /* of the picture */
	double height;
	MapFloors *floors;			 /* of the whole map; NULL: not read */
	uint32 exit_count;			 /* links that lead to other floors or come from there */
	FloorExit *exits;			 /* sorted by `at` */
	uint8 *codes;				 /* of all cells */
	Paint terrain[256];			 /* by code */
	Heat heat;					 /* count is 0 where there is none */
	const struct varlena *route; /* the one that has a start and a goal; NULL: none */
	int route_count;			 /* of `routes`, which are drawn without start and goal */
	const struct varlena **routes;
	int ranks; /* all of `routes` if they are alternatives, the best one first; else 0 */
	const struct varlena
		*ends; /* the route whose start and goal are marked; NULL: none */
} Picture;

/* A route that is read: its cells are those of the whole map. */
typedef struct RouteReader
{
	fr_path_reader path;
	fr_cell cell; /* that was reached */
} RouteReader;

/* A part of a route: a line from point to point on the picture. */
typedef struct RouteLine
{
	double from[2];
	double to[2];
	bool by_link;
} RouteLine;

extern void picture_read(FunctionCallInfo fcinfo, int levels, int floor,
						 Picture *picture);
extern void picture_refuse_floors(const Picture *picture);
extern bool picture_leaves_out(const Picture *picture, uint8 code);
extern void picture_coordinates(const Picture *picture, const double place[2],
								double at[2]);
extern bool picture_place(const Picture *picture, fr_cell cell, double place[2]);
extern RouteReader picture_open_route(const Picture *picture,
									  const struct varlena *route);
extern bool picture_next_line(const Picture *picture, RouteReader *reader,
							  RouteLine *line);
extern void heat_read(Heat *heat, struct ArrayType *rows, const Picture *picture);
extern double picture_route_width(const Picture *picture);
extern double picture_link_width(const Picture *picture);
extern double picture_mark_radius(const Picture *picture);

/* The colours of routes, their ends and links, and what sets them off from the map. */
#define ROUTE_COLOUR ((Colour){0xcf, 0x22, 0x2e})
#define ROUTES_COLOUR ((Colour){0x09, 0x69, 0xda}) /* of all others */
#define RANKS 9									   /* routes with colours of their own */
#define START_COLOUR ((Colour){0x1a, 0x7f, 0x37})
#define LINK_COLOUR ((Colour){0xa0, 0x3c, 0xf0})
#define CASING_COLOUR ((Colour){0xff, 0xff, 0xff})
#define CASING 1.9 /* times the route's width */

/*
 * Times a mark's radius: the goal is a ring, through which the map is seen, with a casing
 * on both sides; the start is a dot that fits into it.
 */
#define RING_WIDTH 0.4
#define RING_CASING 0.75
#define DOT_RADIUS 0.6
#define DOT_CASING 0.8
#define MARK_REACH (1 + RING_CASING / 2)

/* A link leaves its start in the direction of `over`, and arrives from there. */
typedef struct LinkCurve
{
	double from[2];
	double over[2];
	double to[2];
} LinkCurve;

/* The ends of the two strokes of an arrow, whose tip is at an end of a curve. */
typedef struct Arrow
{
	double tip[2];
	double arms[2][2];
} Arrow;

extern LinkCurve picture_curve(const Picture *picture, const fr_link *link);
extern Arrow picture_arrow(const Picture *picture, const LinkCurve *curve, bool back);

#endif /* FRINGE_PICTURE_H */
