/* answers.mjs FOLDER - fringe.js in Node: the answers and errors of SQL, and its own interface */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import * as fringe from "../../web/fringe.js";
import { TERRAINS } from "../../web/draw.js";
import { inkOf, reliefOf, marksOf } from "../../web/marks.js";
import { meaningOf, MEANINGS } from "../../web/words.js";
import { Plane } from "../../web/plane.js";
import { differences } from "./compare.mjs";
import { finish, questions, same, test } from "./tap.mjs";

const { texts, queries, refusals, misfits, reasons, laid, mislaid } = questions(process.argv[2]);
const { Map: GridMap, Index, layouts, models, methods, reasons: allReasons } = fringe;

/* ---- the same bits as SQL ------------------------------------------------------ */

const nameOf = text => text.match(/^[a-z]+/)[0];

function unasked() {
  const asked = [...queries.map(query => query.method), ...queries.map(query => query.model)];
  const names = [...methods.names(), ...models.names()].filter(name => !asked.some(text => nameOf(text) === name));
  const keys = methods.names().flatMap(name => methods.options(name).map(option => option.key));
  const free = [...new Set(keys)].filter(key => !asked.some(text => text.includes(`${key}=`)));
  const known = ["landmarks", "repair", "from", "components"]; // they change what others show
  return [...names, ...free.filter(key => !known.includes(key))];
}

const keysOfModels = [...new Set(models.names().flatMap(name => models.options(name).map(option => option.key)))];
const hasKey = (text, key) => new RegExp(`[(, ]${key.replace(".NAME", "\\.\\w+")}=`).test(text);
test("and every key of models", keysOfModels.filter(key => !queries.some(({ model }) => hasKey(model, key))).map(key => `${key} is not in queries.sql`));
test("every method, model and option is asked for", unasked().map(name => `${name} is not in queries.sql`));
for (const name of methods.names()) {
  const some = queries.filter(query => nameOf(query.method) === name);
  const found = some.filter(query => query.answer.found).length;
  const wrong = differences(fringe, texts, some);
  test(`${name}: cost${name === "visibility" ? "" : ", counters"} and route of ${some.length} queries, ${found} with a path`, found > some.length / 2 ? wrong : [...wrong, "few have a path"]);
}

const parsers = { gridmap: GridMap.parse, gridmodel: models.canonical, gridmethod: methods.canonical };

function saidOf({ type, text }) {
  try {
    parsers[type](text);
    return null;
  } catch ({ message, detail, hint }) {
    return [message, detail, hint];
  }
}

// The server's hint may have or go on with sentences about SQL functions, which are of no use in a program.
function hasWords(ours, server) {
  if (ours === null || server === null) return ours === server;
  const [message, detail, hint] = ours;
  const more = server[2].startsWith(hint) ? server[2].slice(hint.length) : server[2];
  return message === server[0] && detail === server[1] && /^$|(gridmap|fringe)_|gridmap\(|translate\(/.test(more);
}

test("errors have the server's words", refusals.filter(refusal => !hasWords(saidOf(refusal), refusal.says))
  .map(refusal => `${refusal.text}: ${saidOf(refusal)}; the server says ${refusal.says}`));

const actions = {
  search: (small, options) => small.search([0, 0], [2, 1], options),
  reach: (small, options) => small.reach([0, 0], options),
  index: (small, options) => small.index(options),
};

function answerTo({ does, model, method, links }) {
  const small = GridMap.of(["...", "..."]);
  small.link(...[links].filter(Boolean));
  try {
    actions[does](small, { model, ...(method && { method }) });
    return null;
  } catch ({ message, detail, hint }) {
    return [message, detail, hint];
  }
}

test("what a model does not fit is refused in the server's words",
  methods.names().filter(name => !misfits.some(misfit => misfit.method === name)).map(name => `${name} is not asked for`)
    .concat(misfits.filter(misfit => !hasWords(answerTo(misfit), misfit.says))
      .map(misfit => `${misfit.does} ${misfit.model} ${misfit.method} ${misfit.links}: ${answerTo(misfit)}; the server says ${misfit.says}`)));

const maps = texts.map(text => GridMap.parse(text));
test(`${reasons.length} reasons are those of fringe_diagnose`, allReasons.names().filter(kind => !reasons.some(({ reason }) => reason === kind)).map(kind => `none is "${kind}"`)
  .concat(reasons.map(asked => [asked, (maps[asked.map] ?? GridMap.parse(asked.text)).reason(asked.start, asked.goal, { model: asked.model })])
    .filter(([{ reason }, ours]) => ours !== reason).map(([asked, ours]) => `${JSON.stringify(asked)}: ${ours}`)));
test("the page explains every reason of no path, and no other", [
  ...allReasons.names().filter(reason => reason !== "path" && !meaningOf(reason)).map(reason => `no words for "${reason}"`),
  ...Object.keys(MEANINGS).filter(words => !allReasons.names().some(reason => meaningOf(reason) === MEANINGS[words])).map(words => `"${words}" is no reason`),
]);
test("a method fits a model if a search by it is not refused", misfits.filter(({ does }) => does === "search").filter(({ model, method, links, says }) => {
  const small = GridMap.of(["...", "..."]);
  small.link(...[links].filter(Boolean));
  return small.fits(method, { model }) !== (says === null);
}).map(misfit => JSON.stringify(misfit)));

/* ---- the pictures of SQL ----------------------------------------------------------- */

const inSource = readFileSync(new URL("../../src/pg/picture/picture.c", import.meta.url), "utf8");
const rows = [...inSource.matchAll(/\{"((?:\\.|[^"\\])+)",\s*0x([0-9a-f]{6}),\s*0x([0-9a-f]{6})\}/g)];
same("terrain has the colours of fringe_svg", TERRAINS.map(([codes, , light, dark]) => [codes, light, dark]), rows.map(([, codes, light, dark]) => [JSON.parse(`"${codes}"`), `#${light}`, `#${dark}`]));

/* ---- layouts ----------------------------------------------------------------------- */

same("layouts are those of SQL", layouts.names(), [...new Set(laid.map(({ layout }) => layout))]);

function wrongOffsets({ layout, rows, map: text, cells, offsets: wanted }) {
  const map = GridMap.fromOffset(rows, layout);
  const offsets = map.offsets(layout);
  const cellsHere = rows.flatMap((line, row) => [...line].map((_, column) => offsets.cell([column, row])));
  const offsetsHere = wanted.map((_, i) => offsets.offset([i % map.width, Math.floor(i / map.width)]));
  return [[map.rows(), GridMap.parse(text).rows()], [cellsHere, cells], [offsetsHere, wanted]]
    .map(pair => pair.map(value => JSON.stringify(value))).filter(([a, b]) => a !== b).map(([a, b]) => `${layout} ${rows}: ${a}, SQL has ${b}`);
}

test(`${laid.length} maps of layouts are those of SQL, and so are their cells`, laid.flatMap(wrongOffsets));
test("what is no map of a layout is refused in the server's words", mislaid.filter(({ rows, layout, column, says }) => {
  try {
    if (column === null) GridMap.fromOffset(rows, layout);
    else GridMap.of(rows).offsets(layout).cell([column, 0]);
    return says !== null;
  } catch ({ message, detail, hint }) {
    return !hasWords([message, detail, hint], says);
  }
}).map(asked => JSON.stringify(asked)));

const isClose = (found, wanted) => found.every((at, i) => Math.abs(at - wanted[i]) < 1e-3);

/* The picture of fringe_svg begins at (0,0), and has a margin. */
function wrongPlane({ layout, rows, map: text, drawn, at, view: [left, , width, height] }) {
  const map = GridMap.parse(text);
  const plane = new Plane(map.codes(), map.width, map.height, layout);
  const size = [width + 2 * left, height + 2 * left];
  return isClose(plane.place(drawn), at) && isClose([plane.width, plane.height], size) ? [] : [`${layout} ${rows}: ${plane.place(drawn)} of ${plane.width} x ${plane.height}, in SQL ${at} of ${size}`];
}

test("cells are drawn where fringe_svg draws them", laid.flatMap(wrongPlane));

/* Points in a cell are nearer to its centre than to any other. */
function wrongCells({ layout, map: text }) {
  const map = GridMap.parse(text);
  const plane = new Plane(map.codes(), map.width, map.height, layout);
  const all = [...map.codes().keys()].map(i => [i % map.width, Math.floor(i / map.width)]).filter(cell => map.code(cell) !== "|");
  const away = (cell, [x, y]) => Math.hypot(plane.place(cell)[0] - x, plane.place(cell)[1] - y);
  const points = Array.from({ length: 40 }, (_, i) => [((i * 0.618034) % 1) * plane.width, (i / 40) * plane.height]);
  const clear = points.filter(point => (([first, second = Infinity]) => second - first > 1e-9)(all.map(cell => away(cell, point)).sort((a, b) => a - b)));
  const wrong = clear.filter(point => away(plane.cellAt(point), point) > Math.min(...all.map(cell => away(cell, point))) + 1e-9).map(point => `${layout}: ${point} is not ${plane.cellAt(point)}`);
  const { columns, rows, index } = plane.lattice(5);
  const centres = all.filter(cell => {
    const [x, y] = plane.place(cell).map(at => Math.floor(at * 5));
    return index[Math.min(y, rows - 1) * columns + Math.min(x, columns - 1)] !== cell[1] * map.width + cell[0];
  });
  return [...wrong, ...centres.map(cell => `${layout}: ${cell} is not drawn`)];
}

test("a point has the nearest cell", laid.flatMap(wrongCells));

const figures = mkdtempSync(`${tmpdir()}/fringe-figures-`);
execFileSync(process.execPath, [fileURLToPath(new URL("../../web/figures.mjs", import.meta.url)), figures]);
for (const name of ["layouts", "directions"]) same(`doc/figures/${name}.svg is what web/figures.mjs draws`, readFileSync(`${figures}/${name}.svg`, "utf8"), readFileSync(new URL(`../../doc/figures/${name}.svg`, import.meta.url), "utf8"));
rmSync(figures, { recursive: true });

/* ---- the package ----------------------------------------------------------------- */

const inWeb = name => readFileSync(new URL(`../../web/${name}`, import.meta.url), "utf8");
const importsOf = name => [...inWeb(name).matchAll(/^import .* from "\.\/(.*)";$/gm)].flatMap(([, module]) => [module, ...importsOf(module)]);

same("the package has what fringe.js imports", JSON.parse(inWeb("package.json")).files.sort(), [...new Set(["fringe.js", "fringe.wasm", ...importsOf("fringe.js")])].sort());

/* ---- the interface -------------------------------------------------------------- */

const map = GridMap.generate("rooms", 80, 60, [9], 7);
const [start, goal] = [[3, 3], [75, 55]];

function thrown(action) {
  try {
    action();
    return "nothing";
  } catch (error) {
    return error.message;
  }
}

same("a map's text reads back", GridMap.parse(map.toString()).rows(), map.rows());
same("cost and route without counters", [map.cost(start, goal), `${map.route(start, goal)}`], (({ cost, route }) => [cost, `${route}`])(map.search(start, goal)));
same("a route ends at the goal", map.route(start, goal).cells().at(-1), map.route(start, goal).corners().at(-1));
same("a trace has every visit", map.search(start, goal, { method: "astar", trace: 1e6 }).trace.length, map.search(start, goal, { method: "astar" }).visited);
const within = (model, budget) => [...map.reach(start, { model, budget })].map((cost, cell) => [cell, cost]).filter(([cell]) => cell % 37 === 0);
const single = (cell, model, budget) => {
  const cost = map.cost(start, [cell % 80, Math.floor(cell / 80)], { model });
  return cost !== null && cost <= budget ? cost : Infinity;
};
for (const model of ["octile", "anyangle", "anyangle(straight=3)", "octile(obstacle=2)"]) test(`reach under ${model} has the costs of searches`,
  [40, Infinity].flatMap(budget => within(model, budget).filter(([cell, cost]) => cost !== single(cell, model, budget)).map(([cell, cost]) => `${cell}: ${cost}, within ${budget}`)));
const changed = GridMap.parse(map.toString());
changed.set(goal, "@");
same("a changed map is searched anew", [changed.cost(start, goal), changed.component(goal)], [null, 0]);
same("cells outside are refused", [[-1, 0], [80, 0], [0, 60], [0.5, 0], [null, null], ["1", 0]].map(cell => thrown(() => map.cost(start, cell))),
  ["-1,0", "80,0", "0,60", "0.5,0", "null,null", "1,0"].map(cell => `cell (${cell}) is outside the map`));
same("what is no map is refused", [() => GridMap.of([]).cost([0, 0], [0, 0]), () => GridMap.of(["..", "."]), () => GridMap.of([". ."]).cost([0, 0], [1, 0]), () => new GridMap(0, 0).component([0, 0]), () => GridMap.generate("maze", 70000, 3, [1])].map(thrown),
  ["cell (0,0) is outside the map", "malformed map: its rows are not of one length", "malformed map: invalid code at row 0, column 1", "cell (0,0) is outside the map", "invalid map width 70000"]);
const large = GridMap.generate("caves", 1000, 1000, [0.4], 3);
same("a search that takes too long is stopped", thrown(() => large.cost([0, 0], [999, 999], { method: "idastar(memory=none, components=ignore)", timeout: 20 }) ?? large.search([5, 500], [990, 500], { method: "fringe", timeout: 1 })), "search took too long");
same("and the next one is right", large.cost([5, 500], [990, 501], { method: "astar" }), large.cost([5, 500], [990, 501], { method: "jump" }));

/* ---- links ------------------------------------------------------------------------ */

const joined = GridMap.of(["..@..", "..@.."]);
joined.link("(4,0)<>(0,0)=2", "(1,1)>(3,1):k");
same("links are in order, the earlier cell first", joined.links(), [{ from: [0, 0], to: [4, 0], both: true, text: "(0,0)<>(4,0)=2" }, { from: [1, 1], to: [3, 1], both: false, text: "(1,1)>(3,1):k" }]);
same("a map's text has its links", GridMap.parse(joined.toString()).links(), joined.links());
same("routes go through them", [[0, 1], [4, 1]].map((cell, i, ends) => `${joined.route(cell, ends[1 - i])}`), ["(0,1) E1 >(3,1) E1", "(4,1) N1 >(0,0) S1"]);
same("a link is one step among cells", joined.route([0, 1], [4, 1]).cells(), [[0, 1], [1, 1], [3, 1], [4, 1]]);
joined.set([1, 1], "@");
same("a changed cell keeps them", [joined.links().length, joined.cost([0, 1], [4, 1])], [2, 4]);
joined.unlink(link => link.both);
same("they are taken away", [joined.links().length, joined.cost([0, 1], [4, 1])], [1, null]);
same("what is no link is refused", ["(0,0)", "(0,0)>(5,0)"].map(text => thrown(() => joined.link(text))), ["invalid input syntax for type gridlink", "cell (5,0) is outside the map"]);

const many = (count, from) => Array.from({ length: count }, (_, i) => `(${i % 400},${Math.floor(i / 400)})>(${from},399)`).join("\n");
const wide = new GridMap(400, 400).toString();
same("as many links as a map of the server may have", GridMap.parse(`${wide}${many(100000, 0)}\n`).links().length, 100000);
same("and no more", thrown(() => GridMap.parse(`${wide}${many(100000, 0)}\n${many(1, 7)}\n`)), "map would have too many links");
const copy = joined.clone();
copy.link("(0,1)>(4,1)=9");
same("a copy changes by itself", [copy.links().length, joined.links().length], [2, 1]);

/* ---- layers ----------------------------------------------------------------------- */

const hill = GridMap.parse("...\n...\n(0,0)>(2,1)=2\nlayer height 0.5 -1\n-1 0 0.5\n0 0 31\nlayer danger 1 0\n0 7 0\n0 0 0\n");
same("layers are in the order of their names", hill.layers().map(({ name, least, greatest, numbers }) => [name, least, greatest, [...numbers]]),
  [["danger", 0, 7, [0, 7, 0, 0, 0, 0]], ["height", -1, 31, [-1, 0, 0.5, 0, 0, 31]]]);
same("a map's text has its layers", [`${GridMap.parse(`${hill}`)}`, `${hill}`.split("\n").slice(-7, -1)], [`${hill}`, ["layer danger 1 0", "0 7 0", "0 0 0", "layer height 0.5 -1", "-1 0 0.5", "0 0 31"]]);
hill.unlink();
same("a model reads them", ["octile(layer.danger=1)", "octile(rise=1)", "octile(climb=0.5)", "octile(layer.nothing=1)"].map(model => thrown(() => hill.cost([0, 0], [2, 0], { model })) === "nothing" ? hill.cost([0, 0], [2, 0], { model }) : thrown(() => hill.cost([0, 0], [2, 0], { model }))),
  [2 * Math.SQRT2, 3.5, null, 'map has no layer "nothing"']);
const blocked = hill.clone();
blocked.setLayer("blocked", [0, 1, 0, 0, 1, 0]);
same("a layer is set in one map only", [blocked.cost([0, 0], [2, 0]), blocked.reason([0, 0], [1, 0]), hill.cost([0, 0], [2, 0])], [null, "goal blocked by layer", 2]);
blocked.setLayer("blocked", new Uint8Array(6));
same("and set again", [blocked.cost([0, 0], [2, 0]), blocked.layers().length], [2, 3]);
blocked.setLayer("fine", [0, 0.04, 0.08, 4000.5, 0, 0.000001]);
same("a layer has its numbers exactly", [...blocked.layers().find(({ name }) => name === "fine").numbers], [0, 0.04, 0.08, 4000.5, 0, 0.000001]);
blocked.dropLayer("fine");
blocked.dropLayer("blocked");
blocked.dropLayer("nothing");
same("and dropped", `${blocked}`, `${hill}`);
same("what is no layer is refused", [() => blocked.setLayer("1", []), () => blocked.setLayer("a", [1]), () => blocked.setLayer("sides", [99, 0, 0, 0, 0, 0]), () => blocked.setLayer("a", [NaN, 0, 0, 0, 0, 0]), () => blocked.setLayer("a", [1e300, 0, 0, 0, 0, 0]), () => blocked.setLayer("a", [0, 0, 0, 0, 1 / 3, 0]),
  () => [..."abcdefgh"].forEach(name => blocked.setLayer(name, new Float64Array(6))), () => GridMap.parse("..\nlayer a 1 0\n0 0\nlayer a 1 0\n0 0\n"), () => GridMap.parse("..\nlayer a 1 0\n0 x\n")].map(thrown),
  ['invalid name of a layer: "1"', 'layer "a" has 1 numbers', 'numbers do not fit layer "sides"', 'number NaN of cell (0,0) does not fit layer "a"', 'numbers do not fit layer "a"', 'number 0.3333333333333333 of cell (1,1) does not fit layer "a"', "map would have too many layers", 'malformed map: layer "a" is given twice', 'malformed map: invalid number "x" at row 0, column 1 of a layer']);

/* A cone: its upper left side is in the light, its lower right side in the shadow. */
const cone = reliefOf({ numbers: Array.from({ length: 81 }, (_, i) => 9 - Math.hypot((i % 9) - 4, Math.floor(i / 9) - 4)) }, 9, 9);
same("relief has light from the upper left", [Math.sign(cone[2 * 9 + 2]), Math.sign(cone[6 * 9 + 6]), inkOf(8), inkOf(-8)], [1, -1, 0.6, -0.55]);
same("level ground has none", [...reliefOf({ numbers: new Float64Array(6).fill(3) }, 3, 2)], [0, 0, 0, 0, 0, 0]);
const fenced = GridMap.of(["...", "..."]);
fenced.setLayer("sides", [2, 8, 0, 4, 0, 0]);
fenced.setLayer("blocked", [0, 0, 1, 0, 0, 0]);
const rounded = (_, value) => (typeof value === "number" ? Math.round(value * 1e9) / 1e9 : value);
same("a wall between cells is drawn once, a ledge on its own side", JSON.parse(JSON.stringify(marksOf(fenced, new Plane(fenced.codes(), 3, 2, "")), rounded)), {
  crosses: [[[2.24, 0.24], [2.76, 0.76]], [[2.24, 0.76], [2.76, 0.24]]], walls: [[[1, 1], [1, 0]]], ledges: [[[1, 1.86], [0, 1.86]]],
});
const round = new Plane(new Uint8Array(12).fill(46), 4, 3, "");
same("a step over joined edges has its direction", [round.overEdges([3, 1], [0, 1]), round.overEdges([0, 0], [3, 2]), round.overEdges([1, 0], [0, 2]), round.overEdges([0, 0], [2, 0]), round.overEdges([1, 1], [2, 1])], [[1, 0], [-1, -1], [-1, -1], null, null]);

/* ---- indexes --------------------------------------------------------------------- */

function indexDifferences(index, of) {
  return queries.filter(query => query.map === 0).map(query => [query.start, query.goal])
    .filter(([from, to]) => index.cost(from, to) !== of.cost(from, to, { model: index.model }))
    .map(pair => `${pair}: ${index.cost(...pair)}, the search ${of.cost(...pair, { model: index.model })}`);
}

const caves = GridMap.parse(texts[0]);
for (const model of ["octile", "tile", "octile(obstacle=3)"]) test(`an index under ${model} has the costs of searches`, indexDifferences(caves.index({ model }), caves));
const storeys = caves.clone();
const [first, second] = queries.filter(query => query.map === 0 && caves.cost(query.start, query.goal) > 9);
storeys.link(`(${first.start})>(${first.goal})=0`, `(${second.start})<>(${second.goal})=2.5`);
test("an index of a map with links has them", indexDifferences(storeys.index(), storeys));
same("also that of a link itself", [storeys.index().cost(first.start, first.goal), storeys.index().route(first.start, first.goal).cells().length], [0, 2]);
test("an index out of its bytes has them, too", indexDifferences(Index.open(caves.index().bytes()), caves));
same("bytes that are no index are refused", thrown(() => Index.open(new Uint8Array(100))), "invalid binary representation of type gridindex");
finish();
