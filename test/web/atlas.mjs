/* atlas.mjs FOLDER - the page of fringe_atlas: any tables, any text, maps of any size */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openPage, startBrowser } from "./browser.mjs";
import { finish, same, test } from "./tap.mjs";

const folder = process.argv[2];
const root = fileURLToPath(new URL("../..", import.meta.url));
const browser = startBrowser();
const run = (program, args, input) => execFileSync(program, args, { input, encoding: "utf8", maxBuffer: 1 << 30 });
const psql = (database, sql) => run("psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", database], sql).trim();

/* Text that ends a script, or begins what swallows its end. */
const hostile = "<!--<script>";
run("createdb", ["atlas"]);
psql("atlas", `
  CREATE EXTENSION fringe;
  CREATE TABLE level (name text, map gridmap, biome text, "${hostile}" jsonb);
  CREATE TABLE scenario (level text, start gridcell, goal gridcell);
  INSERT INTO level SELECT 'level ' || i, gridmap_caves(30 + i, 25, 0.35, i), 'cave' FROM generate_series(1, 12) i;
  INSERT INTO level SELECT text, gridmap('{.....,@@@@.,.....}'::text[]), text, jsonb_build_object(text, text)
  FROM unnest('{${hostile},</script>,<!--,-->,]]>,<svg onload=x>,"a\\\\<\\"b"}'::text[]) text;
  INSERT INTO level SELECT 'joined', gridmap_link(map, ARRAY['(1,2)<>(20,9)=3']::gridlink[]), 'mine' FROM level WHERE name = 'level 3';
  INSERT INTO level VALUES ('no map', NULL, 'x', NULL), (NULL, gridmap('{.}'::text[]), NULL, NULL), ('large', gridmap_caves(1500, 1200, 0.4, 1), NULL, NULL);
  INSERT INTO scenario SELECT '${hostile}', '(0,0)', goal FROM unnest('{"(0,1)","(0,2)","(4,0)"}'::gridcell[]) goal;
  INSERT INTO scenario VALUES ('${hostile}', NULL, '(0,0)'), ('${hostile}', '(0,0)', NULL), ('large', '(1234,1100)', '(1400,1000)');
  CREATE SCHEMA "my games";
  CREATE TABLE "my games".area (name text, "the map" gridmap);
  INSERT INTO "my games".area VALUES ('shore', gridmap('{..W..}'::text[]));
  CREATE TABLE floors (building text, number int, note text, map gridmap, PRIMARY KEY (building, number));
  INSERT INTO floors SELECT 'tower', 3, repeat('a very long note ', 10000),
    gridmap_link(gridmap_floors(ARRAY(SELECT gridmap_rooms(30, 20, 7, seed) FROM generate_series(1, 3) seed)), ARRAY['(2,2)<>(33,2)=3', '(40,10)<>(71,10)=3']::gridlink[]);
  CREATE TABLE reasons (name text, map gridmap);
  INSERT INTO reasons VALUES ('apart', gridmap('{..@..,..@..}'::text[])), ('swamp', gridmap('{..x..}'::text[]));
  CREATE TABLE island (name text, map gridmap, layout text);
  INSERT INTO island SELECT layout, gridmap_from_offset('{......,.@@T..,.@T...,......}', layout), layout FROM unnest('{odd-r,even-q,staggered-x-even}'::text[]) layout;
  INSERT INTO island VALUES ('squares', gridmap('{...,.|.}'::text[]), 'none'), ('bare', gridmap_from_offset('{...,...}', 'odd-r'), NULL);
  CREATE TABLE hill (name text, map gridmap);
  INSERT INTO hill SELECT 'hill', gridmap_block(gridmap_set_layer(gridmap_set_layer(gridmap('{.....,.....}'::text[]), 'height', '{{0,0,5,0,0},{0,0,5,0,0}}'), 'danger', '{{0,1,0,0,0},{0,0,0,0,0}}'), '{"(3,0)"}');
  CREATE TABLE none (name text, map gridmap)`);

async function open(name, ...options) {
  const file = `${folder}/${name}.html`;
  writeFileSync(file, run(`${root}build/web/fringe_atlas`, [...options, "-d", "atlas"]));
  const page = await openPage(browser, pathToFileURL(file).href);
  await page.until(`document.querySelector("#name").textContent`);
  return page;
}

const text = (page, selector) => page.run(`document.querySelector(${JSON.stringify(selector)}).textContent`);
const namesOf = page => page.run(`Array.from(document.querySelectorAll("#levels span"), span => span.textContent)`);
const showLevel = (page, name) => page.run(`Array.from(document.querySelectorAll("#levels button")).find(button => button.level.name === ${JSON.stringify(name)}).click()`);

/* Where the middle of a cell is on the screen. */
const pointOf = (page, [x, y], width) => page.run(`(() => {
  const box = document.querySelector("#picture").getBoundingClientRect();
  const scale = (box.width - 16) / ${width};
  return [box.x + 8 + (${x} + .5) * scale, box.y + 8 + (${y} + .5) * scale];
})()`);

async function press(page, cell, width) {
  const point = await pointOf(page, cell, width);
  await page.drag(point, point);
}

async function withLevels() {
  const page = await open("atlas");
  const names = await namesOf(page);
  same("every level is listed", names.length, 23);
  same("names have their natural order", names.filter(name => name.startsWith("level")), Array.from({ length: 12 }, (_, i) => `level ${i + 1}`));
  const broken = [];
  for (const name of names) {
    await showLevel(page, name);
    if ((await text(page, "#name")) !== name) broken.push(name);
  }
  test("each is shown, whatever its text is", [...broken, ...page.problems]);
  await showLevel(page, "no map");
  same("a level without a map says so", await text(page, "#about"), "no map · 0 scenarios · biome: x");
  await page.run(`document.querySelector("#filter").value = "CAVE"; document.querySelector("#filter").oninput()`);
  same("a filter looks at all columns", (await namesOf(page)).length, 12);
  return page;
}

/* The picture of a level in the list, which is painted when it comes into sight. */
async function thumbOf(page, name) {
  await page.run(`Array.from(document.querySelectorAll("#levels button")).find(button => button.level.name === ${JSON.stringify(name)}).scrollIntoView()`);
  await page.frames();
  return page.run(`Array.from(document.querySelectorAll("#levels button")).find(button => button.level.name === ${JSON.stringify(name)}).querySelector("canvas").toDataURL()`);
}

async function withLinks() {
  const page = await open("links");
  same("links change nothing in the list", await thumbOf(page, "joined"), await thumbOf(page, "level 3"));
  await showLevel(page, "joined");
  await press(page, [1, 2], 33);
  await press(page, [20, 9], 33);
  const cost = psql("atlas", `SELECT round(fringe_cost(map, '(1,2)', '(20,9)')::numeric, 3)::float8 FROM level WHERE name = 'joined'`);
  test("a route goes through a link", (await text(page, "#status")).startsWith(`Cost ${cost} `) ? page.problems : [await text(page, "#status")]);
}

async function withRoutes() {
  const page = await open("routes", "-w", "-n", "3");
  await showLevel(page, hostile);
  await page.until(`document.querySelectorAll("#scenarios tr")[2]?.cells[2].textContent`);
  same("so many scenarios are listed, with their costs", await page.run(`Array.from(document.querySelectorAll("#scenarios tr"), row => [row.cells[1].textContent, row.cells[2].textContent])`), [["(0,1)", "no path"], ["(0,2)", "10"], ["(4,0)", "4"]]);
  await showLevel(page, "level 3");
  await page.frames();
  const [start, goal] = psql("atlas", `SELECT string_agg(cell::text, ' ') FROM gridmap_random_cells((SELECT map FROM level WHERE name = 'level 3'), 2, 5) cell`).split(" ").map(cell => cell.match(/\d+/g).map(Number));
  await press(page, start, 33);
  same("a click sets the start", await text(page, "#status"), "Now click the goal.");
  await press(page, goal, 33);
  const cost = psql("atlas", `SELECT round(fringe_cost(map, '(${start})', '(${goal})')::numeric, 3)::float8 FROM level WHERE name = 'level 3'`);
  same("a second one the goal: the route costs what SQL says", (await text(page, "#status")).split(" from ")[0], `Cost ${cost}`);
  await page.run(`document.querySelector("#time").value = 1; document.querySelector("#time").oninput()`);
  same("the slider goes through the search", (await text(page, "#moment")).split(" ").slice(0, 2), ["1", "of"]);
  await showLevel(page, "large");
  await page.until(`document.querySelector("#scenarios tr").cells[3].textContent`);
  test("scenarios of a large map fit beside it", (await page.run(`document.querySelector("aside").scrollWidth - document.querySelector("aside").clientWidth`)) <= 0 ? [] : ["they scroll sideways"]);
  await press(page, [5, 600], 1500);
  await press(page, [1490, 600], 1500);
  test("a large map has routes and a slider, too", (await page.run(`Number(document.querySelector("#time").max)`)) > 10 ? page.problems : [await text(page, "#status")]);
}

/* A building whose table has no column name. */
async function withFloors() {
  const page = await open("floors", "-t", "floors");
  same("a level without a name is called by its key", await text(page, "#name"), "tower, 3");
  const about = await text(page, "#about");
  test("long text is cut", about.length < 200 && about.includes("note: a very long note") && about.endsWith("…") ? [] : [about.slice(0, 300)]);
  const { height, bottom } = await page.run(`(({ height, bottom }) => ({ height, bottom }))(document.querySelector("#picture").getBoundingClientRect())`);
  test("and the map is in sight", height > 100 && bottom <= 800 ? [] : [`height ${height}, bottom ${bottom}`]);
  await press(page, [1, 1], 92);
  await press(page, [90, 18], 92);
  const cost = psql("atlas", `SELECT round(fringe_cost(map, '(1,1)', '(90,18)')::numeric, 3)::float8 FROM floors`);
  test("a route takes the stairs", (await text(page, "#status")).startsWith(`Cost ${cost} `) ? page.problems : [await text(page, "#status")]);
}

async function withReasons() {
  const page = await open("reasons", "-t", "reasons");
  const said = [];
  for (const [name, from, to] of [["apart", [0, 0], [4, 0]], ["apart", [2, 0], [0, 0]], ["swamp", [0, 0], [2, 0]]]) {
    await showLevel(page, name);
    await press(page, from, 5);
    await press(page, to, 5);
    const reason = psql("atlas", `SELECT reason FROM reasons, fringe_diagnose(map, '(${from})', '(${to})') WHERE name = '${name}'`);
    said.push([reason, (await text(page, "#status")).includes(`: ${reason}: `)]);
  }
  same("where there is no path, the reason is that of fringe_diagnose", said, [["apart", true], ["start blocked", true], ["goal without weight", true]]);
  await page.run(`(() => { const field = document.querySelector("#model"); field.value = "octile(T=NNE)"; field.dispatchEvent(new Event("change")); })()`);
  const error = await text(page, "#error");
  test("an error ends each sentence once", /\.\./.test(error) || !/\. [A-Z]/.test(error) ? [error] : page.problems);
}

async function withLayers() {
  const page = await open("layers", "-t", "hill", "-M", "octile(rise=0.5)");
  same("layers are drawn", await page.run(`Array.from(document.querySelectorAll("#legend span"), span => span.textContent).slice(0, -4)`), [". ground 10", "relief of height, 0 to 5", "danger, 0 to 1", "blocked"]);
  await press(page, [0, 0], 5);
  await press(page, [4, 0], 5);
  const cost = psql("atlas", `SELECT round(fringe_cost(map, '(0,0)', '(4,0)', 'octile(rise=0.5)')::numeric, 3)::float8 FROM hill`);
  test("a model reads them", (await text(page, "#status")).startsWith(`Cost ${cost} `) ? page.problems : [await text(page, "#status")]);
  await page.run(`(() => { const field = document.querySelector("#model"); field.value = "octile(climb=2)"; field.dispatchEvent(new Event("change")); })()`);
  test("and the reason of no path names them", /: too steep: /.test(await text(page, "#status")) ? page.problems : [await text(page, "#status")]);
}

/* A column "layout" says how cells are drawn. */
async function withLayouts() {
  const page = await open("layouts", "-t", "island", "-M", "octile(T=3)");
  const at = { // the size of the picture, and where two cells are: (0,0) and (5,3) in columns and rows
    "odd-r": [6.5, [0.5, 0.57735], [6, 3.17543]],
    "even-q": [5.48482, [0.57735, 1], [4.90748, 3.5]],
    "staggered-x-even": [4.94975, [0.70711, 1.41421], [4.24264, 4.94975]],
  };
  for (const [layout, [wide, ...places]] of Object.entries(at)) {
    await showLevel(page, layout);
    const model = layout.startsWith("stag") ? "octile(T=3)" : "hex(T=3)";
    same(`${layout}: the model fits`, await page.run(`document.querySelector("#model").value`), model);
    for (const [x, y] of places) {
      const point = await page.run(`(({ x, y, width }) => [x + 8 + ${x} * (width - 16) / ${wide}, y + 8 + ${y} * (width - 16) / ${wide}])(document.querySelector("#picture").getBoundingClientRect())`);
      await page.drag(point, point);
    }
    const wanted = psql("atlas", `SELECT format('Cost %s from (0,0) to (5,3)', round(fringe_cost(map, a, b, '${model}')::numeric, 3)::float8) FROM island, gridcell_from_offset(map, 0, 0, layout) a, gridcell_from_offset(map, 5, 3, layout) b WHERE name = '${layout}'`);
    same("two clicks find the route of SQL", (await text(page, "#status")).split(",").slice(0, 3).join(","), wanted);
    same("the legend has no padding", await page.run(`Array.from(document.querySelectorAll("#legend span"), span => span.textContent).slice(0, 3)`), [". ground 19", "@ wall or outside 3", "T trees 2"]);
  }
  await showLevel(page, "squares");
  same("other words are no layout", [await page.run(`document.querySelector("#model").value`), await page.run(`document.querySelectorAll("#legend span")[1].textContent`)], ["octile(T=3)", "| thin wall 1"]);
  test("nothing fails", page.problems);
  const all = await open("layout", "-t", "island", "-l", "odd-r");
  await showLevel(all, "bare");
  same("an option is for all that say nothing", [await all.run(`document.querySelector("#model").value`), await all.run(`document.querySelector("#legend span").textContent`)], ["hex", ". ground 6"]);
  let refused = "";
  try {
    await open("wrong", "-l", "odd");
  } catch ({ stderr }) {
    refused = stderr;
  }
  test("an unknown layout is refused", /unknown layout "odd"/.test(refused) ? all.problems : [refused]);
}

async function withOptions() {
  const page = await open("options", "-t", '"my games".area', "-c", "the map", "-s", "nosuch", "-M", "octile(W=5)", "-m", "jump");
  same("tables and columns of any name", [await namesOf(page), await text(page, "#about")], [["shore"], "5 x 1 cells · 0 scenarios"]);
  await press(page, [0, 0], 5);
  await press(page, [4, 0], 5);
  same("the model is the one asked for", (await text(page, "#status")).split(" from ")[0], "Cost 8");
  test("nothing fails", page.problems);
  const none = await open("none", "-t", "none");
  same("a table without levels", await text(none, "#name"), "There are no levels.");
}

try {
  await withLevels();
  await withLinks();
  await withFloors();
  await withReasons();
  await withLayers();
  await withRoutes();
  await withLayouts();
  await withOptions();
} finally {
  await browser.stop();
}
finish();
