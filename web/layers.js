/*
 * layers.js - layers of a map: texts, numbers, and the bytes that the engine has
 */
import { FringeError, answers, bytesAt, call, decoder, engine, orThrow, textAt, withBytes, withText } from "./engine.js";

/** @typedef {{ name: string, least: number, greatest: number, numbers: Float64Array }} Layer a number per cell, row by row */

/** Those of the text, a map file, whose links were parsed last. */
export function layersOf(text, length) {
  const at = orThrow(call("web_layers_parse", text, length), "gridmap");
  return bytesAt(at, answers()[0]).slice();
}

/** @returns {Layer[]} in the order of their names */
export function unpackLayers(bytes, width, height) {
  return withBytes(bytes, (at, size) => {
    const layers = [];
    for (let numbers; (numbers = call("web_layer", at, size, width, height, layers.length)); ) {
      const [least, greatest] = answers();
      layers.push({ name: textAt(call("web_canonical")), least, greatest, numbers: new Float64Array(engine.memory.buffer, numbers, width * height).slice() });
    }
    return layers;
  });
}

/** The end of a map file. */
export function textOfLayers(bytes, width, height) {
  return withBytes(bytes, (at, size) => {
    const text = call("web_layers_text", at, size, width, height);
    return decoder.decode(bytesAt(text, answers()[0]));
  });
}

const MOST_LAYERS = 8; // of a map, FR_MAX_LAYERS
const isName = name => withText(name, (at, length) => call("web_layer_is_name", at, length)) !== 0;
const mostOf = name => withText(name, (at, length) => call("web_layer_most", at, length));

/** The bytes with another layer of this name; without numbers, without that one. */
export function withLayer(bytes, width, height, name, numbers) {
  if (!isName(name)) throw new FringeError(`invalid name of a layer: "${name}"`, "A name begins with a letter or _, and has letters of ASCII, digits and _, at most 31.");
  if (numbers && numbers.length !== width * height) throw new FringeError(`layer "${name}" has ${numbers.length} numbers`, `The map has ${width * height} cells.`);
  const packed = numbers ? new Uint8Array(Float64Array.from(numbers).buffer) : new Uint8Array(0);
  const made = withText(name, (text, length) => withBytes(bytes, (at, size) => withBytes(packed, from => {
    const to = call("web_layer_set", at, size, width, height, text, length, numbers ? from : 0);
    return to && bytesAt(to, answers()[0]).slice();
  })));
  if (made) return made;
  const names = unpackLayers(bytes, width, height).map(layer => layer.name);
  if (!names.includes(name) && names.length === MOST_LAYERS) throw new FringeError("map would have too many layers", `The limit is ${MOST_LAYERS}.`);
  const most = mostOf(name);
  if (most) throw new FringeError(`numbers do not fit layer "${name}"`, `The layer has whole numbers from 0 to ${most}.`);
  const odd = [...numbers].findIndex(n => Number(n.toPrecision(15)) !== n || Number(n.toFixed(9)) !== n);
  const what = odd < 0 ? "numbers do" : `number ${numbers[odd]} of cell (${odd % width},${Math.floor(odd / width)}) does`;
  throw new FringeError(`${what} not fit layer "${name}"`, "Numbers have at most 15 digits, 9 of them after the point, and at most 4294967295 steps from the least to the greatest. Round them.");
}
