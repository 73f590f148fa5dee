/*
 * legend.js - what the colours and marks of a picture mean
 */
import { colourOf, nameOf, rampColour } from "./draw.js";
import { element } from "./forms.js";
import { rounded, whole } from "./words.js";

function swatch([number, cells], dark) {
  const code = String.fromCharCode(number);
  const sample = element("i");
  sample.style.background = colourOf(code, dark);
  return element("span", {}, sample, [code, nameOf(code), whole(cells)].filter(Boolean).join(" "));
}

const mark = (className, name) => element("span", {}, element("i", { className }), name);

const rampMark = (name, dark) => {
  const ramp = mark("ramp", name);
  ramp.firstChild.style.background = `linear-gradient(90deg, ${[0, 0.25, 0.5, 0.75, 1].map(part => `rgb(${rampColour(part, dark)})`)})`;
  return ramp;
};

/* What layers add: `shown` is what shownLayers tells. */
function layerMarks({ relief, heat }, { crosses, walls, ledges }, dark) {
  return [
    ...(relief ? [element("span", {}, `relief of ${relief.name}, ${rounded(relief.least)} to ${rounded(relief.greatest)}`)] : []),
    ...(heat ? [rampMark(`${heat.name}, ${rounded(Math.min(0, heat.least))} to ${rounded(heat.greatest)}`, dark)] : []),
    ...(crosses.length ? [mark("cross", "blocked")] : []),
    ...(walls.length ? [mark("side", "wall between cells")] : []),
    ...(ledges.length ? [mark("side ledge", "ledge, from this side")] : []),
  ];
}

/* The codes of the cells that are drawn, and the marks. */
export function legendOf(map, terrain, shown, dark) {
  const { plane } = terrain;
  const counts = new Map();
  map.codes().forEach((code, i) => plane.draws(i) && counts.set(code, (counts.get(code) ?? 0) + 1));
  return [
    ...[...counts].sort((a, b) => a[0] - b[0]).map(entry => swatch(entry, dark)),
    ...layerMarks(shown, terrain.marksOf(map), dark),
    mark("dot", "start"), mark("ring", "goal"), mark("line", "path"),
    ...(map.links().length ? [mark("link", "link")] : []),
    rampMark("visited, from first to last", dark),
  ];
}
