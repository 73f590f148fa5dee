/*
 * atlas.js - the page of fringe_atlas: levels of a database, and any route on them
 *
 * The element `data` has lines of JSON, compressed: the model, the method and the layout, then a
 * level per line: { name, map, about, total, scenarios: [x, y, goal x, goal y] }. The column "layout"
 * of a level, in `about`, goes before the layout of all.
 */
import { Map as GridMap, layouts, models, methods } from "./fringe.js";
import { MARGIN, Terrain, View } from "./draw.js";
import { modelUnder, textOf } from "./cells.js";
import { element } from "./forms.js";
import { Plane } from "./plane.js";
import { legendOf } from "./legend.js";
import { firstShown, shownLayers } from "./marks.js";
import { reasonOfNone, sentences, whole } from "./words.js";

const $ = id => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 60rem)");

const THUMB = 96; // pixels of a small picture's longer side
const SHOWN = 60; // characters of a column
const MOST_VISITS = 1_000_000;
const LIVE = 15; // milliseconds of a search while an end is dragged
const PATIENT = 30_000;
const PLAYING = 5000; // milliseconds from the first visit to the last

let levels = [];
let level; // the one that is shown, and its decoded map
let map;
let plane; // where its cells are
let terrain;
let model; // as it was chosen, for squares or hexagons
let ends = [null, null]; // start and goal
let answer = null;
let refused = null;
let shown = Infinity;
let playing = false;
const view = new View($("picture"));

/* ---- data --------------------------------------------------------------------- */

async function readLines() {
  const bytes = Uint8Array.from(atob($("data").textContent.trim()), byte => byte.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).text();
  $("data").remove();
  return text.split("\n").filter(Boolean).map(line => JSON.parse(line));
}

/* A map file has four lines before its rows. */
function measure(of, layout) {
  const [, height, width] = of.map?.match(/height (\d+)\nwidth (\d+)/) ?? [0, 0, 0];
  const words = JSON.stringify([of.name, of.about]).toLowerCase();
  const own = layouts.names().find(name => name === of.about?.layout);
  return { ...of, width: Number(width), height: Number(height), cells: width * height, words, layout: own ?? layout ?? "" };
}

/* ---- the list of levels --------------------------------------------------------- */

const collator = new Intl.Collator(undefined, { numeric: true });
const byName = (a, b) => collator.compare(a.name, b.name);
const orders = { name: byName, cells: (a, b) => b.cells - a.cells || byName(a, b), total: (a, b) => b.total - a.total || byName(a, b) };

/* The codes out of the text of the map. */
function codesOf({ map: text, width, height }) {
  const rows = text.indexOf("\nmap\n") + 5;
  return Uint8Array.from({ length: width * height }, (_, i) => text.charCodeAt(rows + i + Math.floor(i / width)));
}

/* The cells at some points. */
function paintThumb(canvas, of) {
  const codes = codesOf(of);
  const small = new Plane(codes, of.width, of.height, of.layout);
  const scale = THUMB / Math.max(small.width, small.height);
  const ground = new Terrain(small, small.isSquare ? Math.min(1, scale) : scale);
  ground.paint(codes, dark.matches);
  Object.assign(canvas, { width: ground.sheet.canvas.width, height: ground.sheet.canvas.height });
  canvas.getContext("2d").drawImage(ground.sheet.canvas, 0, 0);
}

const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) {
    seen.unobserve(target);
    if (target.level.map) paintThumb(target.querySelector("canvas"), target.level);
  }
});

function buttonOf(of) {
  const size = of.map ? `${of.width} x ${of.height}` : "no map";
  const button = element("button", { level: of, onclick: () => show(of) }, element("canvas", { width: 1, height: 1 }), element("span", { textContent: of.name }), element("small", { textContent: size }));
  button.setAttribute("aria-pressed", of === level);
  return button;
}

function list() {
  const wanted = $("filter").value.toLowerCase();
  const found = levels.filter(of => of.words.includes(wanted)).sort(orders[$("order").value]);
  seen.disconnect();
  $("levels").replaceChildren(...found.map(buttonOf));
  for (const button of $("levels").children) seen.observe(button);
}

/* ---- a level -------------------------------------------------------------------- */

function show(of) {
  level = of;
  map = of.map ? GridMap.parse(of.map) : null;
  for (const button of $("levels").children) button.setAttribute("aria-pressed", button.level === of);
  $("name").textContent = of.name;
  $("about").replaceChildren(...aboutOf(of));
  $("stage").hidden = $("player").hidden = $("legend").hidden = !map;
  ends = [null, null];
  answer = refused = null;
  $("status").textContent = map ? "Click two cells for a route." : "";
  plane = map && new Plane(map.codes(), map.width, map.height, of.layout);
  if (map) $("model").value = modelUnder(model, of.layout);
  layOut();
  listScenarios();
}

/* The page has the first characters of a long value, and shows fewer of them. */
function columnOf([key, value]) {
  const text = String(value).replace(/\s+/g, " ");
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return element("span", { title: short === text ? "" : `${key}: ${text}` }, ` · ${key}: ${short}`);
}

function aboutOf(of) {
  const size = of.map ? `${of.width} x ${of.height} cells` : "no map";
  const columns = Object.entries(of.about ?? {}).filter(([, value]) => value !== null).map(columnOf);
  return [`${size} · ${of.total} scenario${of.total === 1 ? "" : "s"}`, ...columns];
}

const placeText = cell => textOf(map, level.layout, cell);
const costText = cost => (cost === null ? "no path" : String(Math.round(cost * 1000) / 1000));

function rowOf([x, y, goalX, goalY]) {
  const pair = [[x, y], [goalX, goalY]];
  const row = element("tr", { tabIndex: 0, pair }, ...[...pair.map(placeText), "", ""].map(textContent => element("td", { textContent })));
  row.onclick = () => choose(pair, row);
  row.onkeydown = event => event.key === "Enter" && choose(pair, row);
  return row;
}

function listScenarios() {
  const rows = map ? (level.scenarios ?? []).map(rowOf) : [];
  $("scenarios").replaceChildren(...rows);
  rows.at(-1)?.click(); // the longest
  priceRows(rows, level);
}

/* Costs of all rows, one after the other, while the page stays alive. */
async function priceRows(rows, of) {
  const [model, method] = [$("model").value, $("method").value];
  for (const row of rows) {
    await new Promise(resolve => setTimeout(resolve));
    if (of !== level || model !== $("model").value || method !== $("method").value || !row.isConnected) return;
    try {
      const { cost, visited } = map.search(...row.pair, { model, method, timeout: PATIENT });
      row.cells[2].textContent = costText(cost);
      row.cells[2].title = cost === null ? reasonOfNone(map, ...row.pair, { model, timeout: PATIENT }) : "";
      row.cells[3].textContent = whole(visited);
    } catch (error) {
      row.cells[2].textContent = error.message;
    }
  }
}

/* ---- a search -------------------------------------------------------------------- */

function choose(pair, row) {
  for (const other of $("scenarios").rows) other.setAttribute("aria-selected", other === row);
  ends = pair;
  search(false);
}

function search(live) {
  answer = refused = null;
  playing = false;
  shown = Infinity;
  try {
    if (ends[0] && ends[1]) answer = map.search(...ends, { model: $("model").value, method: $("method").value, trace: live ? MOST_VISITS / 10 : MOST_VISITS, timeout: live ? LIVE : PATIENT });
  } catch (error) {
    refused = error;
  }
  tell();
  draw(true);
}

function tell() {
  const trace = answer?.trace?.length ?? 0;
  $("time").max = Math.max(1, trace);
  if (refused) $("status").textContent = sentences(refused);
  else if (!ends[1]) $("status").textContent = ends[0] ? "Now click the goal." : "Click two cells for a route.";
  else if (answer.found) $("status").textContent = `Cost ${costText(answer.cost)} from ${placeText(ends[0])} to ${placeText(ends[1])}, ${whole(answer.length)} cells, by ${answer.method}`;
  else if (!answer.complete) $("status").textContent = "Given up";
  else $("status").textContent = `No path from ${placeText(ends[0])} to ${placeText(ends[1])}: ${reasonOfNone(map, ...ends, { model: $("model").value, timeout: PATIENT })}`;
}

function tellMoment(until, total) {
  $("time").value = Math.min(shown, total);
  $("play").textContent = playing ? "Pause" : "Play";
  if (!answer) $("moment").textContent = "";
  else if (until < total) $("moment").textContent = `${whole(until)} of ${whole(answer.visited)}`;
  else $("moment").textContent = answer.visited > total ? `first ${whole(total)} of ${whole(answer.visited)}` : `all ${whole(total)} visits`;
}

function draw(heat) {
  if (!map) return;
  const cells = answer?.trace?.cells ?? [];
  const until = Math.min(Math.floor(shown), cells.length);
  if (heat) view.paintVisits(cells, until, Math.max(1, cells.length), dark.matches);
  view.draw({
    start: ends[0], goal: ends[1],
    route: until >= cells.length ? answer?.route : null,
    map,
    links: map.links(),
    now: until > 0 && until < cells.length ? cells[until - 1] : undefined,
    noPath: answer && !answer.found && until >= cells.length ? [answer.complete ? "no path" : "given up"] : null,
  }, dark.matches);
  tellMoment(until, cells.length);
}

/* The map with its layers: a model may name other layers than the one before. */
function paint() {
  const shown = shownLayers(map, $("model").value, firstShown(map, $("model").value));
  terrain.paintMap(map, shown, dark.matches);
  $("legend").replaceChildren(...legendOf(map, terrain, shown, dark.matches));
  draw(true);
}

function layOut() {
  if (!map) return;
  const box = $("stage").getBoundingClientRect();
  const height = narrow.matches ? innerHeight * 0.6 : box.height;
  const scale = Math.min((box.width - 2 * MARGIN) / plane.width, (height - 2 * MARGIN) / plane.height, 48);
  if (terrain?.plane !== plane || view.scale !== scale) terrain = Terrain.forScale(plane, scale);
  view.fit(terrain, scale, MARGIN);
  paint();
}

/* ---- what is done with the page ---------------------------------------------------- */

let dragged = -1; // which end

function press(event) {
  const cell = view.cellAt(event);
  const near = [1, 0].find(end => ends[end] && view.isNear(event, ends[end], event.pointerType === "mouse" ? 9 : 20));
  for (const row of $("scenarios").rows) row.setAttribute("aria-selected", false);
  if (near !== undefined) dragged = near;
  else if (!ends[0] || ends[1]) ends = [cell, null];
  else ends = [ends[0], cell];
  view.canvas.setPointerCapture(event.pointerId);
  search(false);
}

let moving = false;

function move(event) {
  if (dragged < 0 || moving) return;
  moving = true;
  requestAnimationFrame(() => {
    moving = false;
    if (dragged < 0) return;
    ends = ends.map((end, i) => (i === dragged ? view.cellAt(event) : end));
    search(true);
  });
}

function release() {
  if (dragged < 0) return;
  dragged = -1;
  search(false);
}

function play() {
  const total = answer?.trace?.length ?? 0;
  if (!total) return;
  if (shown >= total) shown = 0;
  playing = !playing;
  let before = performance.now();
  const go = now => {
    if (!playing) return;
    shown += ((now - before) * total) / PLAYING;
    before = now;
    if (shown >= total) [playing, shown] = [false, Infinity];
    draw(true);
    requestAnimationFrame(go);
  };
  requestAnimationFrame(go);
  draw(false);
}

/* A model or method that cannot be read leaves things as they are. */
function setText(field, parser) {
  try {
    field.value = parser.canonical(field.value);
    if (parser === models) model = field.value;
    $("error").textContent = "";
  } catch (error) {
    $("error").textContent = sentences(error);
    return;
  }
  if (map && parser === models) paint();
  if (map) search(false), priceRows([...$("scenarios").rows], level);
}

async function begin() {
  const [settings, ...rest] = await readLines();
  levels = rest.map(of => measure(of, settings.layout));
  document.title = settings.title;
  $("model").value = model = models.canonical(settings.model);
  $("method").value = methods.canonical(settings.method);
  $("methods").replaceChildren(...methods.names().map(value => element("option", { value })));
  $("filter").oninput = $("order").onchange = list;
  $("model").onchange = () => setText($("model"), models);
  $("method").onchange = () => setText($("method"), methods);
  Object.assign(view.canvas, { onpointerdown: press, onpointermove: move, onpointerup: release, onpointercancel: release });
  $("play").onclick = play;
  $("time").oninput = () => ((playing = false), (shown = Number($("time").value)), draw(true));
  new ResizeObserver(layOut).observe($("stage"));
  dark.onchange = () => (list(), layOut());
  list();
  const [first] = $("levels").children;
  if (first) first.click();
  else $("name").textContent = "There are no levels.";
}

await begin();
