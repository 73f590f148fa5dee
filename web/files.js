/*
 * files.js - maps out of files, and into one
 */
import { Map as GridMap, FringeError } from "./fringe.js";
import { mapOfRows, mapUnder } from "./cells.js";
import { element } from "./forms.js";

const READABLE = "The page opens map files of Moving AI, text with a row of terrain codes per line, and PNG images.";

/* What reads other files in SQL, by the ending of their names. */
const READERS = { csv: "gridmap_from_csv", json: "gridmap_from_json or gridmap_from_tiled", pgm: "gridmap_from_pgm", tmj: "gridmap_from_tiled", tsv: "gridmap_from_csv" };

/* Dark pixels are walls. */
async function mapOfImage(bytes) {
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" })).catch(() => {
    throw new FringeError("the PNG image is damaged");
  });
  const canvas = element("canvas", { width: image.width, height: image.height });
  const to = canvas.getContext("2d");
  to.drawImage(image, 0, 0);
  const { data } = to.getImageData(0, 0, image.width, image.height);
  const light = i => 0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2];
  return new GridMap(image.width, image.height, Uint8Array.from({ length: image.width * image.height }, (_, i) => (light(i) < 128 ? 64 : 46)));
}

function isJson(text) {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/* A map file; or rows of codes, of which the model takes some: other text of equal lines is no map. */
function mapOfText(text, model) {
  if (text.startsWith("type")) return GridMap.parse(text);
  const rows = text.trimEnd().split(/\r?\n/);
  if (isJson(text) || /^\s*<[?!a-z]/i.test(text) || rows.some(row => row.length !== rows[0].length)) throw new FringeError("it is no map", "", READABLE);
  const map = GridMap.of(rows);
  const isOpen = (_, i) => map.component([i % map.width, Math.floor(i / map.width)], { model }) > 0;
  if (!map.codes().some(isOpen)) throw new FringeError("it is no map", "The model blocks all its cells.", READABLE);
  return map;
}

const isText = bytes => bytes.every(byte => (byte > 31 && byte < 127) || (byte > 8 && byte < 14));
const isPng = bytes => "\x89PNG".split("").every((letter, i) => bytes[i] === letter.charCodeAt(0));

async function mapOfBytes(bytes, type, model) {
  if (bytes.length === 0) throw new FringeError("the file is empty", "", READABLE);
  if (isPng(bytes)) return mapOfImage(bytes);
  if (!isText(bytes) || type.startsWith("image/")) throw new FringeError("it is no map", "", READABLE);
  return mapOfText(new TextDecoder().decode(bytes), model);
}

/* The map of a file, which the engine can take; throws where there is none. */
export async function mapOfFile(file, model, layout) {
  const ending = file.name.match(/\.(\w+)$/)?.[1].toLowerCase();
  if (Object.hasOwn(READERS, ending ?? "")) throw new FringeError(`the page does not open .${ending} files`, "", `In SQL, ${READERS[ending]} reads them.`);
  const { map } = mapUnder(await mapOfBytes(new Uint8Array(await file.arrayBuffer()), file.type, model), "", layout);
  map.component([0, 0]);
  return map;
}

export function saveMap(map) {
  const href = URL.createObjectURL(new Blob([map.toString()], { type: "text/plain" }));
  element("a", { href, download: "fringe.map" }).click();
  URL.revokeObjectURL(href);
}

/* A random map of this kind, with so many columns and rows. */
export function newMapOf(kind, width, height, layout) {
  const parameters = { caves: [0.4], rooms: [Math.max(5, Math.round(width / 9))], maze: [width > 200 ? 2 : 1, 0.1], walls: [Math.round((width * height) / 60), 6] };
  const map = kind === "empty" ? new GridMap(width, height) : GridMap.generate(kind, width, height, parameters[kind], Math.floor(Math.random() * 1e6));
  return mapOfRows(map.rows(), layout);
}
