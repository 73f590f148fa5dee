/*
 * draw.js - maps, searches and routes on a canvas, in the colours of fringe_svg
 *
 * src/pg/picture/picture.c has the same colours: on light paper, and on dark paper.
 */

import { drawMarks, inkOf, marksOf, reliefOf } from "./marks.js";

/* Codes of the same meaning, its name, and the colours on light and on dark paper. */
export const TERRAINS = [
  [".G", "ground", "#f3f1ea", "#1f242b"],
  ["@O", "wall or outside", "#2f353d", "#59636f"],
  ["#X", "wall", "#4b5058", "#737c87"],
  ["|-", "thin wall", "#9aa1aa", "#a3acb8"],
  ["T", "trees", "#3c7a4b", "#3f7d50"],
  ["S", "swamp", "#b9c08a", "#59603a"],
  ["W~", "water", "#5b9bd0", "#34658f"],
  ["\",", "grass", "#9fcf86", "#33592f"],
  ["+D'", "door", "#b5763a", "#9a6a3a"],
  ["<>", "stairs", "#d9a63f", "#a67c26"],
  ["=", "bridge", "#d4a468", "#70502a"],
  [":", "rubble", "#cbc8bd", "#43443f"],
  ["^", "mountain or trap", "#958a80", "#77706b"],
  ["0", "", "#efe4cf", "#2e2c2a"],
  ["1", "", "#e4d5be", "#3c3630"],
  ["2", "", "#d9c5ad", "#4b4136"],
  ["3", "", "#cdb69d", "#594b3d"],
  ["4", "", "#c2a78c", "#685643"],
  ["5", "", "#b7977b", "#766049"],
  ["6", "", "#ac886a", "#856b4f"],
  ["7", "", "#a0795a", "#937556"],
  ["8", "", "#956949", "#a2805c"],
  ["9", "", "#8a5a38", "#b08a62"],
];
const STOPS = [[0xff, 0xf3, 0xb0], [0xfd, 0xb8, 0x4b], [0xf0, 0x6a, 0x3c], [0xb8, 0x2a, 0x66], [0x5b, 0x16, 0x7c]];
const ROUTE_COLOUR = "#cf222e";
const MARK_COLOUR = { light: "#0969da", dark: "#6cb6ff" };
const START_COLOUR = "#1a7f37";
const CASING_COLOUR = "#fff";
const LEVELS = 64;
export const MARGIN = 8; // CSS pixels around a map, for marks at its edge
const CAPTION = 64; // and below it, for words

/* A code without a colour of its own gets a pale hue; neighbours are a golden angle apart. Lightness and chroma change, too. */
function paleColour(code, dark) {
  const hue = ((code * 0.618034) % 1) * 2 * Math.PI;
  const middle = (dark ? 0.23 : 0.675) + (dark ? 0.05 : 0.03) * ((code * 3) % 5);
  const swing = 0.105 + 0.08 * (code % 2);
  return [0, 1, 2].map(i => Math.floor(255 * (middle + swing * Math.cos(hue - (i * 2 * Math.PI) / 3))));
}

const bytesOf = colour => [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
const packed = ([red, green, blue], alpha = 255) => ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
const cssOf = bytes => `rgb(${bytes.join(" ")})`;

const terrainOf = code => TERRAINS.find(([codes]) => codes.includes(code)) ?? [];

const ownColour = (code, dark) => terrainOf(code)[dark ? 3 : 2];

/* What a code usually means; "" for codes without a usual meaning. */
export const nameOf = code => terrainOf(code)[1] ?? "";

/* The colours of terrain by code, as CSS has them. */
export const colourOf = (code, dark) => ownColour(code, dark) ?? cssOf(paleColour(code.charCodeAt(0), dark));

/* From early to late: on light paper from pale to dark, on dark paper from dark to pale. */
export function rampColour(part, dark) {
  const place = (dark ? 1 - part : part) * (STOPS.length - 1);
  const stop = Math.min(Math.floor(place), STOPS.length - 2);
  return STOPS[stop].map((a, i) => Math.round(a + (place - stop) * (STOPS[stop + 1][i] - a)));
}

const pixelsOf = dark => Uint32Array.from({ length: 256 }, (_, code) => {
  const own = ownColour(String.fromCharCode(code), dark);
  return packed(own ? bytesOf(own) : paleColour(code, dark));
});
const rampOf = dark => Uint32Array.from({ length: LEVELS }, (_, i) => packed(rampColour(i / (LEVELS - 1), dark), 225));
const pixels = { false: pixelsOf(false), true: pixelsOf(true) };
const ramps = { false: rampOf(false), true: rampOf(true) };

const [BLACK, WHITE] = [packed([0, 0, 0]), packed([255, 255, 255])];
const LAYER_OPACITY = 0.75; // of the colours of a layer

/* A colour under another one of this opacity. */
function blended(under, over, opacity) {
  let mixed = under & 0xff000000;
  for (const shift of [0, 8, 16]) {
    const [below, above] = [under, over].map(colour => (colour >>> shift) & 255);
    mixed |= Math.round(below + opacity * (above - below)) << shift;
  }
  return mixed >>> 0;
}

/* Where the number of each cell is on the ramp; -1 for zeros of a layer that has other numbers: the ground is seen there. */
function partsOf({ numbers, least, greatest }) {
  const bottom = Math.min(0, least);
  return Int8Array.from(numbers, number => (number === 0 || greatest === bottom ? -1 : Math.floor(((number - bottom) * (LEVELS - 1)) / (greatest - bottom))));
}

/* A picture of one pixel a cell, which is drawn larger. */
class Sheet {
  constructor(width, height) {
    this.canvas = Object.assign(document.createElement("canvas"), { width, height });
    this.context = this.canvas.getContext("2d");
    this.image = this.context.createImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  show() {
    this.context.putImageData(this.image, 0, 0);
  }
}

/* Points per pixel of a screen, along a side, so that the sides of hexagons look smooth. */
const FINENESS = 2;

/* The ground, once for all pictures of a map. */
export class Terrain {
  #index = null; // the cell of each pixel of a sheet; null: a cell is a pixel

  /* A sheet has so many pixels per cell. */
  constructor(plane, density) {
    this.plane = plane;
    this.density = density;
    const { columns, rows, index } = plane.isSquare && density === 1 ? { columns: plane.width, rows: plane.height, index: null } : plane.lattice(density);
    this.#index = index;
    this.sheet = new Sheet(columns, rows);
  }

  /* For pictures with so many CSS pixels per cell. */
  static forScale(plane, scale) {
    return new Terrain(plane, plane.isSquare ? 1 : scale * (devicePixelRatio || 1) * FINENESS);
  }

  newSheet() {
    return new Sheet(this.sheet.canvas.width, this.sheet.canvas.height);
  }

  /* Paints a sheet with colours of cells; 0 leaves the paper. */
  fill(sheet, colourOfCell) {
    const { pixels } = sheet;
    const index = this.#index;
    if (index) for (let i = 0; i < pixels.length; i++) pixels[i] = index[i] < 0 ? 0 : colourOfCell(index[i]);
    else for (let i = 0; i < pixels.length; i++) pixels[i] = colourOfCell(i);
    sheet.show();
  }

  paint(codes, dark) {
    const colours = pixels[dark];
    this.fill(this.sheet, cell => colours[codes[cell]]);
  }

  /* The same with layers: `shown` is what shownLayers tells. */
  paintMap(map, shown, dark) {
    const codes = map.codes();
    const { relief, heat } = shown;
    const colours = pixels[dark];
    const parts = heat && partsOf(heat);
    if (this.#relief?.layer !== relief) this.#relief = relief && { layer: relief, levels: reliefOf(relief, map.width, map.height) };
    if (!relief && !heat) return this.paint(codes, dark);
    this.fill(this.sheet, cell => {
      const colour = colours[codes[cell]];
      return this.shaded(heat && parts[cell] >= 0 ? blended(colour, ramps[dark][parts[cell]], LAYER_OPACITY) : colour, cell);
    });
  }

  #relief; // of the layer that was painted last

  /* A colour of a cell, with the light and shadow of the relief. */
  shaded(colour, cell) {
    const ink = this.#relief ? inkOf(this.#relief.levels[cell]) : 0;
    return ink === 0 || colour === 0 ? colour : blended(colour, ink > 0 ? WHITE : BLACK, Math.abs(ink));
  }

  #marks; // of layers

  marksOf(map) {
    const layers = map.layers();
    if (this.#marks?.layers !== layers) this.#marks = { layers, marks: marksOf(map, this.plane) };
    return this.#marks.marks;
  }
}

/* How large a cell is if so many pictures of a map stand in so many columns. */
export function scaleFor(plane, pictures, columns, room) {
  const rows = Math.ceil(pictures / columns);
  const across = (room.width - 16 * (columns - 1)) / columns - 2 * MARGIN;
  const down = room.height / rows - CAPTION - 2 * MARGIN;
  return Math.min(across / plane.width, down / plane.height);
}

/* One search on a map: a canvas in the page. */
export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  /* The map gets so many CSS pixels a cell, and a margin for marks at its edge. */
  fit(terrain, scale, margin) {
    const ratio = devicePixelRatio || 1;
    const { plane } = terrain;
    const width = Math.round(plane.width * scale + 2 * margin);
    const height = Math.round(plane.height * scale + 2 * margin);
    if (this.terrain !== terrain) this.heat = terrain.newSheet();
    this.terrain = terrain;
    this.plane = plane;
    this.scale = scale;
    this.margin = margin;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    if (this.canvas.width !== Math.round(width * ratio)) this.canvas.width = Math.round(width * ratio);
    if (this.canvas.height !== Math.round(height * ratio)) this.canvas.height = Math.round(height * ratio);
  }

  /* Where a pointer is on the plane. */
  #placeOf(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top].map(at => (at - this.margin) / this.scale);
  }

  /* The cell under a pointer; beyond the edge it is the nearest. */
  cellAt(event) {
    return this.plane.cellAt(this.#placeOf(event));
  }

  /* The centre of a cell in CSS pixels. */
  #at(cell) {
    return this.plane.place(cell).map(at => at * this.scale);
  }

  /* Is the pointer on the mark of this cell, or close to it? */
  isNear(event, cell, reach) {
    const [x, y] = this.plane.place(cell);
    const [right, below] = this.#placeOf(event);
    return Math.hypot(right - x, below - y) * this.scale <= Math.max(reach, this.scale / 2);
  }

  /* The first `shown` visits of a search, by the time of the last one of each cell. */
  paintVisits(cells, shown, total, dark) {
    const ramp = ramps[dark];
    const colours = new Uint32Array(this.plane.cells);
    for (let i = 0; i < shown; i++) colours[cells[i]] = ramp[Math.floor((i * LEVELS) / total)];
    this.terrain.fill(this.heat, cell => this.terrain.shaded(colours[cell], cell));
    this.hasHeat = shown > 0;
  }

  draw({ start, goal, route, map, links, now, cursor, noPath }, dark) {
    const to = this.context;
    const ratio = devicePixelRatio || 1;
    const { sheet, density } = this.terrain;
    to.setTransform(ratio, 0, 0, ratio, 0, 0);
    to.clearRect(0, 0, this.canvas.width, this.canvas.height);
    to.translate(this.margin, this.margin);
    to.imageSmoothingEnabled = this.scale < density;
    for (const { canvas } of this.hasHeat ? [sheet, this.heat] : [sheet]) to.drawImage(canvas, 0, 0, (canvas.width * this.scale) / density, (canvas.height * this.scale) / density);
    if (map.layers().length) drawMarks(to, this.terrain.marksOf(map), this.scale);
    this.links = links;
    for (const link of links) this.arc(link, dark);
    if (now !== undefined) this.flash(now);
    if (route) this.line(route);
    if (goal) this.ring(goal);
    if (start) this.dot(start);
    if (cursor) this.frame(cursor, dark);
    if (noPath) this.words(noPath, dark);
  }

  /* A path around a cell, or around a square where cells are smaller than so many pixels. */
  #outline(cell, least) {
    const [x, y] = this.#at(cell);
    const larger = Math.max(1, least / this.scale);
    this.context.beginPath();
    for (const [right, below] of this.plane.outline(cell).map(corner => corner.map(at => at * this.scale))) this.context.lineTo(x + (right - x) * larger, y + (below - y) * larger);
    this.context.closePath();
  }

  flash(index) {
    this.#outline([index % this.plane.columns, Math.floor(index / this.plane.columns)], 5);
    this.context.fillStyle = "#00d0ff";
    this.context.fill();
  }

  /*
   * A link: a dashed arc as fringe_svg draws it, flatter at the sides of the map, a dot at each cell that it leads to, and in its middle
   * a door in the colour of its code, if it has one.
   */
  arc({ from, to, both, text }, dark) {
    const context = this.context;
    const colour = MARK_COLOUR[dark ? "dark" : "light"];
    const width = Math.max(1.5, Math.min(this.scale * 0.1, 3));
    context.beginPath();
    this.curve(from, to);
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.setLineDash([2 * width, 2 * width]);
    context.stroke();
    context.setLineDash([]);
    for (const end of both ? [from, to] : [to]) this.circle(end, this.radius() * 0.5, colour, CASING_COLOUR, 1);
    const [, code] = text?.match(/:(.)$/) ?? [];
    if (!code) return;
    const [start, bend, end] = [this.#at(from), this.bend(from, to), this.#at(to)];
    const [x, y] = bend.map((at, i) => (start[i] + 2 * at + end[i]) / 4);
    const side = this.radius();
    context.fillStyle = colourOf(code, dark);
    context.fillRect(x - side / 2, y - side / 2, side, side);
    context.strokeRect(x - side / 2, y - side / 2, side, side);
  }

  /* The control point of the curve between two cells. */
  bend(from, to) {
    const [start, end] = [this.#at(from), this.#at(to)];
    const over = i => (start[i] + end[i]) / 2 + ((1 - 2 * i) * (end[1 - i] - start[1 - i])) / 8;
    return [this.plane.width, this.plane.height].map((size, i) => Math.max(0, Math.min(size * this.scale, over(i))));
  }

  curve(from, to) {
    this.context.moveTo(...this.#at(from));
    this.context.quadraticCurveTo(...this.bend(from, to), ...this.#at(to));
  }

  /* The route: legs of links are dashed along their arcs. A step over joined edges ends at one edge, and begins at the other. */
  line(route) {
    const to = this.context;
    const width = Math.max(2.5, Math.min(this.scale * 0.3, 6));
    const corners = route.corners();
    const legs = corners.slice(1).map((end, i) => ({ from: corners[i], end, isLink: route.links.has(i) }));
    for (const leg of legs) leg.over = leg.isLink && !this.hasLink(leg.from, leg.end) ? this.plane.overEdges(leg.from, leg.end) : null;
    to.lineJoin = to.lineCap = "round";
    for (const [thick, colour] of [[1.9 * width, CASING_COLOUR], [width, ROUTE_COLOUR]]) {
      to.lineWidth = thick;
      to.strokeStyle = colour;
      to.beginPath();
      to.moveTo(...this.#at(route.start));
      for (const { from, end, isLink, over } of legs) {
        if (over) this.seam(from, end, over);
        else if (isLink) to.moveTo(...this.#at(end));
        else to.lineTo(...this.#at(end));
      }
      to.stroke();
      to.setLineDash([0.5 * width, 2.5 * width]);
      to.beginPath();
      for (const { from, end } of legs.filter(({ isLink, over }) => isLink && !over)) this.orderedCurve(from, end);
      to.stroke();
      to.setLineDash([]);
    }
  }

  /* Half a step out of the map and half a step into it. */
  seam(from, end, [dx, dy]) {
    const half = ([x, y], way) => this.#at([x + (way * dx) / 2, y + (way * dy) / 2]);
    this.context.lineTo(...half(from, 1));
    this.context.moveTo(...half(end, -1));
    this.context.lineTo(...this.#at(end));
  }

  hasLink(a, b) {
    const leads = (from, to) => link => `${link.from}` === `${from}` && `${link.to}` === `${to}`;
    return this.links.some(leads(a, b)) || this.links.some(link => link.both && leads(b, a)(link));
  }

  /* The arc of a link bends by its first end, and links of both ways begin at the earlier cell. */
  orderedCurve(from, to) {
    const isLink = ([a, b]) => this.links.some(link => `${link.from}` === `${a}` && `${link.to}` === `${b}`);
    this.curve(...(isLink([from, to]) ? [from, to] : [to, from]));
  }

  /* Smaller than a cell where cells are large, large enough to be seen where they are small. */
  radius() {
    return Math.max(5, Math.min(this.scale * 0.36, 14));
  }

  circle(cell, radius, fill, stroke, width) {
    const to = this.context;
    to.beginPath();
    to.arc(...this.#at(cell), radius, 0, 2 * Math.PI);
    to.fillStyle = fill;
    to.fill();
    to.lineWidth = width;
    to.strokeStyle = stroke;
    to.stroke();
  }

  dot(cell) {
    this.circle(cell, this.radius() * 0.8, START_COLOUR, CASING_COLOUR, this.radius() * 0.27);
  }

  ring(cell) {
    this.circle(cell, this.radius(), CASING_COLOUR, CASING_COLOUR, this.radius() * 0.9);
    this.circle(cell, this.radius(), CASING_COLOUR, ROUTE_COLOUR, this.radius() * 0.5);
  }

  frame(cell, dark) {
    const to = this.context;
    this.#outline(cell, 4);
    to.lineWidth = 2;
    to.strokeStyle = MARK_COLOUR[dark ? "dark" : "light"];
    to.stroke();
  }

  /* Lines of text in the middle, smaller where the map is narrow. */
  words(lines, dark) {
    const to = this.context;
    const [x, y] = [(this.plane.width * this.scale) / 2, (this.plane.height * this.scale) / 2];
    to.textAlign = "center";
    to.textBaseline = "middle";
    to.font = "600 15px system-ui, sans-serif";
    const widest = Math.max(...lines.map(line => to.measureText(line).width));
    const size = Math.max(9, Math.min(15, (15 * (2 * x - 20)) / widest));
    to.font = `600 ${size}px system-ui, sans-serif`;
    const [width, height] = [(widest * size) / 15 + 28, lines.length * size * 1.35 + 14];
    to.fillStyle = dark ? "#0d1117e6" : "#ffffffe6";
    to.beginPath();
    to.roundRect(x - width / 2, y - height / 2, width, height, 17);
    to.fill();
    to.fillStyle = ROUTE_COLOUR;
    lines.forEach((line, i) => to.fillText(line, x, y + 1 + (i - (lines.length - 1) / 2) * size * 1.35));
  }
}
