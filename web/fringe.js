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
 * @typedef {import("./links.js").Link} Link
 * @typedef {import("./layers.js").Layer} Layer
 */
import { FringeError, answers, bytesAt, call, callWithin, decoder, encoder, engine, orThrow, textAt, withBytes, withText } from "./engine.js";
import { methods, models, parsed } from "./options.js";
import { Route, Trace, copyRoute } from "./routes.js";
import { Offsets, gridOfRows, layouts } from "./offsets.js";
import { layersOf, textOfLayers, unpackLayers, withLayer } from "./layers.js";
import { LINK, bytesOfLink, joined, linkOf, linksOf, ordered } from "./links.js";

const GRIDS = 8; // decoded maps that a map keeps, one a model
const freeGrid = at => engine.web_grid_free(at);
const freeIndex = at => engine.web_index_free(at);
const lostGrids = new FinalizationRegistry(grids => grids.forEach(freeGrid));
const lostIndexes = new FinalizationRegistry(freeIndex);

const isBelow = (at, size) => Number.isInteger(at) && at >= 0 && at < size;

function checkInside([x, y], { width, height }) {
  if (!isBelow(x, width) || !isBelow(y, height)) throw new FringeError(`cell (${x},${y}) is outside the map`, `The map has ${width} x ${height} cells.`);
}

const GENERATORS = ["walls", "rooms", "maze", "caves"];
const COUNTERS = 1;
const ROUTE = 2;

function reasonNames() {
  const names = [];
  for (let at; (at = engine.web_reason_text(names.length)); ) names.push(textAt(at));
  return names;
}

const reasonOf = reasonNames();

/** What `Map.reason` may say. */
const reasons = { names: () => [...reasonOf] };

/** A rectangle of terrain codes, links between its cells, and layers of numbers. */
class GridMap {
  #codes;
  #links = new Uint8Array(0); // in order, as the engine has them
  #list; // the same for others, once it was asked for
  #layers = new Uint8Array(0); // as the engine has them
  #numbers; // the same for others, once they were asked for
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

  /** The map of a Moving AI file's text or of rows alone, with links and layers behind the rows. @param {string} text */
  static parse(text) {
    return withText(text, (at, length) => {
      const map = GridMap.#of(() => call("web_map_parse", at, length));
      map.#setLinks(linksOf(at, length));
      map.#setLayers(layersOf(at, length));
      return map;
    });
  }

  /** The map of rows of codes. @param {string[]} rows */
  static of(rows) {
    return new GridMap(rows[0]?.length ?? 0, rows.length, encoder.encode(rows.join("")));
  }

  /**
   * The map of rows of a hexagonal or staggered map: of hexagons, for the model hex, or of squares. Cells
   * of its grid that are not on the map have the code "|".
   * @param {string[]} rows @param {string} layout one of layouts.names()
   */
  static fromOffset(rows, layout) {
    const { width, height, codes } = gridOfRows(rows, layout);
    return new GridMap(width, height, codes);
  }

  /** Columns and rows of a hexagonal or staggered map, and their cells. @param {string} layout */
  offsets(layout) {
    return Offsets.find(layout, this.#codes, this.width, this.height);
  }

  /**
   * The maps of SQL's generators: walls (number, length), rooms (size), maze (corridor,
   * loops), caves (fill).
   * @param {"walls" | "rooms" | "maze" | "caves"} kind
   */
  static generate(kind, width, height, [a = 0, b = 0] = [], seed = 0) {
    return GridMap.#of(() => call("web_map_generate", GENERATORS.indexOf(kind), width, height, a, b, seed));
  }

  /** As a Moving AI file, and the links and layers. */
  toString() {
    const lines = [...this.rows(), ...this.links().map(link => link.text)];
    return `type octile\nheight ${this.height}\nwidth ${this.width}\nmap\n${lines.join("\n")}\n${textOfLayers(this.#layers, this.width, this.height)}`;
  }

  /** A map like this one. */
  clone() {
    const map = new GridMap(this.width, this.height, this.#codes);
    map.#links = this.#links;
    map.#layers = this.#layers;
    map.#numbers = this.#numbers;
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

  #setLayers(bytes) {
    this.#layers = bytes;
    this.#numbers = undefined;
    this.#dropGrids();
  }

  /** In the order of their names; not to be changed. @returns {readonly Layer[]} */
  layers() {
    return (this.#numbers ??= unpackLayers(this.#layers, this.width, this.height));
  }

  /** Adds a layer, or replaces the one of this name. @param {string} name @param {ArrayLike<number>} numbers one per cell, row by row */
  setLayer(name, numbers) {
    this.#setLayers(withLayer(this.#layers, this.width, this.height, name, numbers));
  }

  /** @param {string} name */
  dropLayer(name) {
    this.#setLayers(withLayer(this.#layers, this.width, this.height, name));
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

  /* Calls use(address, number of links, bytes of layers). */
  #withParts(use) {
    const parts = [this.#codes, this.#links, this.#layers];
    return withBytes(joined(parts), at => use(at, this.#links.length / LINK, this.#layers.length));
  }

  #grid(text = "octile") {
    const model = parsed("web_model", text);
    let grid = this.#grids.get(model.text);
    if (!grid) {
      if (this.#grids.size >= GRIDS) this.#dropGrids();
      grid = this.#withParts((at, ...counts) => orThrow(call("web_grid_build", at, this.width, this.height, ...counts, model.at), "gridmodel"));
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

  /**
   * Why there is or is no path, in the words of fringe_diagnose: one of reasons.names().
   * @param {Cell} start @param {Cell} goal @param {Options} [options]
   */
  reason(start, goal, { model = "octile", timeout } = {}) {
    const grid = this.#grid(textAt(call("web_steps_text", parsed("web_model", model).at)));
    const ends = [start, goal].map(cell => this.#index(cell));
    const reason = this.#withParts((at, ...counts) => callWithin(timeout, "web_reason", grid, at, ...counts, ...ends));
    return reason < 0 ? orThrow(0, "gridmap") : reasonOf[reason];
  }

  /** Does a method take the map under a model? @param {string} method @param {Options} [options] */
  fits(method, { model } = {}) {
    return call("web_fits", this.#grid(model), parsed("web_method", method).at) !== 0;
  }

  /** An index of the map: costs in a microsecond. @param {Options & {maxSize?: number, routes?: boolean}} [options] */
  index({ model, maxSize = 0, routes = true, timeout } = {}) {
    return new Index(orThrow(callWithin(timeout, "web_index_build", this.#grid(model), maxSize, routes), "gridindex"));
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

export { GridMap as Map, Index, Offsets, Route, Trace, FringeError, layouts, models, methods, reasons };
