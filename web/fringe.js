/**
 * fringe.js - exact shortest paths on grid maps, by the engine of the PostgreSQL
 * extension fringe, in browsers and in Node
 *
 *     import { Map } from "fringe";
 *     const map = Map.parse(text); // a Moving AI map file
 *     const { cost, route } = map.search([8, 10], [56, 4], { model: "octile", method: "auto" });
 *
 * Models and methods are the texts that the SQL functions take; costs, counters and
 * routes are those of the SQL functions, to the bit. A cell is [x, y], from 0; x grows
 * to the right, y downwards. What cannot be is an Error with the server's message,
 * and with its `detail` and `hint`.
 *
 * @typedef {[number, number]} Cell
 * @typedef {object} Options
 * @property {string} [model] how an agent moves and what it pays; "octile"
 * @property {string} [method] which search runs; "auto"
 * @property {number} [timeout] milliseconds after which a call throws; none
 * @typedef {object} Option of a model or method: words, or a number
 * @property {string} key
 * @property {string[]} words that it may be; also beside a number, such as "sqrt2"
 * @property {boolean} number may it be a number?
 * @property {number} [least] of whole numbers ...
 * @property {number} [most] ... the range
 */

/* ---- the engine: fringe.wasm ------------------------------------------------ */

const read = async url => url.protocol === "file:" ? (await import("node:fs/promises")).readFile(url) : (await fetch(url)).arrayBuffer();
const binary = () => read(new URL("fringe.wasm", import.meta.url));

let deadline = Infinity;

const imports = {
  poll() {
    if (performance.now() > deadline) throw new FringeError("search took too long", "", "Give it more time, or another method.");
  },
  no_memory() {
    throw new FringeError("out of memory");
  },
};

/** What the engine or this module refuses. */
class FringeError extends Error {
  constructor(message, detail = "", hint = "") {
    super(message);
    this.name = "FringeError";
    this.detail = detail;
    this.hint = hint;
  }
}

const engine = (await WebAssembly.instantiate(await binary(), { fringe: imports })).instance.exports;

/** Calls the engine; a call that throws leaves the stack pointer where it was. */
function call(name, ...values) {
  const top = engine.__stack_pointer.value;
  try {
    return engine[name](...values);
  } catch (error) {
    engine.__stack_pointer.value = top;
    throw error;
  }
}

/** The same within so many milliseconds. */
function callWithin(timeout, ...values) {
  deadline = timeout === undefined ? Infinity : performance.now() + timeout;
  try {
    return call(...values);
  } finally {
    deadline = Infinity;
  }
}

// Views of the engine's memory: it moves when it grows, so they are made anew.
const bytesAt = (at, count) => new Uint8Array(engine.memory.buffer, at, count);
const answers = () => new Float64Array(engine.memory.buffer, call("web_answer"), 16);

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function textAt(at) {
  const bytes = bytesAt(at);
  return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
}

/** Calls use(address, length) with a copy of the bytes in the engine. */
function withBytes(bytes, use) {
  const at = call("web_take", bytes.length);
  try {
    bytesAt(at, bytes.length).set(bytes);
    return use(at, bytes.length);
  } finally {
    engine.web_give(at);
  }
}

const withText = (text, use) => withBytes(encoder.encode(text), use);

/* ---- errors ----------------------------------------------------------------- */

const TEXT = 512; // bytes of each part of an error's text

/** The message, detail and hint of the last error, of a value of this type. */
function texts(type) {
  const at = withText(`${type}\0`, name => call("web_error_text", name));
  return [0, 1, 2].map(part => textAt(at + part * TEXT));
}

function lastChoices() {
  const words = [];
  for (let at; (at = call("web_error_choice", words.length)); ) words.push(textAt(at));
  return words;
}

/** The result, or the error that a result of 0 stands for. */
function orThrow(result, type) {
  if (result === 0) throw new FringeError(...texts(type));
  return result;
}

/* ---- models and methods ----------------------------------------------------- */

const known = { web_model: new globalThis.Map(), web_method: new globalThis.Map() };
const typeOf = { web_model: "gridmodel", web_method: "gridmethod" };

/** A parsed model or method: its address in the engine, and its canonical text. */
function parsed(what, text) {
  const texts = known[what];
  let found = texts.get(text);
  if (!found) {
    if (texts.size > 500) forget(texts);
    found = withText(text, (at, length) => ({
      at: orThrow(call(what, at, length), typeOf[what]),
      text: textAt(call("web_canonical")),
    }));
    texts.set(text, found);
  }
  return found;
}

function forget(texts) {
  for (const { at } of texts.values()) engine.web_give(at);
  texts.clear();
}

/** What the engine says to a text that it refuses. */
function refusal(what, text) {
  withText(text, (at, length) => call(what, at, length));
  const status = call("web_error");
  const [least, most] = answers();
  return { status, least, most, words: lastChoices() };
}

const badValue = refusal("web_method", "astar(tie=?)").status;
const badCost = refusal("web_model", "octile(straight=?)").status;

/** @returns {Option} as the hint describes it that a wrong value gets */
function optionOf(what, name, key) {
  const { status, least, most, words } = refusal(what, `${name}(${key}=?)`);
  const whole = status !== badValue && status !== badCost && most > 0;
  return { key, words, number: status !== badValue, ...(whole ? { least, most } : {}) };
}

const namesOf = what => refusal(what, "?").words;
const optionsOf = (what, name) => refusal(what, `${name}(??=?)`).words.map(key => optionOf(what, name, key));

/** The names of models, and the options of one: for forms. */
const models = { names: () => namesOf("web_model"), options: name => optionsOf("web_model", name), canonical: text => parsed("web_model", text).text };

/** The same of methods. */
const methods = { names: () => namesOf("web_method"), options: name => optionsOf("web_method", name), canonical: text => parsed("web_method", text).text };

/* ---- routes and traces ------------------------------------------------------ */

const DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const DX = [0, 1, 1, 1, 0, -1, -1, -1];
const DY = [-1, -1, 0, 1, 1, 1, 0, -1];

/** A path: its start, and where its legs end, each a run of equal moves, a straight line, or a link. */
class Route {
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

/* The engine has runs, direction in bits 0 to 2, moves above, and for a link 0, x, y; or the cells where lines end. */
function copyRoute([x, y], count) {
  const lines = call("web_route_corners");
  if (lines !== 0) {
    const cells = new Int32Array(engine.memory.buffer, lines, 2 * count);
    return new Route([x, y], Array.from({ length: count }, (_, i) => [cells[2 * i], cells[2 * i + 1]]));
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
class Trace {
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

/* ---- links ------------------------------------------------------------------ */

const LINK = 20; // bytes, core/map/link.h

/** @typedef {{ from: Cell, to: Cell, both: boolean, text: string }} Link */

/** @returns {Link} */
function linkOf(bytes) {
  const [x, y, toX, toY] = new Uint16Array(bytes.slice(0, 8).buffer);
  return { from: [x, y], to: [toX, toY], both: bytes[18] !== 0, text: textAt(withBytes(bytes, at => call("web_link_text", at))) };
}

const bytesOfLink = text => withText(text, (at, length) => bytesAt(orThrow(call("web_link", at, length), "gridlink"), LINK).slice());

/** Those of the text, a map file, that was parsed last. */
function linksOf(text, length) {
  const at = orThrow(call("web_links_parse", text, length), "gridlink");
  return bytesAt(at, LINK * answers()[0]).slice();
}

const MOST_LINKS = 100_000; // of a map, FR_MAX_LINKS

/** Links in the order of maps, none twice. */
function ordered(links) {
  const kept = withBytes(links, (at, length) => bytesAt(at, LINK * call("web_links_order", at, length / LINK)).slice());
  if (kept.length > LINK * MOST_LINKS) throw new FringeError("map would have too many links", `It would have ${kept.length / LINK}; the limit is ${MOST_LINKS}.`);
  return kept;
}

/** Arrays of bytes, one behind the other. */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/* ---- maps ------------------------------------------------------------------- */

const GRIDS = 8; // decoded maps that a map keeps, one a model
const freeGrid = at => engine.web_grid_free(at);
const freeIndex = at => engine.web_index_free(at);
const lostGrids = new FinalizationRegistry(grids => grids.forEach(freeGrid));
const lostIndexes = new FinalizationRegistry(freeIndex);

const isBelow = (at, size) => Number.isInteger(at) && at >= 0 && at < size;

function checkInside([x, y], { width, height }) {
  if (!isBelow(x, width) || !isBelow(y, height)) throw new FringeError(`cell (${x},${y}) is outside the map`, `The map is ${width} cells wide and ${height} high.`);
}

const GENERATORS = ["walls", "rooms", "maze", "caves"];
const COUNTERS = 1;
const ROUTE = 2;

/** A rectangle of terrain codes, and links between its cells. */
class GridMap {
  #codes;
  #links = new Uint8Array(0); // in order, as the engine has them
  #list; // the same for others, once it was asked for
  #grids = new globalThis.Map(); // by the model's text

  /** @param {number} width @param {number} height @param {Uint8Array} [codes] rows of codes; all "." */
  constructor(width, height, codes = new Uint8Array(width * height).fill(46)) {
    if (codes.length !== width * height) throw new FringeError("malformed map: its rows are not of one length");
    this.width = width;
    this.height = height;
    this.#codes = Uint8Array.from(codes);
    lostGrids.register(this, this.#grids);
  }

  static #of(make) {
    const at = orThrow(make(), "gridmap");
    const [width, height] = answers();
    try {
      return new GridMap(width, height, bytesAt(at, width * height));
    } finally {
      engine.web_give(at);
    }
  }

  /** The map of a Moving AI file's text, with a line for each link behind the rows. @param {string} text */
  static parse(text) {
    return withText(text, (at, length) => {
      const map = GridMap.#of(() => call("web_map_parse", at, length));
      map.#setLinks(linksOf(at, length));
      return map;
    });
  }

  /** The map of rows of codes. @param {string[]} rows */
  static of(rows) {
    return new GridMap(rows[0]?.length ?? 0, rows.length, encoder.encode(rows.join("")));
  }

  /**
   * The maps of SQL's generators: walls (number, length), rooms (size), maze (corridor,
   * loops), caves (fill).
   * @param {"walls" | "rooms" | "maze" | "caves"} kind
   */
  static generate(kind, width, height, [a = 0, b = 0] = [], seed = 0) {
    return GridMap.#of(() => call("web_map_generate", GENERATORS.indexOf(kind), width, height, a, b, seed));
  }

  /** As a Moving AI file, and the links. */
  toString() {
    const lines = [...this.rows(), ...this.links().map(link => link.text)];
    return `type octile\nheight ${this.height}\nwidth ${this.width}\nmap\n${lines.join("\n")}\n`;
  }

  /** A map like this one. */
  clone() {
    const map = new GridMap(this.width, this.height, this.#codes);
    map.#links = this.#links;
    return map;
  }

  #linkBytes() {
    return Array.from({ length: this.#links.length / LINK }, (_, i) => this.#links.subarray(i * LINK, (i + 1) * LINK));
  }

  #setLinks(bytes) {
    this.#links = ordered(bytes);
    this.#list = undefined;
    this.#dropGrids();
  }

  /** In their order; not to be changed. @returns {readonly Link[]} */
  links() {
    return (this.#list ??= this.#linkBytes().map(linkOf));
  }

  /** Adds links, such as (3,4)>(40,4)=2 or (3,4)<>(40,4):k. @param {...string} texts */
  link(...texts) {
    const added = texts.map(bytesOfLink);
    added.map(linkOf).forEach(({ from, to }) => [from, to].forEach(cell => checkInside(cell, this)));
    this.#setLinks(joined([this.#links, ...added]));
  }

  /** Takes all links away that this is true of; all there are. @param {(link: Link) => boolean} [of] */
  unlink(of = () => true) {
    const links = this.links();
    this.#setLinks(joined(this.#linkBytes().filter((_, i) => !of(links[i]))));
  }

  /** @returns {string[]} */
  rows() {
    return Array.from({ length: this.height }, (_, y) => decoder.decode(this.#codes.subarray(y * this.width, (y + 1) * this.width)));
  }

  /** A copy of all codes, row by row. */
  codes() {
    return this.#codes.slice();
  }

  /** @param {Cell} cell */
  code(cell) {
    return String.fromCharCode(this.#codes[this.#index(cell)]);
  }

  /** Changes a cell. @param {Cell} cell @param {string} code */
  set(cell, code) {
    this.#codes[this.#index(cell)] = code.charCodeAt(0);
    this.#dropGrids();
  }

  #dropGrids() {
    this.#grids.forEach(freeGrid);
    this.#grids.clear();
  }

  #index(cell) {
    checkInside(cell, this);
    return cell[1] * this.width + cell[0];
  }

  #grid(text = "octile") {
    const model = parsed("web_model", text);
    let grid = this.#grids.get(model.text);
    if (!grid) {
      if (this.#grids.size >= GRIDS) this.#dropGrids();
      const count = this.#links.length / LINK;
      grid = withBytes(joined([this.#codes, this.#links]), at => orThrow(call("web_grid_build", at, this.width, this.height, count, model.at), "gridmodel"));
      this.#grids.set(model.text, grid);
    }
    return grid;
  }

  #search(start, goal, { model, method = "auto", timeout }, wanted, visits) {
    const from = this.#index(start);
    const to = this.#index(goal);
    const grid = this.#grid(model);
    const status = callWithin(timeout, "web_search", grid, parsed("web_method", method).at, from, to, wanted, visits);
    if (status !== 0) orThrow(0, "gridmethod");
    return answers();
  }

  /**
   * The answer with the statistics of the search, as fringe_search has them; with
   * `trace`, at most so many of its visits.
   * @param {Cell} start @param {Cell} goal @param {Options & {trace?: number}} [options]
   */
  search(start, goal, options = {}) {
    const began = performance.now();
    const [found, cost, length, iterations, visited, visitedLast, expanded, expandedLast, reopened, openPeak, opened, memory, complete, optimal, runs, visits] =
      this.#search(start, goal, options, COUNTERS | ROUTE, options.trace ?? 0);
    const microseconds = (performance.now() - began) * 1000;
    return {
      found: found === 1, cost: found ? cost : null, length: found ? length : null, iterations, visited, visitedLast, expanded, expandedLast,
      reopened, openPeak, opened, memory, microseconds, complete: complete === 1, optimal: optimal === 1,
      method: textAt(call("web_resolve", this.#grid(options.model), parsed("web_method", options.method ?? "auto").at)),
      route: found ? copyRoute(start, runs) : null,
      trace: options.trace ? new Trace(visits) : null,
    };
  }

  /** The cost of a best path, null without one. @param {Options} [options] @returns {number | null} */
  cost(start, goal, options = {}) {
    const [found, cost] = this.#search(start, goal, options, 0, 0);
    return found ? cost : null;
  }

  /** A best path, null without one. @param {Options} [options] @returns {Route | null} */
  route(start, goal, options = {}) {
    const answer = this.#search(start, goal, options, ROUTE, 0);
    return answer[0] ? copyRoute(start, answer[14]) : null;
  }

  /** The cost from a cell to each cell, Infinity where that is above the budget. @param {Options & {budget?: number}} [options] */
  reach(start, { model, budget = Infinity, timeout } = {}) {
    const at = orThrow(callWithin(timeout, "web_reach", this.#grid(model), this.#index(start), budget), "gridmodel");
    try {
      return new Float64Array(engine.memory.buffer, at, this.width * this.height).slice();
    } finally {
      engine.web_give(at);
    }
  }

  /** May an agent stand there? Cells of one number reach each other without links; 0: it may not. @param {Cell} cell */
  component(cell, { model } = {}) {
    const index = this.#index(cell);
    return call("web_component", this.#grid(model), index);
  }

  /** An index of the map: costs in a microsecond. @param {Options & {budget?: number, routes?: boolean}} [options] */
  index({ model, budget = 0, routes = true, timeout } = {}) {
    return new Index(orThrow(callWithin(timeout, "web_index_build", this.#grid(model), budget, routes), "gridindex"));
  }
}

/** Exact costs and routes of a map under a model, without the map. */
class Index {
  #at;

  constructor(at) {
    this.#at = at;
    const [width, height, size, routes] = answers();
    Object.assign(this, { width, height, size, routes: routes === 1, model: textAt(call("web_canonical")) });
    lostIndexes.register(this, at);
  }

  /** An index out of the bytes that a database has. @param {Uint8Array} bytes */
  static open(bytes) {
    return withBytes(bytes, (at, length) => new Index(orThrow(call("web_index_open", at, length), "gridindex")));
  }

  bytes() {
    return bytesAt(call("web_index_bytes", this.#at), this.size).slice();
  }

  /** @returns {number | null} */
  cost(start, goal) {
    checkInside(start, this);
    checkInside(goal, this);
    const cost = call("web_index_cost", this.#at, ...start, ...goal);
    return cost === Infinity ? null : cost;
  }

  /** @returns {Route | null} */
  route(start, goal) {
    checkInside(start, this);
    checkInside(goal, this);
    if (!this.routes) throw new FringeError("the index has no routes", "", "Build it with routes, or search the map.");
    if (call("web_index_route", this.#at, ...start, ...goal) !== 0) orThrow(0, "gridindex");
    const [cost, runs] = answers();
    return cost === Infinity ? null : copyRoute(start, runs);
  }
}

export { GridMap as Map, Index, Route, Trace, FringeError, models, methods };
