/*
 * core.h - fringe's search library: all its headers, the lowest layer first
 *
 * The library is C11, includes no server header and has no global state. It never
 * allocates memory itself: the caller passes a block, whose size a function returns, or
 * an arena. Functions return a status. Long loops call the caller's poll function. A poll
 * may leave by longjmp, and every block can be used again afterwards.
 *
 *   text --fr_map_parse--> codes --fr_map_pack--> packed map (stored)
 *   packed map + model --fr_costs_resolve, fr_grid_build--> grid (decoded)
 *   grid + method + workspace --fr_search--> result --fr_path_pack--> packed path (stored)
 *   grid --fr_index_build, fr_index_write--> index (stored) --fr_index_cost--> costs
 *
 * x grows to the right, y grows downwards, both from 0.  The index of a cell is
 * y * width + x.  Internal costs are integers, in the grid's unit (fr_costs).
 */
#ifndef FRINGE_CORE_H
#define FRINGE_CORE_H

#include "core/api.h"
#include "core/base/cell.h"
#include "core/base/text.h"
#include "core/map/map.h"
#include "core/map/map_layers.h"
#include "core/model/model.h"
#include "core/model/costs.h"
#include "core/model/prices.h"
#include "core/grid/grid.h"
#include "core/grid/grid_components.h"
#include "core/grid/grid_layers.h"
#include "core/grid/grid_links.h"
#include "core/jump/jump_planes.h"
#include "core/grid/moves.h"
#include "core/grid/route.h"
#include "core/search/method.h"
#include "core/query/grid_query.h"
#include "core/query/line_of_sight.h"
#include "core/query/tour.h"
#include "core/query/best_paths.h"
#include "core/query/alternatives.h"
#include "core/query/chokepoints.h"
#include "core/search/landmarks.h"
#include "core/path/path.h"
#include "core/field/flow_field.h"
#include "core/pursuit/hunters.h"
#include "core/agents/plan.h"
#include "core/agents/timed.h"
#include "core/agents/busy.h"
#include "core/agents/assign.h"
#include "core/index/index.h"

#endif /* FRINGE_CORE_H */
