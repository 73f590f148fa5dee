/*
 * options.js - models and methods: their texts, and the options that they have
 */
import { answers, call, engine, lastChoices, orThrow, textAt, withText } from "./engine.js";

/** @typedef {import("./fringe.js").Option} Option */

const known = { web_model: new globalThis.Map(), web_method: new globalThis.Map() };
const typeOf = { web_model: "gridmodel", web_method: "gridmethod" };

/** A parsed model or method: its address in the engine, and its canonical text. */
export function parsed(what, text) {
  const texts = known[what];
  let found = texts.get(text);
  if (!found) {
    if (texts.size > 500) forget(texts);
    found = withText(text, (at, length) => ({
      at: orThrow(call(what, at, length), typeOf[what]),
      text: textAt(call("web_canonical")),
    }));
    texts.set(text, found);
  }
  return found;
}

function forget(texts) {
  for (const { at } of texts.values()) engine.web_give(at);
  texts.clear();
}

/** What the engine says to a text that it refuses. */
function refusal(what, text) {
  withText(text, (at, length) => call(what, at, length));
  const status = call("web_error");
  const [least, most] = answers();
  return { status, least, most, words: lastChoices() };
}

const badValue = refusal("web_method", "astar(tie=?)").status;
const badCost = refusal("web_model", "octile(straight=?)").status;

/** @returns {Option} as the hint describes it that a wrong value gets */
function optionOf(what, name, key) {
  const { status, least, most, words } = refusal(what, `${name}(${key}=?)`);
  const whole = status !== badValue && status !== badCost && most > 0;
  return { key, words, number: status !== badValue, ...(whole ? { least, most } : {}) };
}

const namesOf = what => refusal(what, "?").words;
const optionsOf = (what, name) => refusal(what, `${name}(??=?)`).words.map(key => optionOf(what, name, key));

/** The names of models, and the options of one: for forms. */
export const models = { names: () => namesOf("web_model"), options: name => optionsOf("web_model", name), canonical: text => parsed("web_model", text).text };

/** The same of methods. */
export const methods = { names: () => namesOf("web_method"), options: name => optionsOf("web_method", name), canonical: text => parsed("web_method", text).text };
