/*
 * plane.js - where cells are on a picture: squares, or the hexagons and turned squares of a layout
 *
 * Lengths are in cells: the centres of neighbours are 1 apart. src/pg/picture/picture.c draws cells
 * at the same places. Under a layout, cells with the code of padding are left out.
 */
import { PADDING } from "./offsets.js";

const SIDE = 1 / Math.sqrt(3); // of a hexagon
const ROW = 1.5 * SIDE; // from row to row of hexagons, or from column to column
const HALF = Math.SQRT1_2; // of the diagonal of a square

/* The steps from a cell to its right and to its lower neighbour, and the corners around its centre. */
const SQUARE = { across: [1, 0], down: [0, 1], corners: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] };
const TURNED = { across: [HALF, HALF], down: [-HALF, HALF], corners: [[0, -HALF], [HALF, 0], [0, HALF], [-HALF, 0]] };
const POINTY = { across: [1, 0], down: [0.5, ROW], corners: [[0, -SIDE], [0.5, -SIDE / 2], [0.5, SIDE / 2], [0, SIDE], [-0.5, SIDE / 2], [-0.5, -SIDE / 2]] };
const FLAT = { across: [ROW, 0.5], down: [0, 1], corners: POINTY.corners.map(([x, y]) => [y, x]) };

function shapeOf(layout) {
  if (!layout) return SQUARE;
  if (layout.startsWith("staggered")) return TURNED;
  return layout.endsWith("-r") ? POINTY : FLAT;
}

export const isHexagonal = layout => [POINTY, FLAT].includes(shapeOf(layout));

/*
 * The nearest hexagon. With z = -x - y, the differences x - y, y - z and z - x divide the plane into
 * triangles. Six triangles are a hexagon. There, each difference rounded down is the difference of the centre,
 * or one less.
 */
const hexagonX = (x, y) => Math.floor((Math.floor(x - y) - Math.floor(-2 * x - y) + 1) / 3);
const hexagonY = (x, y) => Math.floor((Math.floor(x + 2 * y) - Math.floor(x - y) + 1) / 3);
const squareX = x => Math.floor(x + 0.5);
const squareY = (x, y) => Math.floor(y + 0.5);

export class Plane {
  #shape;
  #padding; // by cell, is it left out?
  #origin = [0, 0]; // the centre of cell (0,0)
  #size; // of the map

  /* `layout` is "" for a map of squares. */
  constructor(codes, width, height, layout) {
    this.#shape = shapeOf(layout);
    this.#size = [width, height];
    this.columns = width;
    this.cells = width * height;
    this.#padding = codes.map(code => layout !== "" && code === PADDING.charCodeAt(0));
    this.isHexagonal = isHexagonal(layout);
    this.isSquare = this.#shape === SQUARE;
    this.nearestX = this.isHexagonal ? hexagonX : squareX;
    this.nearestY = this.isHexagonal ? hexagonY : squareY;
    this.#fit();
  }

  /* Crops the plane to the cells that are drawn; without any, to all cells. */
  #fit() {
    const [width, height] = this.#size;
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    const enclose = cell => this.place(cell).forEach((at, i) => ((low[i] = Math.min(low[i], at)), (high[i] = Math.max(high[i], at))));
    for (let y = 0; y < height; y++) {
      const row = this.#padding.subarray(y * width, (y + 1) * width);
      const ends = [row.indexOf(0), row.lastIndexOf(0)];
      if (ends[0] >= 0) ends.forEach(x => enclose([x, y]));
    }
    if (low[0] > high[0]) for (const x of [0, width - 1]) for (const y of [0, height - 1]) enclose([x, y]);
    const reach = [0, 1].map(i => Math.max(...this.#shape.corners.map(corner => corner[i])));
    this.#origin = low.map((at, i) => reach[i] - at);
    [this.width, this.height] = high.map((at, i) => at - low[i] + 2 * reach[i]);
  }

  /* The centre of a cell. */
  place([x, y]) {
    const { across, down } = this.#shape;
    return this.#origin.map((at, i) => at + x * across[i] + y * down[i]);
  }

  /* The step from a cell to another one over joined edges of the map; null: there is none. */
  overEdges(from, to) {
    const apart = from.map((at, i) => to[i] - at);
    const step = apart.map((far, i) => (Math.abs(far) <= 1 ? far : far - Math.sign(far) * this.#size[i]));
    return this.isSquare && `${step}` !== `${apart}` && step.every(far => Math.abs(far) <= 1) ? step : null;
  }

  outline(cell) {
    const [x, y] = this.place(cell);
    return this.#shape.corners.map(([right, below]) => [x + right, y + below]);
  }

  /* The coordinates of a place: those of centres are whole. */
  #coordinates([right, below]) {
    const { across, down } = this.#shape;
    const [u, v] = [right - this.#origin[0], below - this.#origin[1]];
    const area = across[0] * down[1] - across[1] * down[0];
    return [(u * down[1] - v * down[0]) / area, (v * across[0] - u * across[1]) / area];
  }

  /* Is the cell of this index drawn? */
  draws(index) {
    return !this.#padding[index];
  }

  isDrawn([x, y]) {
    const [width, height] = this.#size;
    return x >= 0 && y >= 0 && x < width && y < height && this.draws(y * width + x);
  }

  /* The cell at a place; where none is drawn, the nearest that is. */
  cellAt(place) {
    const [x, y] = this.#coordinates(place);
    const cell = [this.nearestX(x, y), this.nearestY(x, y)];
    return this.isDrawn(cell) ? cell : this.#nearestDrawn(place);
  }

  #nearestDrawn([right, below]) {
    const [width] = this.#size;
    let best = [0, 0];
    let least = Infinity;
    this.#padding.forEach((isPadding, i) => {
      if (isPadding) return;
      const [u, v] = this.place([i % width, Math.floor(i / width)]);
      const away = (u - right) ** 2 + (v - below) ** 2;
      if (away < least) [best, least] = [[i % width, Math.floor(i / width)], away];
    });
    return best;
  }

  /* How many steps are two cells apart, on open ground in all directions of their shape? */
  #steps(x, y) {
    return Math.max(Math.abs(x), Math.abs(y), this.isHexagonal ? Math.abs(x + y) : 0);
  }

  /* The cells of a straight line, so that a fast pointer leaves no gap. */
  between([x, y], [toX, toY]) {
    const steps = Math.max(1, this.#steps(toX - x, toY - y));
    const at = i => [x + ((toX - x) * i) / steps, y + ((toY - y) * i) / steps];
    return Array.from({ length: steps + 1 }, (_, i) => [this.nearestX(...at(i)), this.nearestY(...at(i))]).filter(cell => this.isDrawn(cell));
  }

  /* The cells at most so many steps from a cell. */
  around([x, y], steps) {
    const offsets = Array.from({ length: 2 * steps + 1 }, (_, i) => i - steps);
    const cells = offsets.flatMap(dy => offsets.filter(dx => this.#steps(dx, dy) <= steps).map(dx => [x + dx, y + dy]));
    return cells.filter(cell => this.isDrawn(cell));
  }

  /*
   * The cells at the points of a lattice with so many points per cell: `index` has y * width + x row by row,
   * and -1 where no cell is drawn.
   */
  lattice(density) {
    const [width, height] = this.#size;
    const columns = Math.max(1, Math.round(this.width * density));
    const rows = Math.max(1, Math.round(this.height * density));
    const index = new Int32Array(columns * rows).fill(-1);
    for (let row = 0; row < rows; row++) {
      const place = column => [(column + 0.5) / density, (row + 0.5) / density];
      const [[x, y], [nextX, nextY]] = [0, 1].map(column => this.#coordinates(place(column)));
      for (let column = 0; column < columns; column++) {
        const [right, below] = [x + column * (nextX - x), y + column * (nextY - y)];
        const cellX = this.nearestX(right, below);
        const cellY = this.nearestY(right, below);
        const cell = cellY * width + cellX;
        if (cellX >= 0 && cellY >= 0 && cellX < width && cellY < height && !this.#padding[cell]) index[row * columns + column] = cell;
      }
    }
    return { columns, rows, index };
  }
}
