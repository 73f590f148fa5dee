/*
 * forms.js - a form for the options of a model or method, and the pens
 *
 * The engine says which options there are and what they may be: the fields come from
 * the tables that its hints come from.
 */
import { colourOf } from "./draw.js";

export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/* The name and the options of a canonical text. */
export function split(text) {
  const name = text.match(/^[a-z]+/)?.[0] ?? "";
  const options = {};
  for (const [, key, value] of text.slice(name.length).matchAll(/(''''|'.'|[^(),=' ]+)=([^(), ]+)/g)) options[key] = value;
  return { name, options };
}

export function join(name, options) {
  const given = Object.entries(options).filter(([, value]) => value !== "");
  return given.length ? `${name}(${given.map(pair => pair.join("=")).join(", ")})` : name;
}

const needsQuotes = code => "(),='".includes(code);
export const keyOfCode = code => (needsQuotes(code) ? `'${code === "'" ? "''" : code}'` : code);

function choice(option, value) {
  const field = element("select", {}, element("option", { value: "", textContent: "default" }));
  for (const word of option.words) field.append(element("option", { value: word, textContent: word }));
  field.value = value ?? "";
  return field;
}

function entry(option, value) {
  const field = element("input", { type: "text", inputMode: "decimal", size: 8, value: value ?? "", autocomplete: "off" });
  field.placeholder = option.words[0] ?? (option.most > 0 && option.most < 1e6 ? `${option.least} to ${option.most}` : "number");
  return field;
}

/* Fields for the options; `change` gets the key and value of one that was changed. */
export function fields(options, values, change) {
  return options.map(option => {
    const make = option.number ? entry : choice;
    const field = make(option, values[option.key]);
    field.addEventListener("change", () => change(option.key, field.value.trim()));
    return element("label", { className: "option" }, element("span", { textContent: option.label ?? option.key }), field);
  });
}

/* A button for each terrain of `names`, by code, in the colours of the map; `choose` gets the code. */
export function pens(names, chosen, dark, choose) {
  return Object.entries(names).map(([code, name]) => {
    const input = element("input", { type: "radio", name: "code", value: code, checked: code === chosen, title: name, onchange: () => choose(code) });
    input.setAttribute("aria-label", name);
    const label = element("label", {}, input, code);
    label.style.background = colourOf(code, dark);
    label.style.color = "@TW".includes(code) || dark ? "#fff" : "#24292f";
    return label;
  });
}
