/*
 * files.js - maps out of files, and into one
 */
import { Map as GridMap } from "./fringe.js";
import { element } from "./forms.js";

/* Dark pixels are walls. */
export async function mapOfImage(blob) {
  const image = await createImageBitmap(blob);
  const canvas = element("canvas", { width: image.width, height: image.height });
  const to = canvas.getContext("2d");
  to.drawImage(image, 0, 0);
  const { data } = to.getImageData(0, 0, image.width, image.height);
  const light = i => 0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2];
  return new GridMap(image.width, image.height, Uint8Array.from({ length: image.width * image.height }, (_, i) => (light(i) < 128 ? 64 : 46)));
}

/* A map file, or rows of codes. */
export function mapOfText(text) {
  if (text.startsWith("type")) return GridMap.parse(text);
  const rows = text.trimEnd().split(/\r?\n/);
  return GridMap.of(rows);
}

export function saveMap(map) {
  const href = URL.createObjectURL(new Blob([map.toString()], { type: "text/plain" }));
  element("a", { href, download: "fringe.map" }).click();
  URL.revokeObjectURL(href);
}

/* A random map of this kind. */
export function newMapOf(kind, width, height) {
  const parameters = { caves: [0.4], rooms: [Math.max(5, Math.round(width / 9))], maze: [width > 200 ? 2 : 1, 0.1], walls: [Math.round((width * height) / 60), 6] };
  return kind === "empty" ? new GridMap(width, height) : GridMap.generate(kind, width, height, parameters[kind], Math.floor(Math.random() * 1e6));
}
