/*
 * share.js - a question as SQL, the state of the page as a link, and copying of both
 */
import { Map as GridMap, FringeError, models, methods } from "./fringe.js";

const literal = text => `'${text.replaceAll("'", "''")}'`;

/* The searches by these methods, for psql. */
export function sqlOf({ map, start, goal, model }, texts) {
  const list = `{${texts.map(text => `"${text}"`).join(",")}}`;
  return `SELECT asked.method, r.cost, r.length, r.visited, r.expanded, r.iterations, round(r.search_us) AS microseconds
FROM unnest(${literal(list)}::gridmethod[]) asked (method),
  fringe_search(gridmap ${literal(map.toString())},
    ${literal(`(${start})`)}, ${literal(`(${goal})`)}, ${literal(model)}, asked.method) r;
`;
}

async function squeeze(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/* What follows # in a link. */
export async function packState({ map, start, goal, model, layout }, texts) {
  const text = JSON.stringify({ map: map.toString(), start, goal, model, layout, methods: texts });
  const bytes = await squeeze(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const base = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
  return base.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/* Throws where anything of it is not valid. */
export async function unpackState(packed) {
  const base = packed.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = await squeeze(Uint8Array.from(atob(base), byte => byte.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const { map, start, goal, model, layout = "", methods: texts } = JSON.parse(new TextDecoder().decode(bytes));
  const state = { map: GridMap.parse(map), start, goal, model: models.canonical(model), layout };
  const offsets = layout && state.map.offsets(layout);
  for (const cell of [start, goal]) if (state.map.code(cell) && offsets && !offsets.offset(cell)) throw new FringeError(`cell (${cell}) is padding`);
  return { state, texts: texts.map(methods.canonical) };
}

/* The button says how it went. */
export async function copy(button, text) {
  const was = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => (button.textContent = was), 1200);
}
