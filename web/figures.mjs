// Writes the figures of layouts and of their directions that doc/models.md shows, into a
// folder (doc/figures). The engine, which make web builds, says where cells are.
// tools/figures runs this.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Map as GridMap, layouts } from "./fringe.js";
import { Plane, isHexagonal } from "./plane.js";

const [COLUMNS, ROWS] = [4, 3];
const STYLE = `text{fill:#24292f;font:12px sans-serif;text-anchor:middle;dominant-baseline:central}
.title{font-size:14px;font-weight:bold}
path{fill:#f3f1ea;stroke:#8c959f;stroke-width:1.2}
.shifted{fill:#d3e4f5}
.middle{fill:#d9a63f}
@media(prefers-color-scheme:dark){text{fill:#d8dee4}path{fill:#2a313a}.shifted{fill:#254b70}.middle{fill:#8a671b}}`;

const round = at => at.toFixed(1);
const outlineOf = points => `M${points.map(point => point.map(round).join(" ")).join("L")}z`;
const textAt = ([x, y], words) => `<text x="${round(x)}" y="${round(y)}">${words}</text>`;
const titleAt = ([x, y], words) => `<text class="title" x="${round(x)}" y="${round(y)}">${words}</text>`;

/* A map at a place of the figure: `cells` has the cells, each with its words and its class. */
function panel(plane, cells, scale, [left, top]) {
  const place = ([x, y]) => [left + x * scale, top + y * scale];
  const shapes = cells.map(({ cell, kind }) => `<path${kind ? ` class="${kind}"` : ""} d="${outlineOf(plane.outline(cell).map(place))}"/>`);
  const words = cells.map(({ cell, text }) => textAt(place(plane.place(cell)), text));
  return [...shapes, ...words];
}

function figure(width, height, title, panels) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">\n<title>${title}</title>\n<style>${STYLE}</style>\n${panels.flat().join("\n")}\n</svg>\n`;
}

/* Every layout, with the column and the row of each cell. */
function layoutPanel(layout, i) {
  const map = GridMap.fromOffset(Array(ROWS).fill(".".repeat(COLUMNS)), layout);
  const plane = new Plane(map.codes(), map.width, map.height, layout);
  const offsets = map.offsets(layout);
  const byRows = /-r$|-y-/.test(layout);
  const isShifted = offset => (offset[byRows ? 1 : 0] % 2 === 1) === layout.includes("odd");
  const all = Array.from({ length: COLUMNS * ROWS }, (_, at) => [at % COLUMNS, Math.floor(at / COLUMNS)]);
  const cells = all.map(offset => ({ cell: offsets.cell(offset), text: offset.join(","), kind: isShifted(offset) && "shifted" }));
  const [scale, top] = isHexagonal(layout) ? [42, 40] : [34, 230];
  const middle = 115 + 230 * (i % 4);
  return [titleAt([middle, top - 16], layout), ...panel(plane, cells, scale, [middle - (plane.width * scale) / 2, top])];
}

const NAMES = ["NW", "N", "NE", "W", "", "E", "SW", "S", "SE"];

/* A cell and its neighbours, with the directions to them. */
function directionPanel([layout, title], i) {
  const plane = new Plane(new Uint8Array(9).fill(46), 3, 3, layout);
  const all = NAMES.map((text, at) => ({ cell: [at % 3, Math.floor(at / 3)], text, kind: !text && "middle" }));
  const cells = all.filter(({ text }) => !isHexagonal(layout) || !["NW", "SE"].includes(text));
  const [x, y] = plane.place([1, 1]).map(at => at * 52);
  const middle = 150 + 300 * i;
  return [titleAt([middle, 20], title), ...panel(plane, cells, 52, [middle - x, 140 - y])];
}

const shapes = [["odd-r", "odd-r, even-r"], ["odd-q", "odd-q, even-q"], ["staggered-y-odd", "staggered"]];
const folder = process.argv[2] ?? fileURLToPath(new URL("../doc/figures", import.meta.url));
writeFileSync(`${folder}/layouts.svg`, figure(920, 410, "Columns and rows of the eight layouts; shifted ones are blue", layouts.names().map(layoutPanel)));
writeFileSync(`${folder}/directions.svg`, figure(900, 260, "Directions from a cell to its neighbours", shapes.map(directionPanel)));
