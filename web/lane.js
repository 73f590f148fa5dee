/*
 * lane.js - what is on the page of one of the searches side by side: its picture, its
 * method and the options of that, its counters
 */
import { methods } from "./fringe.js";
import { View } from "./draw.js";
import { element, fields, join, split } from "./forms.js";

const HELP = "map; arrow keys move, space draws, L begins and ends a link, S sets the start, G the goal";

function button(text, label, onclick) {
  const made = element("button", { className: "plain", textContent: text, title: label, onclick });
  if (label) made.setAttribute("aria-label", label);
  return made;
}

/* A lane without a method; `on` has what its parts do: choose(lane, method), remove(lane) and add(). */
export function makeLane(on) {
  const canvas = element("canvas", { tabIndex: 0 });
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", HELP);
  const lane = { view: new View(canvas), answer: null, microseconds: null, counts: element("span", { className: "counts" }) };
  lane.name = element("select", {}, ...methods.names().map(name => element("option", { value: name, textContent: name })));
  lane.name.setAttribute("aria-label", "search method");
  lane.name.onchange = () => on.choose(lane, lane.name.value);
  lane.form = element("div", { className: "form" });
  lane.more = element("details", {}, element("summary", { textContent: "Options" }), lane.form);
  lane.close = button("✕", "remove this search", () => on.remove(lane));
  lane.add = button("+ compare", "", () => on.add());
  lane.caption = element("figcaption", {}, lane.name, lane.more, lane.close, lane.add, lane.counts);
  lane.figure = element("figure", {}, canvas, lane.caption);
  return lane;
}

/* Shows the lane's method; `change` gets one with another option. */
export function showMethod(lane, change) {
  const { name, options } = split(lane.method);
  const known = methods.options(name);
  lane.name.value = name;
  lane.more.hidden = known.length === 0;
  lane.more.firstChild.textContent = Object.keys(options).length ? lane.method.slice(name.length) : "Options";
  lane.form.replaceChildren(
    ...fields(known, options, (key, value) => change(join(name, { ...options, [key]: value }))),
    element("p", { className: "error" }),
  );
}
