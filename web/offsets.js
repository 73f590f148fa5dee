/*
 * offsets.js - hexagonal and staggered maps in offset coordinates, as editors store them
 *
 * core/map/offset_layout.h explains the layouts and where cells are on a grid.
 */
import { FringeError, answers, call, engine, orThrow, textAt, withBytes } from "./engine.js";

/** @typedef {import("./fringe.js").Cell} Cell */

export const PADDING = "|"; // the code of cells of a grid that are not on the map

function namesOfLayouts() {
  const names = [];
  for (let at; (at = engine.web_layout(names.length)); ) names.push(textAt(at));
  return names;
}

const names = namesOfLayouts();

/** The layouts of `Map.fromOffset`. */
export const layouts = { names: () => [...names] };

function numberOf(layout) {
  const number = names.indexOf(layout);
  if (number < 0) throw new FringeError(`unknown layout "${layout}"`, "", `Valid layouts are ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`);
  return number;
}

/** Columns and rows of a map, and where they are on its grid. */
export class Offsets {
  #layout;

  /** @param {string} layout @param {number} columns @param {number} rows */
  constructor(layout, columns, rows) {
    this.#layout = numberOf(layout);
    this.columns = columns;
    this.rows = rows;
    call("web_offset_grid", this.#layout, columns, rows);
    [this.width, this.height] = answers();
  }

  /** Finds the map whose grid has these codes. @param {Uint8Array} codes */
  static find(layout, codes, width, height) {
    const number = numberOf(layout);
    const isFound = withBytes(codes, at => call("web_offset_find", number, at, width, height));
    if (!isFound && call("web_error")) orThrow(0, "gridmap");
    if (!isFound) {
      const isPadded = codes.includes("|".charCodeAt(0));
      const other = withBytes(codes, at => names.find((_, i) => isPadded && call("web_offset_find", i, at, width, height)));
      throw new FringeError(`map does not have the layout ${layout}`, other ? `It has the layout ${other}.` : `Its grid of ${width} x ${height} cells is not padded like that.`,
        other ? `Pass the layout "${other}".` : "");
    }
    const [columns, rows] = answers();
    return new Offsets(layout, columns, rows);
  }

  /** The cell at a column and a row. @returns {Cell} */
  cell([column, row]) {
    const isInside = Number.isInteger(column) && Number.isInteger(row) && column >= 0 && column < this.columns && row >= 0 && row < this.rows;
    if (!isInside) throw new FringeError(`column ${column}, row ${row} is outside the map`, `The map has ${this.columns} columns and ${this.rows} rows.`);
    call("web_offset_cell", this.#layout, this.columns, this.rows, column, row);
    return [...answers().subarray(0, 2)];
  }

  /** The column and the row of a cell; null: it is padding. @param {Cell} cell @returns {Cell | null} */
  offset([x, y]) {
    return call("web_offset_of", this.#layout, this.columns, this.rows, x, y) ? [...answers().subarray(0, 2)] : null;
  }
}

/** Puts rows of codes where they are on their grid. @param {string[]} rows @returns {{ width: number, height: number, codes: Uint8Array }} */
export function gridOfRows(rows, layout) {
  const offsets = new Offsets(layout, rows[0]?.length ?? 0, rows.length);
  const { width, height } = offsets;
  if (rows.some(row => row.length !== offsets.columns)) throw new FringeError("malformed map: its rows are not of one length");
  const row = rows.findIndex(codes => codes.includes(PADDING));
  if (row >= 0) throw new FringeError(`code "${PADDING}" is reserved`, `It marks cells outside the map. Row ${row} has it in column ${rows[row].indexOf(PADDING)}; both count from 0.`, "Replace it by another code.");
  const codes = new Uint8Array(width * height).fill(PADDING.charCodeAt(0));
  rows.forEach((line, row) => {
    for (let column = 0; column < line.length; column++) {
      const [x, y] = offsets.cell([column, row]);
      codes[y * width + x] = line.charCodeAt(column);
    }
  });
  return { width, height, codes };
}
