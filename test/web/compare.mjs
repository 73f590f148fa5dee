/*
 * compare.mjs - the same questions to fringe.js: what it answers otherwise
 *
 * Runs in Node and in a browser.
 */

/* The map of each query, parsed once. */
function mapsOf(fringe, texts) {
  const maps = [];
  return i => (maps[i] ??= fringe.Map.parse(texts[i]));
}

/* As SQL answers: without the time, and the route as text. */
function answerOf(map, { start, goal, model, method }) {
  const { microseconds, memory, trace, route, ...answer } = map.search(start, goal, { model, method });
  return { ...answer, route: route && String(route) };
}

/* Under anyangle a search learns from what a map was asked before, here and there other questions: its counters may differ. */
const keysOf = ({ model }, ours, sql) => (model.startsWith("anyangle") ? ["found", "cost", "length", "route"] : Object.keys({ ...ours, ...sql }));
const differs = (query, ours, sql) => keysOf(query, ours, sql).filter(key => !Object.is(ours[key], sql[key]));

/* A line for each query whose answer differs in any bit. */
export function differences(fringe, texts, queries) {
  const mapAt = mapsOf(fringe, texts);
  return queries.flatMap(query => {
    const ours = answerOf(mapAt(query.map), query);
    const keys = differs(query, ours, query.answer);
    return keys.length ? [`${JSON.stringify({ ...query, answer: undefined })}: ${keys.map(key => `${key} ${ours[key]}, SQL ${query.answer[key]}`).join("; ")}`] : [];
  });
}
