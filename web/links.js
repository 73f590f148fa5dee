/*
 * links.js - links of a map: texts, and the bytes that the engine has
 */
import { FringeError, answers, bytesAt, call, orThrow, textAt, withBytes, withText } from "./engine.js";

/** @typedef {import("./fringe.js").Cell} Cell */

export const LINK = 20; // bytes, core/map/map.h

/** @typedef {{ from: Cell, to: Cell, both: boolean, text: string }} Link */

/** @returns {Link} */
export function linkOf(bytes) {
  const [x, y, toX, toY] = new Uint16Array(bytes.slice(0, 8).buffer);
  return { from: [x, y], to: [toX, toY], both: bytes[18] !== 0, text: textAt(withBytes(bytes, at => call("web_link_text", at))) };
}

export const bytesOfLink = text => withText(text, (at, length) => bytesAt(orThrow(call("web_link", at, length), "gridlink"), LINK).slice());

/** Those of the text, a map file, that was parsed last. */
export function linksOf(text, length) {
  const at = orThrow(call("web_links_parse", text, length), "gridlink");
  return bytesAt(at, LINK * answers()[0]).slice();
}

const MOST_LINKS = 100_000; // of a map, FR_MAX_LINKS

/** Links in the order of maps, none twice. */
export function ordered(links) {
  const kept = withBytes(links, (at, length) => bytesAt(at, LINK * call("web_links_order", at, length / LINK)).slice());
  if (kept.length > LINK * MOST_LINKS) throw new FringeError("map would have too many links", `It would have ${kept.length / LINK}; the limit is ${MOST_LINKS}.`);
  return kept;
}

/** Arrays of bytes, one behind the other. */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
