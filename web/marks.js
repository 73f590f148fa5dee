/*
 * marks.js - what layers add to a picture: relief of heights, numbers as colours, walls between cells,
 * and crosses on blocked cells
 *
 * src/pg/picture/layer_marks.c draws the same relief, walls and crosses.
 */

const LEVEL = Math.SQRT1_2; // the brightness of a level cell
const MEAN_SLOPE = 0.577; // heights are stretched until the mean slope is 30 degrees
const DARKEST = 0.55; // the opacity of black at most
const LIGHTEST = 0.6; // the opacity of white at most
const STEPS = 8; // of relief, to the lightest and to the darkest

export const WALL_COLOUR = "#9a3412";
export const BLOCKED_COLOUR = "#24292f";

/* The directions of the bits of the layer `sides`: N, E, S, W, NE, SW. */
const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [-1, 1]];
const opposite = bit => SIDES.findIndex(([x, y]) => x === -SIDES[bit][0] && y === -SIDES[bit][1]);

/* How much the height grows per cell to the right and down (Horn 1981). Beside the map is the nearest cell. */
function slopesOf(heights, width, height) {
  const slopes = new Float64Array(2 * heights.length);
  const rows = Array.from({ length: height + 2 }, (_, y) => Math.max(0, Math.min(height - 1, y - 1)) * width);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)];
      const [above, here, below] = [rows[y], rows[y + 1], rows[y + 2]];
      const at = 2 * (here + x);
      slopes[at] = (heights[above + right] - heights[above + left] + 2 * (heights[here + right] - heights[here + left]) + heights[below + right] - heights[below + left]) / 8;
      slopes[at + 1] = (heights[below + left] - heights[above + left] + 2 * (heights[below + x] - heights[above + x]) + heights[below + right] - heights[above + right]) / 8;
    }
  return slopes;
}

/*
 * Shaded relief: each cell is as bright as a plane with its slope that the light from the upper left, 45 degrees
 * above the map, falls on. A level per cell: from -STEPS, the darkest, over 0, level ground, to STEPS.
 */
export function reliefOf({ numbers }, width, height) {
  const slopes = slopesOf(numbers, width, height);
  const mean = Math.sqrt(slopes.reduce((sum, slope) => sum + slope * slope, 0) / numbers.length);
  const stretch = mean > 0 ? MEAN_SLOPE / mean : 0;
  return Int8Array.from(numbers, (_, cell) => {
    const [right, down] = [slopes[2 * cell] * stretch, slopes[2 * cell + 1] * stretch];
    const light = Math.max(0, (right + down) / 2 + LEVEL) / Math.hypot(right, down, 1);
    return Math.round((STEPS * (light - LEVEL)) / (light < LEVEL ? LEVEL : 1 - LEVEL));
  });
}

/* The opacity of the white or black ink over a cell: positive is white. */
export const inkOf = level => (level * (level > 0 ? LIGHTEST : DARKEST)) / STEPS;

const layerOf = (map, name) => map.layers().find(layer => layer.name === name);

/* The lines of walls and ledges, on the plane, as pairs of points. A ledge is closed on one side only. */
function linesOf(map, plane) {
  const sides = layerOf(map, "sides")?.numbers;
  const lines = { walls: [], ledges: [] };
  const isInside = (x, y) => x >= 0 && y >= 0 && x < map.width && y < map.height;
  const isClosed = (x, y, bit) => isInside(x, y) && (sides[y * map.width + x] >> bit) % 2 === 1;
  const half = plane.isHexagonal ? 1 / Math.sqrt(12) : 0.5;
  sides?.forEach((closed, cell) => {
    if (!closed) return;
    const [x, y] = [cell % map.width, Math.floor(cell / map.width)];
    SIDES.forEach(([dx, dy], bit) => {
      const beyond = isClosed(x + dx, y + dy, opposite(bit));
      const isOther = beyond && (dy > 0 || (dy === 0 && dx > 0)); // the other cell draws the wall
      if (!isClosed(x, y, bit) || isOther || (!plane.isHexagonal && dx !== 0 && dy !== 0)) return;
      const [here, there] = [plane.place([x, y]), plane.place([x + dx, y + dy])];
      const along = [(here[1] - there[1]) * half, (there[0] - here[0]) * half];
      const middle = here.map((at, i) => at + (there[i] - at) * (beyond ? 0.5 : 0.36));
      lines[beyond ? "walls" : "ledges"].push([1, -1].map(way => middle.map((at, i) => at - way * along[i])));
    });
  });
  return lines;
}

function crossesOf(map, plane) {
  const crosses = [];
  layerOf(map, "blocked")?.numbers.forEach((isBlocked, cell) => {
    if (!isBlocked || !plane.draws(cell)) return;
    const [x, y] = plane.place([cell % map.width, Math.floor(cell / map.width)]);
    for (const way of [1, -1]) crosses.push([[x - 0.26, y - way * 0.26], [x + 0.26, y + way * 0.26]]);
  });
  return crosses;
}

/* What is drawn over the cells of a map. */
export const marksOf = (map, plane) => ({ crosses: crossesOf(map, plane), ...linesOf(map, plane) });

/* Draws marks where a cell has so many pixels. */
export function drawMarks(to, { crosses, walls, ledges }, scale) {
  const width = Math.max(2, Math.min(0.14 * scale, 5));
  to.lineCap = "round";
  for (const [lines, colour, wide] of [[crosses, BLOCKED_COLOUR, width], [walls, WALL_COLOUR, width], [ledges, WALL_COLOUR, width / 2]]) {
    to.beginPath();
    for (const [from, end] of lines) {
      to.moveTo(...from.map(at => at * scale));
      to.lineTo(...end.map(at => at * scale));
    }
    for (const [thick, ink] of [[1.9 * wide, "#fffc"], [wide, colour]]) {
      to.lineWidth = thick;
      to.strokeStyle = ink;
      to.stroke();
    }
  }
}

const MARKS = ["blocked", "sides"];

/* The layers of a map whose numbers may be shown as colours. */
export const layersOfNumbers = map => map.layers().filter(({ name }) => !MARKS.includes(name));

/*
 * What the picture of a map shows: heights as relief, and the numbers of one layer as colours, "" for none.
 * The layer of heights is the one that the model names.
 */
export function shownLayers(map, model, name) {
  const heights = model.match(/\bheight=(\w+)/)?.[1] ?? "height";
  return { relief: layerOf(map, heights), heat: layersOfNumbers(map).find(layer => layer.name === name) };
}

/* The layer that is shown first: one that the model prices, else one that is no relief. */
export function firstShown(map, model) {
  const { relief } = shownLayers(map, model, "");
  const priced = model.match(/\blayer\.(\w+)=/)?.[1];
  return (layerOf(map, priced) ?? layersOfNumbers(map).find(layer => layer !== relief))?.name ?? "";
}
