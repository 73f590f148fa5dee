/* pages.mjs FOLDER - the pages in Chromium, with mouse, touch and keys; SQL judges the costs */
import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openPage, serve, startBrowser } from "./browser.mjs";
import { finish, same, test } from "./tap.mjs";

const folder = process.argv[2];
const root = fileURLToPath(new URL("../..", import.meta.url));
const browser = startBrowser();
const server = await serve({ web: `${root}web`, test: `${root}test/web`, data: folder });

const psql = sql => execFileSync("psql", ["-X", "-q", "-A", "-t", "-F", " ", "-v", "ON_ERROR_STOP=1"], { input: sql, encoding: "utf8" }).trim();

/* ---- fringe.js in a browser ------------------------------------------------------ */

async function inBrowser() {
  const page = await openPage(browser, `${server.url}/test/compare.mjs`);
  const wrong = await page.run(`(async () => {
    const [fringe, { differences }] = await Promise.all([import("/web/fringe.js"), import("/test/compare.mjs")]);
    const linesOf = async file => (await (await fetch(file)).text()).trim().split("\\n").map(line => JSON.parse(line));
    const texts = (await linesOf("/data/maps.json")).map(([text]) => text);
    const all = await linesOf("/data/queries.json");
    const queries = all.filter((_, i) => i % Math.floor(all.length / 100) === 0);
    const found = queries.filter(query => query.answer.found).length;
    return [queries.length >= 100 && found > 50 ? "" : "too few queries have a path", ...differences(fringe, texts, queries)].filter(Boolean);
  })()`);
  test("fringe.js in Chromium has the answers of SQL", wrong);
}

/* ---- the page --------------------------------------------------------------------- */

const ready = page => page.until(`document.querySelector("figure .counts b") && document.querySelector("#status b")`);
const statusOf = page => page.run(`document.querySelector("#status").textContent`);
const costOf = page => page.run(`Number(document.querySelector("#status b")?.textContent)`);
const visitsOf = page => page.run(`Array.from(document.querySelectorAll(".counts b:first-child"), b => Number(b.textContent.replaceAll(",", "")))`);
const namesOf = page => page.run(`Array.from(document.querySelectorAll("figcaption > select"), select => select.value)`);

const typeModel = (page, text) => page.run(`(() => { const field = document.querySelector("#model"); field.value = ${JSON.stringify(text)}; field.dispatchEvent(new Event("change")); })()`);

/* The page as it begins, its searches answered. */
async function openIndex(options) {
  const page = await openPage(browser, pathToFileURL(`${root}build/web/index.html`).href, options);
  test("the page shows its first search", (await ready(page)) ? [] : [`status: ${await statusOf(page)}`]);
  return page;
}

/* Where the middle of a cell of the first picture is on the screen. */
const pointOf = (page, [x, y]) => page.run(`(() => {
  const box = document.querySelector("canvas").getBoundingClientRect();
  const scale = (box.width - 16) / ${SIZE[0]};
  return [box.x + 8 + (${x} + .5) * scale, box.y + 8 + (${y} + .5) * scale];
})()`);

const SIZE = [64, 44];
const cellsIn = text => Array.from(text.matchAll(/\((\d+),(\d+)\)/g), ([, x, y]) => [Number(x), Number(y)]);

async function copied(page, button) {
  await page.click(button);
  await page.until(`document.querySelector(${JSON.stringify(button)}).textContent === "Copied"`);
  return page.run("navigator.clipboard.readText()");
}

/* What psql prints for the copied statement: the method and its cost, a row a search. */
const costsBySql = sql => psql(sql).split("\n").map(row => row.split(" ")).map(([method, cost]) => [method, Math.round(cost * 1e6) / 1e6]);

async function withMouse() {
  const page = await openIndex();
  same("three searches stand side by side", await namesOf(page), ["astar", "fringe", "jump"]);
  const before = await costOf(page);
  await page.run(`document.querySelector("#kind").value = "empty"; document.querySelector("#kind").onchange()`);
  await page.until(`document.querySelector("#status b")`);
  await page.frames();
  const [start, goal] = cellsIn(await statusOf(page));
  same("a new map is open from corner to corner", [start, goal, before > 0], [[0, 43], [63, 0], true]);
  const straight = await costOf(page);
  await page.drag(await pointOf(page, [32, 0]), await pointOf(page, [32, 40]));
  const around = await costOf(page);
  test("a wall drawn with the mouse makes the way longer", around > straight ? [] : [`${straight}, then ${around}`]);
  await page.drag(await pointOf(page, goal), await pointOf(page, [60, 20]));
  same("the goal follows the mouse", cellsIn(await statusOf(page))[1], [60, 20]);
  const visits = await visitsOf(page);
  test("jump visits fewer cells than A*", visits[2] < visits[0] ? [] : [`visits: ${visits}`]);
  const cost = await costOf(page);
  same("the copied SQL has the same cost in psql", costsBySql(await copied(page, "#sql")), (await namesOf(page)).map(name => [name, cost]));
  const link = await copied(page, "#link");
  const status = await statusOf(page);
  test("nothing fails, and nothing is asked of a network", page.problems);
  return { link, status };
}

async function withLink({ link, status }) {
  const page = await openPage(browser, link);
  await ready(page);
  same("a link holds the whole state", await statusOf(page), status);
  const broken = await openPage(browser, link.slice(0, -20));
  test("a broken link opens the usual page", (await ready(broken)) ? broken.problems : ["it does not"]);
}

/* No method that the page begins with takes it. */
async function withAnyAngle() {
  const page = await openIndex();
  const octile = await costOf(page);
  await typeModel(page, "anyangle");
  await page.frames();
  const straight = await costOf(page);
  test("where no method fits the model, one that does is shown", straight > 0 && straight < octile ? [] : [`octile ${octile}, any angle ${straight}`]);
  same("which is the first", await namesOf(page), ["auto", "fringe", "jump"]);
  test("the others say why not", /auto/.test(await page.run(`document.querySelectorAll(".counts")[1].textContent`)) ? page.problems : ["no hint"]);
  const drawn = await page.run(`(() => {
    const said = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { said.push(text); fillText.call(this, text, ...rest); };
    dispatchEvent(new Event("resize"));
    document.querySelector("#time").oninput();
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(said))));
  })()`);
  same("in their pictures, too, with those that fit", drawn, ["fringe", "jump"].flatMap(name => [`${name} does not take the model anyangle`, "auto and visibility do"]));
}

/* The cost of eight directions on open ground, and what comes before. */
function costFrom([x, y], [toX, toY], before) {
  const [a, b] = [Math.abs(toX - x), Math.abs(toY - y)];
  return before + Math.max(a, b) + (Math.SQRT2 - 1) * Math.min(a, b);
}

async function openFile(page, name, content, type = "") {
  const bytes = [...(typeof content === "string" ? new TextEncoder().encode(content) : content)];
  const before = await statusOf(page);
  await page.run(`(() => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
    document.querySelector("#file").files = files.files;
    document.querySelector("#file").dispatchEvent(new Event("change"));
  })()`);
  await page.until(`document.querySelector("#status").textContent !== ${JSON.stringify(before)}`);
  await page.frames();
}

const openText = (page, text) => openFile(page, "a.map", text);

/* Files that are no maps, and what the page says. */
const WRONG = [
  ["a.tmj", `{"height":2,"width":2,"layers":[]}`, "", /does not open \.tmj files\. In SQL, gridmap_from_tiled reads them\.$/],
  ["a.csv", "0,1,1\n1,0,1\n1,1,0\n", "text/csv", /does not open \.csv files\. In SQL, gridmap_from_csv/],
  ["a.JSON", "[[0,1],[1,0]]", "application/json", /does not open \.json files/],
  ["a.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>`, "image/svg+xml", /it is no map\. The page opens map files/],
  ["a.bin", [0, 1, 2, 254, 255], "", /it is no map\./],
  ["a.map", "", "", /the file is empty\./],
  ["a.txt", "", "text/plain", /the file is empty\./],
  ["b.txt", "0,1,1\n1,0,1\n", "text/plain", /it is no map\. The model blocks all its cells\./],
  ["c.txt", `{"height":2,"a":"...."}`, "text/plain", /it is no map\./],
  ["d.txt", "..\n...\n", "text/plain", /it is no map\./],
  ["e.txt", "grösse", "text/plain", /it is no map\./],
  ["b.map", "type octile\nheight 2\nwidth 2\nmap\n..\n", "", /malformed map: the text ends after row 0\./],
  ["a.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0], "image/png", /the PNG image is damaged$/],
  ["b.png", "GIF89a", "image/png", /it is no map\./],
];

const mapOf = page => page.run(`Array.from(document.querySelectorAll("canvas"), canvas => canvas.toDataURL()).join()`);

async function withWrongFiles(options) {
  const page = await openIndex(options);
  const found = await statusOf(page);
  const before = await mapOf(page);
  const wrong = [];
  for (const [name, content, type, says] of WRONG) {
    await openFile(page, name, content, type);
    const said = await statusOf(page);
    if (!said.startsWith(`${name} is not opened: `) || !says.test(said) || said.includes("..")) wrong.push(`${name}: ${said}`);
    if ((await mapOf(page)) !== before) wrong.push(`${name} changes the map`);
    if (!(await page.run(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector("#status").getBoundingClientRect())`))) wrong.push(`${name}: what is said is out of sight`);
  }
  test("files that are no maps are refused, and the map stays", wrong);
  await openFile(page, "a.txt", "..#.\n.~..\n....\n", "text/plain");
  same("rows of codes are opened", cellsIn(await statusOf(page)), [[0, 2], [3, 0]]);
  same("and the legend names them", await page.run(`Array.from(document.querySelectorAll("#legend span"), span => span.textContent)`),
    ["# wall 1", ". ground 10", "~ water 1", "start", "goal", "path", "visited, from first to last"]);
  await page.click("#undo");
  await page.run("scrollTo(0, 0)");
  await page.frames();
  same("and undone, with the start and the goal", [await statusOf(page), (await mapOf(page)) === before], [found, true]);
  await page.run(`document.querySelector("#kind").value = "empty"; document.querySelector("#kind").onchange()`);
  await page.frames();
  await page.click("#undo");
  same("as a new map is", [await statusOf(page), (await mapOf(page)) === before], [found, true]);
  test("and nothing fails", page.problems);
}

/* A wall from side to side, and a link over it. */
async function withLinks() {
  const page = await openIndex();
  await page.run(`document.querySelector("#kind").value = "empty"; document.querySelector("#kind").onchange()`);
  await page.until(`document.querySelector("#status b")`);
  await page.frames();
  await page.drag(await pointOf(page, [32, 0]), await pointOf(page, [32, 43]));
  test("a wall from side to side leaves no path", /No path/.test(await statusOf(page)) ? [] : [await statusOf(page)]);
  await page.click(`#codes input[value=">"]`);
  await page.drag(await pointOf(page, [20, 30]), await pointOf(page, [45, 12]));
  const cost = await costOf(page);
  test("a link leads over it", cost > 0 ? [] : [await statusOf(page)]);
  const sql = await copied(page, "#sql");
  test("the copied SQL has it", sql.includes("(45,12)<>(20,30)") ? [] : [sql.slice(-300)]);
  same("psql finds the same cost", costsBySql(sql.replace(/'\{.*\}'::gridmethod/, `'{auto,jump}'::gridmethod`)), [["auto", cost], ["jump", cost]]);
  const other = await openPage(browser, await copied(page, "#link"));
  await ready(other);
  same("and so does the page by a link", await costOf(other), cost);
  await page.drag(await pointOf(page, [45, 12]), await pointOf(page, [20, 30]));
  test("drawn once more it is gone", /No path/.test(await statusOf(page)) ? [] : [await statusOf(page)]);
  await page.run(`document.querySelector("canvas").focus()`);
  await page.key("l", "KeyL");
  for (let i = 0; i < 40; i++) await page.key("ArrowRight");
  await page.key("l", "KeyL");
  const [start, goal] = cellsIn(await statusOf(page));
  same("keys link two cells", await costOf(page), Math.round(costFrom([start[0] + 40, start[1]], goal, 1) * 1e6) / 1e6);
  await page.click("#undo");
  test("which is undone", /No path/.test(await statusOf(page)) ? [] : [await statusOf(page)]);
  await typeModel(page, "anyangle");
  await openText(page, "type octile\nheight 2\nwidth 3\nmap\n.@.\n.@.\n(0,0)>(2,1)");
  test("straight lines take links, too", /^(Best|No) path/.test(await statusOf(page)) ? [] : [await statusOf(page)]);
  await typeModel(page, "octile");
  await page.frames();
  same("a file that has them is open under another", await page.run(`document.querySelector("#model").value`), "octile");
  test("with a path or the reason of none", /^(Best|No) path/.test(await statusOf(page)) ? [] : [await statusOf(page)]);
  test("and nothing fails", [...page.problems, ...other.problems]);
}

/* The width of an empty map and the centre of a column and row, in cells; from there to a corner; a gap at the edge of the map. */
const SHAPES = {
  "odd-r": { wide: ([columns]) => columns + 0.5, at: ([column, row]) => [column + (row % 2) / 2 + 0.5, (row * Math.sqrt(3)) / 2 + 1 / Math.sqrt(3)], corner: [0, 1 / Math.sqrt(3)], gap: [0.25, 1.5 / Math.sqrt(3) + 1 / Math.sqrt(3)] },
  "even-q": { wide: ([columns]) => ((columns - 1) * Math.sqrt(3)) / 2 + 2 / Math.sqrt(3), at: ([column, row]) => [(column * Math.sqrt(3)) / 2 + 1 / Math.sqrt(3), row + (1 - (column % 2)) / 2 + 0.5], corner: [1 / Math.sqrt(3), 0], gap: [1 / Math.sqrt(3), 0.25] },
  "staggered-y-odd": { wide: ([columns]) => (2 * columns + 1) * Math.SQRT1_2, at: ([column, row]) => [(2 * column + (row % 2) + 1) * Math.SQRT1_2, (row + 1) * Math.SQRT1_2], corner: [Math.SQRT1_2, 0], gap: [0.2, 2 * Math.SQRT1_2] },
};

async function onScreen(page, layout, place) {
  const { x, y, width } = await page.run(`(({ x, y, width }) => ({ x, y, width }))(document.querySelector("canvas").getBoundingClientRect())`);
  const scale = (width - 16) / SHAPES[layout].wide(SIZE);
  return place.map((at, i) => [x, y][i] + 8 + at * scale);
}

/* A part of the way from a cell's centre to its corner. */
function pointUnder(page, layout, offset, part = 0) {
  const { at, corner } = SHAPES[layout];
  return onScreen(page, layout, at(offset).map((place, i) => place + part * corner[i]));
}

const choose = async (page, selector, value) => {
  await page.run(`document.querySelector("${selector}").value = ${JSON.stringify(value)}; document.querySelector("${selector}").onchange()`);
  await page.frames();
};

/* The cell at a column and row of the empty map of a layout, by SQL. */
const cellBySql = (layout, [column, row]) => cellsIn(psql(`SELECT gridcell_from_offset(map, ${column}, ${row}, '${layout}')
  FROM gridmap_from_offset(array_fill(repeat('.', ${SIZE[0]}), ARRAY[${SIZE[1]}]), '${layout}') map`))[0];

/* The colour of the first picture at a point of the screen: four bytes. */
const colourAt = (page, [x, y]) => page.run(`(() => {
  const canvas = document.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  return [...canvas.getContext("2d").getImageData(Math.floor(${x} - box.x), Math.floor(${y} - box.y), 1, 1).data];
})()`);

async function withLayout(layout) {
  const page = await openIndex();
  await choose(page, "#kind", "empty");
  const before = await statusOf(page);
  await choose(page, "#layout", layout);
  const isHexagonal = !layout.startsWith("staggered");
  same(`${layout}: the model fits`, await page.run(`document.querySelector("#model").value`), isHexagonal ? "hex" : "octile");
  same("the start and the goal stay in their columns and rows", cellsIn(await statusOf(page)), [[0, 43], [63, 0]]);
  same("and their cells are told", cellsIn(await page.run(`document.querySelector("#status").title`)), [[0, 43], [63, 0]].map(offset => cellBySql(layout, offset)));
  same("the legend has no padding", await page.run(`document.querySelector("#legend span").textContent`), `. ground ${(64 * 44).toLocaleString("en")}`);
  let goal = [63, 0];
  const hits = [];
  for (const [offset, part] of [[[40, 21], 0], [[41, 20], 0.6], [[40, 20], -0.6], [[63, 43], 0.6], [[0, 0], -0.6]]) {
    await page.drag(await pointUnder(page, layout, goal), await pointUnder(page, layout, offset, part));
    goal = offset;
    const [, hit] = cellsIn(await statusOf(page));
    if (`${hit}` !== `${offset}`) hits.push(`${offset}, ${part} of the way to its corner: ${hit}`);
  }
  test("the goal is the cell under the mouse", hits);
  await page.drag(await pointUnder(page, layout, goal), await pointUnder(page, layout, [32, 20]));
  const straight = await costOf(page);
  await page.drag(await pointUnder(page, layout, [20, 10]), await pointUnder(page, layout, [20, 43]));
  const around = await costOf(page);
  test("a drawn wall has no gap", around > straight ? [] : [`${straight}, then ${around}`]);
  same("it is drawn, and nothing beside the map", [await colourAt(page, await pointUnder(page, layout, [20, 12])), (await colourAt(page, await onScreen(page, layout, SHAPES[layout].gap)))[3]], [[0x2f, 0x35, 0x3d, 255], 0]);
  same("the copied SQL has the same cost in psql", costsBySql((await copied(page, "#sql")).replace(/'\{.*\}'::gridmethod/, `'{auto}'::gridmethod`)), [["auto", around]]);
  const other = await openPage(browser, await copied(page, "#link"));
  await ready(other);
  same("a link holds the layout", [await statusOf(other), await page.run(`document.querySelector("#layout").value`)], [await statusOf(page), layout]);
  await page.run(`document.querySelector("canvas").focus()`);
  await page.key("ArrowRight");
  await page.key("ArrowUp");
  await page.key("s", "KeyS");
  same("arrows go by columns and rows", cellsIn(await statusOf(page))[0], [1, 42]);
  await page.click(`#codes input[value=">"]`);
  await page.drag(await pointUnder(page, layout, [5, 30]), await pointUnder(page, layout, [30, 18]));
  const linked = await costOf(page);
  test("links are drawn", linked < around ? [] : [`${around}, then ${linked}`]);
  const question = await copied(page, "#sql");
  await choose(page, "#layout", "");
  await choose(page, "#layout", layout);
  same("squares and back: the same question", await copied(page, "#sql"), question);
  await openFile(page, "rows.txt", "...\n.@.\n...\n", "text/plain");
  same("rows of a file get the layout", await page.run(`Array.from(document.querySelectorAll("#legend span"), span => span.textContent).slice(0, 2)`), [". ground 8", "@ wall or outside 1"]);
  const padded = psql(`SELECT gridmap_from_offset('{...,.@.,...}', '${layout}')`);
  await openFile(page, "padded.map", padded);
  same("a padded map stays as it is", await page.run(`Array.from(document.querySelectorAll("#legend span"), span => span.textContent).slice(0, 2)`), [". ground 8", "@ wall or outside 1"]);
  for (let i = 0; i < 7; i++) await page.click("#undo");
  same("all is undone", [await statusOf(page), await page.run(`document.querySelector("#layout").value`)], [before, ""]);
  test("and nothing fails", [...page.problems, ...other.problems]);
}

const LAYERED = `type octile
height 3
width 5
map
.....
.....
.....
layer blocked 1 0
0 1 0 0 0
0 0 0 0 0
0 0 0 0 0
layer danger 0.5 0
0 0 0 0 0
0 0 3 0 0
0 0 0 0 0
layer height 1 0
0 0 0 0 0
0 0 9 0 0
0 0 9 0 0
layer sides 1 0
0 0 2 8 0
0 0 0 0 0
0 0 0 0 0
`;
const legendTexts = page => page.run(`Array.from(document.querySelectorAll("#legend span"), span => span.textContent)`);

/* Layers are shown, models read them, and they stay with the map. */
async function withLayers() {
  const page = await openIndex();
  same("a map without layers has no choice of them", await page.run(`document.querySelector("#layers").hidden`), true);
  await openText(page, LAYERED);
  same("the legend names what layers show", (await legendTexts(page)).slice(0, -4), [". ground 15", "relief of height, 0 to 9", "danger, 0 to 3", "blocked", "wall between cells"]);
  same("one of them is chosen to be colours", await page.run(`[document.querySelector("#layers").hidden, document.querySelector("#layer").value, document.querySelector("#layer").options.length]`), [false, "danger", 3]);
  const before = await mapOf(page);
  await choose(page, "#layer", "");
  test("other colours are drawn without it", (await mapOf(page)) !== before && (await legendTexts(page)).length === 8 ? [] : [`${await legendTexts(page)}`]);
  const wrong = [];
  for (const model of ["octile", "octile(rise=1)", "tile(layer.danger=2, drop=0.5)", "octile(climb=3, corners=one)", "hex(height=danger, fall=1)"]) {
    await typeModel(page, model);
    await page.frames();
    const wanted = Math.round(Number(psql(`SELECT fringe_cost('${LAYERED}', '(${cellsIn(await statusOf(page))[0]})', '(${cellsIn(await statusOf(page))[1]})', '${model}')`)) * 1e6) / 1e6;
    if (!(wanted > 0) || (await costOf(page)) !== wanted) wrong.push(`${model}: ${await statusOf(page)}, by SQL ${wanted}`);
  }
  test("models with layers cost what SQL says", wrong);
  await typeModel(page, "octile(layer.danger=2)");
  same("the form has a field per layer", await page.run(`Array.from(document.querySelectorAll("#model-form span"), span => span.textContent).filter(text => text.includes("layer"))`), ["layer.danger", "layer.height"]);
  await page.frames();
  const cost = await costOf(page);
  same("the copied SQL has the layers", costsBySql((await copied(page, "#sql")).replace(/'\{.*\}'::gridmethod/, `'{auto}'::gridmethod`)), [["auto", cost]]);
  const other = await openPage(browser, await copied(page, "#link"));
  await ready(other);
  same("and so does the link", [await costOf(other), (await legendTexts(other)).includes("blocked")], [cost, true]);
  await typeModel(page, "octile(layer.nothing=2)");
  await page.frames();
  same("a layer that the map lacks is told", await statusOf(page), 'map has no layer "nothing"');
  await typeModel(page, "octile");
  await page.frames();
  await choose(page, "#layout", "odd-r");
  same("another layout keeps layers, except walls between cells", (await legendTexts(page)).slice(1, -4), ["relief of height, 0 to 9", "danger, 0 to 3", "blocked"]);
  await page.click("#undo");
  test("which is undone", (await legendTexts(page)).includes("wall between cells") ? page.problems : [`${await legendTexts(page)}`]);
}

/* A route over joined edges: its line leaves the map on one side, and comes back on the other one. */
async function withJoinedEdges() {
  const page = await openIndex();
  await openText(page, "type octile\nheight 3\nwidth 9\nmap\n.........\n.........\n.........\n");
  const [start, goal] = cellsIn(await statusOf(page));
  await typeModel(page, "tile(wrap=x)");
  await page.frames();
  same("is as cheap as in SQL", await costOf(page), Number(psql(`SELECT fringe_cost(gridmap('{.........,.........,.........}'::text[]), '(${start})', '(${goal})', 'tile(wrap=x)')`)));
  const lines = await page.run(`(() => {
    const made = [];
    const { lineTo, moveTo, quadraticCurveTo } = CanvasRenderingContext2D.prototype;
    const canvas = document.querySelector("canvas");
    const wide = (canvas.getBoundingClientRect().width - 16) / 9;
    const cellOf = at => Math.round(at / wide * 10) / 10;
    CanvasRenderingContext2D.prototype.lineTo = function (x, y) { if (this.canvas === canvas) made.push("to " + cellOf(x)); lineTo.call(this, x, y); };
    CanvasRenderingContext2D.prototype.moveTo = function (x, y) { if (this.canvas === canvas) made.push("from " + cellOf(x)); moveTo.call(this, x, y); };
    CanvasRenderingContext2D.prototype.quadraticCurveTo = function (...places) { if (this.canvas === canvas) made.push("curve"); quadraticCurveTo.call(this, ...places); };
    document.querySelector("#time").oninput();
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(made))));
  })()`);
  test("and drawn from edge to edge, with no line across", lines.includes("to 0") && lines.includes("from 9") && !lines.includes("curve") && !lines.some((line, i) => line.startsWith("to ") && Math.abs(line.slice(3) - lines[i - 1].split(" ")[1]) > 1) ? page.problems : [lines.join(", ")]);
}

async function withFormsAndKeys() {
  const page = await openIndex();
  const octile = await costOf(page);
  await typeModel(page, "tile");
  await page.frames();
  const tile = await costOf(page);
  test("a model is typed", tile > octile ? [] : [`octile ${octile}, tile ${tile}`]);
  await typeModel(page, "tile(diagonal=1)");
  same("a wrong one gets the server's hint", await page.run(`document.querySelector("#model-error").textContent`),
    psql(`DO $$ DECLARE message text; hint text; BEGIN PERFORM 'tile(diagonal=1)'::gridmodel; EXCEPTION WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, hint = PG_EXCEPTION_HINT; CREATE TEMP TABLE said AS SELECT message || '. ' || hint AS words; END $$; SELECT words FROM said`));
  await page.click("#step");
  same("a step shows one visit", await page.run(`document.querySelector("#moment").textContent.split(" ")[0]`), "1");
  await page.run(`document.querySelector("canvas").focus()`);
  const [start] = cellsIn(await statusOf(page));
  await page.key("ArrowUp");
  await page.key("s", "KeyS");
  same("keys move the start", cellsIn(await statusOf(page))[0], [start[0], start[1] - 1]);
  await page.key(" ", "Space");
  test("a blocked start is told", /: start blocked: /.test(await statusOf(page)) ? [] : [await statusOf(page)]);
  test("and nothing fails", page.problems);
}

/* On a slow machine, a frame may come long after a change, and a time that was scheduled before it in between. */
async function withSlowFrames() {
  const page = await openIndex();
  await page.run(`(() => {
    const soon = window.requestAnimationFrame;
    window.requestAnimationFrame = action => setTimeout(() => soon(action), 1500);
  })()`);
  await typeModel(page, "anyangle");
  await page.run(`new Promise(done => setTimeout(done, 1200))`);
  test("searches are not timed under a model that they have not answered", page.problems);
}

async function withTouch() {
  const page = await openIndex({ width: 390, height: 844, touch: true });
  same("a phone has the same searches", await namesOf(page), ["astar", "fringe", "jump"]);
  const goal = cellsIn(await statusOf(page))[1];
  await page.swipe(await pointOf(page, goal), await pointOf(page, [40, 22]));
  same("the goal follows a finger", cellsIn(await statusOf(page))[1], [40, 22]);
  const cost = await costOf(page);
  same("no counter is cut off", await page.run(`Array.from(document.querySelectorAll(".counts")).filter(line => line.scrollWidth > line.clientWidth).length`), 0);
  await page.click("figure:last-child .counts");
  same("copied SQL agrees on a phone, too", costsBySql(await copied(page, "#sql")).map(row => row[1]), (await namesOf(page)).map(() => cost));
  test("nothing is wider than the phone", (await page.run("document.documentElement.scrollWidth")) <= 390 ? [] : ["it scrolls sideways"]);
  test("and nothing fails", page.problems);
}

try {
  await inBrowser();
  await withLink(await withMouse());
  await withAnyAngle();
  await withWrongFiles();
  await withWrongFiles({ width: 390, height: 844, touch: true });
  await withLinks();
  await withLayers();
  await withJoinedEdges();
  for (const layout of Object.keys(SHAPES)) await withLayout(layout);
  await withFormsAndKeys();
  await withSlowFrames();
  await withTouch();
} finally {
  await browser.stop();
  server.stop();
}
finish();
