/*
 * legend.js - what the colours and marks of a picture mean
 */
import { colourOf, nameOf, rampColour } from "./draw.js";
import { element } from "./forms.js";
import { whole } from "./words.js";

function swatch([number, cells], dark) {
  const code = String.fromCharCode(number);
  const sample = element("i");
  sample.style.background = colourOf(code, dark);
  return element("span", {}, sample, [code, nameOf(code), whole(cells)].filter(Boolean).join(" "));
}

const mark = (className, name) => element("span", {}, element("i", { className }), name);

/* The codes of the cells that are drawn, and the marks. */
export function legendOf(map, plane, dark) {
  const counts = new Map();
  map.codes().forEach((code, i) => plane.draws(i) && counts.set(code, (counts.get(code) ?? 0) + 1));
  const ramp = mark("ramp", "visited, from first to last");
  ramp.firstChild.style.background = `linear-gradient(90deg, ${[0, 0.25, 0.5, 0.75, 1].map(part => `rgb(${rampColour(part, dark)})`)})`;
  return [
    ...[...counts].sort((a, b) => a[0] - b[0]).map(entry => swatch(entry, dark)),
    mark("dot", "start"), mark("ring", "goal"), mark("line", "path"),
    ...(map.links().length ? [mark("link", "link")] : []),
    ramp,
  ];
}
