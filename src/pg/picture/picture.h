/*
 * picture.h - the parts that fringe_svg, fringe_png and fringe_ascii share
 *
 *     arguments ---------> Picture --------> what is drawn --------> SVG, PNG or text
 *               picture.c            paint.c                svg.c and legend.c, png.c, ascii.c
 *
 * layer_marks.c adds what layers of the map say: relief, walls between cells, blocked cells, roads, and marked sides.
 *
 * Coordinates are in cells: cell (x,y) covers x to x + 1 and y to y + 1. Under a layout they are
 * places on the plane of the picture, where the centres of neighbours are 1 apart.
 */
#ifndef FRINGE_PICTURE_H
#define FRINGE_PICTURE_H

#include "pg/types/types.h"

#include "core/map/map_layers.h"
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
extern Paint paint_of(Colour colour);
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

extern int heat_class(double value);
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

/* How cells are drawn: oblong by the model; the last three by the layout of the map. */
typedef enum CellShape
{
	CELL_SQUARE,
	CELL_OBLONG,
	CELL_TURNED, /* a square on a corner */
	CELL_POINTY, /* a hexagon on a corner */
	CELL_FLAT,	 /* a hexagon on a side */
} CellShape;

#define OBLONG_MOST 16 /* the longer side of cells at most; the shorter one is 1 */
#define HEXAGON_SIDE 0.57735026918962576 /* 1 / sqrt(3) */
#define HEXAGON_ROW (1.5 * HEXAGON_SIDE) /* from row to row, or from column to column */

static inline bool
cell_is_hexagon(CellShape shape)
{
	return shape >= CELL_POINTY;
}

static inline bool
cell_has_layout(CellShape shape)
{
	return shape >= CELL_TURNED;
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
	CellShape shape;  /* by a layout: padding is left out */
	Projection plane; /* of cells of `map`; the centre of (0,0) is at (0.5,0.5) */
	double width;	  /* of the picture */
	double height;
	double route_width; /* sizes in cells */
	double link_width;
	double mark_radius;
	double wall_width;
	MapFloors *floors;		  /* of the whole map; NULL: not read */
	uint32 exit_count;		  /* links that lead to other floors or come from there */
	FloorExit *exits;		  /* sorted by `at` */
	uint8 *codes;			  /* of all cells */
	Paint terrain[256];		  /* by code */
	const fr_model *model;	  /* which cells are walls */
	Heat heat;				  /* count is 0 where there is none */
	const char *heat_layer;	  /* whose numbers the heat has; NULL: none */
	uint8 *relief;			  /* by cell, its level of relief; NULL: none */
	const char *relief_layer; /* which layer has the heights */
	uint8 *sides;			  /* by cell, its closed sides; NULL: the map has none */
	uint8 *blocked;			  /* by cell, 1 if it is blocked; NULL: the map has none */
	uint8 *roads;	  /* by cell, the roads of the model, a bit each; NULL: none */
	uint8 *crossings; /* by cell, the sides that the model's layers mark; NULL: none */
	Size bytes;		  /* of numbers and marks of layers */
	const struct varlena *route; /* the one that has a start and a goal; NULL: none */
	int route_count;			 /* of `routes`, which are drawn without start and goal */
	const struct varlena **routes;
	int ranks; /* all of `routes` if they are alternatives, the best one first; else 0 */
	const struct varlena
		*ends; /* the route whose start and goal are marked; NULL: none */
} Picture;

/* A part of a route: a line from point to point on the picture. */
typedef struct RouteLine
{
	double from[2];
	double to[2];
	bool by_link;
} RouteLine;

/* A route that is read: its cells are those of the whole map. */
typedef struct RouteReader
{
	fr_path_reader path;
	fr_cell cell;	 /* that was reached */
	bool entering;	 /* a step over joined edges has its second line yet */
	RouteLine entry; /* which is this one */
} RouteReader;

extern void picture_open(FunctionCallInfo fcinfo, int floor, Picture *picture);
extern void picture_read(FunctionCallInfo fcinfo, int levels, int floor,
						 const fr_model *model, Picture *picture);
extern void picture_project(const Picture *picture, double x, double y, double place[2]);
extern void picture_refuse_floors(const Picture *picture);
extern bool picture_leaves_out(const Picture *picture, uint8 code);
extern void picture_coordinates(const Picture *picture, const double place[2],
								double at[2]);
extern bool picture_place(const Picture *picture, fr_cell cell, double place[2]);
extern RouteReader picture_open_route(const Picture *picture,
									  const struct varlena *route);
extern bool picture_next_line(const Picture *picture, RouteReader *reader,
							  RouteLine *line);
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

/* ---- what layers add: layer_marks.c ------------------------------------ */

/* Raises an error if the map has no layer of this name. */
extern fr_layer picture_layer(const Picture *picture, const text *name);

/*
 * Levels of relief: 0 is level ground, the next RELIEF_STEPS ever lighter, and the RELIEF_STEPS
 * behind them ever darker.
 */
#define RELIEF_STEPS 8
#define RELIEF_LEVELS (2 * RELIEF_STEPS + 1)

extern void picture_read_relief(Picture *picture, const text *name);
extern double relief_ink(int level, bool *white);
extern Colour relief_colour(Colour colour, int level);

/* Reads the layers `sides` and `blocked`, and the layers of the model's roads and marked sides. */
extern void picture_read_marks(Picture *picture);

/* A wall between cells, a ledge that only one of the two cells has, a stroke of a cross, or a piece of a road. */
typedef struct SideLine
{
	double from[2];
	double to[2];
	bool ledge;
} SideLine;

/* The line of a marked side; false if the side is not marked, or the other cell draws it. */
extern bool picture_side(const Picture *picture, const uint8 *sides, fr_cell cell,
						 int bit, SideLine *line);

/* The piece of a road from a cell to its neighbour; false if there is none to draw. */
extern bool picture_road(const Picture *picture, fr_cell cell, int direction,
						 SideLine *line);
extern void picture_cross(const Picture *picture, fr_cell cell, SideLine strokes[2]);
#define WALL_COLOUR ((Colour){0x9a, 0x34, 0x12})
#define RIVER_COLOUR ((Colour){0x1f, 0x6f, 0xc4})
#define ROAD_COLOUR ((Colour){0x8a, 0x6d, 0x3b})
#define BLOCKED_COLOUR ((Colour){0x24, 0x29, 0x2f})

/* ---- what is drawn: paint.c -------------------------------------------- */

typedef enum MarkKind
{
	MARK_RIVER, /* a marked side */
	MARK_ROAD,
	MARK_CROSS, /* on a blocked cell */
	MARK_WALL,
	MARK_LEDGE,
	MARK_KINDS
} MarkKind;

typedef struct MarkStyle
{
	Colour colour;
	double width; /* without the casing, as a share of wall_width */
} MarkStyle;

extern const MarkStyle mark_styles[MARK_KINDS];

/* In the order in which they are drawn; the main route is within the routes. */
typedef enum PicturePart
{
	PART_MARKS,
	PART_LINKS,
	PART_ROUTES,
	PART_EXITS,
	PART_MAIN_ROUTE
} PicturePart;

/*
 * Functions that draw the things of a picture, NULL: leaves them out. Their first argument is what
 * they draw on.
 */
typedef struct Painter
{
	/* A part begins or ends, if the picture has it. */
	void (*part)(void *to, PicturePart part, bool begins);

	/* The line of a mark comes twice, first as the casing. */
	void (*mark)(void *to, const SideLine *line, MarkKind kind, bool casing);

	/* A link with arrows at the ends that can be entered. A model may close a link that has a code. */
	void (*link)(void *to, const LinkCurve *curve, const Arrow *arrows, int arrow_count,
				 uint8 code);

	/* A route, or the casing of one that comes next. */
	void (*route)(void *to, const struct varlena *route, Colour colour, double width,
				  bool casing);

	/* A route of one cell, which has no line. */
	void (*spot)(void *to, const double place[2], Colour colour);

	/* The goal or the start of routes: a cell of the whole map, and its place. */
	void (*end)(void *to, fr_cell cell, const double place[2], bool goal);

	/* The links of a cell to other floors. */
	void (*exits)(void *to, const FloorExit *exits, uint32 count, const double place[2]);
} Painter;

extern void picture_paint(const Picture *picture, const Painter *painter, void *to);

#endif /* FRINGE_PICTURE_H */
