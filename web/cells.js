/*
 * cells.js - choosing cells of a map, and maps of a layout
 */
import { Map as GridMap, models } from "./fringe.js";
import { join, split } from "./forms.js";
import { PADDING } from "./offsets.js";
import { isHexagonal } from "./plane.js";


export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* Of the largest component, the cells nearest to the lower left and the upper right of the picture. */
export function farEnds(map, model, plane) {
  const sizes = new Map();
  const numbers = [];
  for (let y = 0; y < map.height; y++)
    for (let x = 0; x < map.width; x++) {
      const number = map.component([x, y], { model });
      numbers.push(number);
      if (number) sizes.set(number, (sizes.get(number) ?? 0) + 1);
    }
  const [largest] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  if (!largest) return null;
  const nearest = rank => {
    let best = -1;
    numbers.forEach((number, i) => {
      if (number === largest && (best < 0 || rank(i) < rank(best))) best = i;
    });
    return [best % map.width, Math.floor(best / map.width)];
  };
  const away = i => {
    const [right, below] = plane.place([i % map.width, Math.floor(i / map.width)]);
    return right / plane.width - below / plane.height;
  };
  return [nearest(away), nearest(i => -away(i))];
}

/* Gives the cells around a cell, so many cells wide, this code. */
export function drawAround(map, plane, cell, width, code) {
  for (const near of plane.around(cell, Math.floor(width / 2))) map.set(near, code);
}

/* The cell so many columns and rows from another one, inside the map. */
export function cellBeside(map, layout, cell, move) {
  const within = (at, size) => Math.max(0, Math.min(size - 1, at));
  if (!layout) return [within(cell[0] + move[0], map.width), within(cell[1] + move[1], map.height)];
  const offsets = map.offsets(layout);
  const [column, row] = offsets.offset(cell);
  return offsets.cell([within(column + move[0], offsets.columns), within(row + move[1], offsets.rows)]);
}

/* A cell as words: its column and row under a layout. */
export function textOf(map, layout, cell) {
  const offset = layout && hasLayout(map, layout) ? map.offsets(layout).offset(cell) : null;
  return `(${offset ?? cell})`;
}

/* ---- maps of a layout, "" of which is that of squares ---------------------------- */

const THIN_WALL = "-"; // means the same as the code of padding, which is reserved

/* Rows of codes as a map of this layout. */
export function mapOfRows(rows, layout) {
  return layout ? GridMap.fromOffset(rows.map(row => row.replaceAll(PADDING, THIN_WALL)), layout) : GridMap.of(rows);
}

/* Is everything padding that is not on the map? */
function hasLayout(map, layout) {
  try {
    const offsets = map.offsets(layout);
    return map.rows().every((row, y) => [...row].every((code, x) => code === PADDING || offsets.offset([x, y])));
  } catch {
    return false;
  }
}

function rowsOf(map, layout) {
  if (!layout) return map.rows();
  const offsets = map.offsets(layout);
  return Array.from({ length: offsets.rows }, (_, row) => Array.from({ length: offsets.columns }, (_, column) => map.code(offsets.cell([column, row]))).join(""));
}

/*
 * The map under another layout with the same columns and rows; `moved` tells where its cells went. A map of
 * squares that is padded like a map of that layout is one. Layers go along, except walls between cells: cells
 * get other sides.
 */
export function mapUnder(map, from, to) {
  if (from === to || (!from && hasLayout(map, to))) return { map, moved: cell => cell };
  const made = mapOfRows(rowsOf(map, from), to);
  const [before, after] = [from ? map.offsets(from) : null, to ? made.offsets(to) : null];
  const moved = cell => {
    const offset = before ? before.offset(cell) : cell;
    return after ? after.cell(offset) : offset;
  };
  const moveText = (_, x, y) => `(${moved([Number(x), Number(y)])})`;
  const isOnMap = cell => !before || before.offset(cell);
  made.link(...map.links().filter(({ from, to }) => isOnMap(from) && isOnMap(to)).map(({ text }) => text.replace(/\((\d+),(\d+)\)/g, moveText)));
  for (const { name, numbers } of map.layers()) if (name !== "sides") made.setLayer(name, movedNumbers(map, made, numbers, cell => isOnMap(cell) && moved(cell)));
  return { map: made, moved };
}

/* The numbers of a layer where its cells went, and 0 elsewhere. */
function movedNumbers(from, to, numbers, moved) {
  const made = new Float64Array(to.width * to.height);
  numbers.forEach((number, i) => {
    const cell = moved([i % from.width, Math.floor(i / from.width)]);
    if (cell) made[cell[1] * to.width + cell[0]] = number;
  });
  return made;
}

/* Hexagons need a model of their own, which squares do not have: another name, with the options that it takes. */
export function modelUnder(model, layout) {
  const { name, options } = split(model);
  if (isHexagonal(layout) === (name === "hex")) return model;
  const fitting = isHexagonal(layout) ? "hex" : "octile";
  try {
    return models.canonical(join(fitting, options));
  } catch {
    return fitting;
  }
}
