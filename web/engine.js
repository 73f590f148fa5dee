/*
 * engine.js - fringe.wasm: calls of it, texts and bytes in its memory, and its errors
 */

const read = async url => url.protocol === "file:" ? (await import("node:fs/promises")).readFile(url) : (await fetch(url)).arrayBuffer();
const binary = () => read(new URL("fringe.wasm", import.meta.url));

let deadline = Infinity;

const imports = {
  poll() {
    if (performance.now() > deadline) throw new FringeError("search took too long", "", "Give it more time, or another method.");
  },
  no_memory() {
    throw new FringeError("out of memory");
  },
};

/** What the engine or this module refuses. */
export class FringeError extends Error {
  constructor(message, detail = "", hint = "") {
    super(message);
    this.name = "FringeError";
    this.detail = detail;
    this.hint = hint;
  }
}

export const engine = (await WebAssembly.instantiate(await binary(), { fringe: imports })).instance.exports;

/** Calls the engine; a call that throws leaves the stack pointer where it was. */
export function call(name, ...values) {
  const top = engine.__stack_pointer.value;
  try {
    return engine[name](...values);
  } catch (error) {
    engine.__stack_pointer.value = top;
    throw error;
  }
}

/** The same within so many milliseconds. */
export function callWithin(timeout, ...values) {
  deadline = timeout === undefined ? Infinity : performance.now() + timeout;
  try {
    return call(...values);
  } finally {
    deadline = Infinity;
  }
}

// Views of the engine's memory: it moves when it grows, so they are made anew.
export const bytesAt = (at, count) => new Uint8Array(engine.memory.buffer, at, count);
export const answers = () => new Float64Array(engine.memory.buffer, call("web_answer"), 16);

export const decoder = new TextDecoder();
export const encoder = new TextEncoder();

export function textAt(at) {
  const bytes = bytesAt(at);
  return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
}

/** Calls use(address, length) with a copy of the bytes in the engine. */
export function withBytes(bytes, use) {
  const at = call("web_take", bytes.length);
  try {
    bytesAt(at, bytes.length).set(bytes);
    return use(at, bytes.length);
  } finally {
    engine.web_give(at);
  }
}

export const withText = (text, use) => withBytes(encoder.encode(text), use);

/* ---- errors ----------------------------------------------------------------- */

const TEXT = 512; // bytes of each part of an error's text

/** The message, detail and hint of the last error, of a value of this type. */
function texts(type) {
  const at = withText(`${type}\0`, name => call("web_error_text", name));
  return [0, 1, 2].map(part => textAt(at + part * TEXT));
}

export function lastChoices() {
  const words = [];
  for (let at; (at = call("web_error_choice", words.length)); ) words.push(textAt(at));
  return words;
}

/** The result, or the error that a result of 0 stands for. */
export function orThrow(result, type) {
  if (result === 0) throw new FringeError(...texts(type));
  return result;
}
