/*
 * routes.js - routes and traces of searches
 */
import { call, engine } from "./engine.js";

/** @typedef {import("./fringe.js").Cell} Cell */

const DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const DX = [0, 1, 1, 1, 0, -1, -1, -1];
const DY = [-1, -1, 0, 1, 1, 1, 0, -1];

/** A path: its start, and where its legs end, each a run of equal moves, a straight line, or a link. */
export class Route {
  /** @param {Cell} start @param {Cell[]} ends @param {Set<number>} [links] which legs are links */
  constructor(start, ends, links = new Set()) {
    this.start = start;
    this.ends = ends;
    this.links = links;
  }

  /** Its start, the ends of its legs, and so its goal. @returns {Cell[]} */
  corners() {
    return [this.start, ...this.ends].map(cell => [...cell]);
  }

  /** All its cells, both ends included; of a line those nearest to it, one a column or row of its longer side. @returns {Cell[]} */
  cells() {
    const corners = this.corners();
    return this.ends.reduce((cells, end, i) => cells.concat(this.links.has(i) ? [[...end]] : cellsTo(corners[i], end)), [corners[0]]);
  }

  /** As SQL prints it: (8,10) NE2 N4, (x,y) where a line ends, and >(x,y) where a link does */
  toString() {
    const corners = this.corners();
    return [`(${this.start})`, ...this.ends.map((end, i) => (this.links.has(i) ? `>(${end})` : legText(corners[i], end)))].join(" ");
  }
}

const longerSide = ([x, y], [toX, toY]) => Math.max(Math.abs(toX - x), Math.abs(toY - y));

/* The cells behind the first one; of two as near that of the larger coordinate (fr_leg_cell). */
function cellsTo([x, y], end) {
  const moves = longerSide([x, y], end);
  const part = (to, from, i) => from + Math.floor((2 * (to - from) * i + moves) / (2 * moves));
  return Array.from({ length: moves }, (_, i) => [part(end[0], x, i + 1), part(end[1], y, i + 1)]);
}

function legText([x, y], end) {
  const moves = longerSide([x, y], end);
  const direction = DIRECTIONS.findIndex((_, i) => DX[i] * moves === end[0] - x && DY[i] * moves === end[1] - y);
  return direction < 0 ? `(${end})` : DIRECTIONS[direction] + moves;
}

/* The engine has runs, direction in bits 0 to 2, moves above, and for a link 0, x, y; or the cells where lines and links end. */
export function copyRoute([x, y], count) {
  const lines = call("web_route_corners");
  if (lines !== 0) {
    const cells = new Int32Array(engine.memory.buffer, lines, 2 * count);
    const linked = call("web_route_linked");
    const isLink = new Uint8Array(engine.memory.buffer, linked, linked === 0 ? 0 : count);
    const legs = Array.from({ length: count }, (_, i) => i);
    return new Route([x, y], legs.map(i => [cells[2 * i], cells[2 * i + 1]]), new Set(legs.filter(i => isLink[i])));
  }
  const runs = new Uint32Array(engine.memory.buffer, call("web_route_runs"), count);
  const route = new Route([x, y], []);
  for (let i = 0, at = route.start; i < count; at = route.ends.at(-1)) {
    const run = runs[i++];
    if (run === 0) route.links.add(route.ends.length);
    route.ends.push(run === 0 ? [runs[i++], runs[i++]] : [at[0] + DX[run & 7] * (run >>> 3), at[1] + DY[run & 7] * (run >>> 3)]);
  }
  return route;
}

/** The visits of a search, in order, in arrays of their columns. */
export class Trace {
  constructor(count) {
    const at = call("web_visits");
    const numbers = new Float64Array(engine.memory.buffer, at, 3 * count);
    const words = new Int32Array(engine.memory.buffer, at, 6 * count);
    /** indexes of cells: y * width + x */
    this.cells = new Uint32Array(count);
    this.iterations = new Int32Array(count);
    /** 1: the node was expanded */
    this.expanded = new Uint8Array(count);
    this.g = new Float64Array(count);
    this.f = new Float64Array(count);
    this.length = count;
    for (let i = 0; i < count; i++) {
      this.cells[i] = words[6 * i];
      this.iterations[i] = Math.abs(words[6 * i + 1]);
      this.expanded[i] = words[6 * i + 1] > 0;
      this.g[i] = numbers[3 * i + 1];
      this.f[i] = numbers[3 * i + 2];
    }
  }
}
