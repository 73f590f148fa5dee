/*
 * page.js - the page: what is on it, and what happens when it is touched
 *
 * `state` is the whole state, which a link can hold. Whatever changes it calls
 * `changed`, and the next frame searches and draws.
 */
import { Map as GridMap, layouts, models, methods } from "./fringe.js";
import { MARGIN, Terrain, scaleFor } from "./draw.js";
import { element, fields, join, keyOfCode, pens, split } from "./forms.js";
import { makeLane, showMethod } from "./lane.js";
import { Plane, isHexagonal } from "./plane.js";
import { ARROWS, cellBeside, drawAround, farEnds, mapUnder, modelUnder, textOf } from "./cells.js";
import { mapOfFile, newMapOf, saveMap } from "./files.js";
import { legendOf } from "./legend.js";
import { firstShown, layersOfNumbers, shownLayers } from "./marks.js";
import { Player } from "./play.js";
import { copy, packState, sqlOf, unpackState } from "./share.js";
import { cellText, momentText, reasonOfNone, rounded, sentences, tellCounters, whole } from "./words.js";

const $ = id => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
const narrow = matchMedia("(max-width: 50rem)");

const MOST_LANES = 4;
const MOST_VISITS = 1_000_000; // of a search that can be played
const LIVE = 10; // milliseconds that a search may take while something is dragged
const PATIENT = 4000; // and when nothing is
const TIMING = 25; // milliseconds that measuring a search takes
const UNDOS = 50;

const state = { map: null, start: [0, 0], goal: [0, 0], model: "octile", layout: "", code: "@", width: 1 };
let lanes = []; // the searches side by side: { method, view, answer, ... }
let plane; // where the cells of the map are
let terrain;
let layer = { name: "", isChosen: false }; // whose numbers are shown as colours
let live = false; // something is being dragged
let dirty = { map: true, answers: true, layout: true };
let past = [];
let cursor = null; // the cell of the keyboard
let stretched = null; // a link that is being drawn: { from, to }

const LINK_PEN = ">";

/* ---- frames ------------------------------------------------------------------ */

let waiting = false;

function changed(what) {
  Object.assign(dirty, what);
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(frame);
}

function frame() {
  waiting = false;
  const now = dirty;
  dirty = {};
  if (now.layout) layOut();
  if (now.map && !now.layout) paintTerrain();
  if (now.answers) answerAll();
  if (now.answers && !live) $("legend").replaceChildren(...legendOf(state.map, terrain, shownNow(), dark.matches));
  for (const lane of lanes) drawLane(lane, now);
  if (now.answers) tell();
  if (now.answers || now.moment) tellMoment();
}

/* ---- layers -------------------------------------------------------------------- */

const shownNow = () => shownLayers(state.map, state.model, layer.name);
const paintTerrain = () => terrain.paintMap(state.map, shownNow(), dark.matches);

/* The layers of the map; the first one that is shown is one that the model prices. */
function showLayers() {
  const names = layersOfNumbers(state.map).map(({ name }) => name);
  if (!layer.isChosen || !names.includes(layer.name)) layer = { name: firstShown(state.map, state.model), isChosen: false };
  $("layers").hidden = names.length === 0;
  $("layer").replaceChildren(element("option", { value: "", textContent: "none" }), ...names.map(value => element("option", { value, textContent: value })));
  $("layer").value = layer.name;
}

/* ---- searches ----------------------------------------------------------------- */

const most = () => Math.max(1, ...lanes.map(lane => lane.answer?.trace?.length ?? 0));
const player = new Player(most, () => changed({ moment: true }));

function answerOf(lane) {
  const options = { model: state.model, method: lane.method, timeout: live ? LIVE : PATIENT };
  lane.error = null;
  try {
    lane.answer = state.map.search(state.start, state.goal, { ...options, trace: live ? MOST_VISITS / 10 : MOST_VISITS });
  } catch (error) {
    lane.answer = null;
    lane.error = error;
  }
  lane.microseconds = null;
}

/* Where no method that is shown fits the model, the first picture gets one that does; the next frame answers. */
function fitFirst() {
  const [first] = lanes;
  if (!lanes.some(lane => lane.answer) && first.method !== "auto" && fits("auto")) setMethod(first, "auto");
}

/* Does a method take the map and the model? None takes a model that the map is refused under. */
function fits(method) {
  try {
    return state.map.fits(method, { model: state.model });
  } catch {
    return false;
  }
}

function answerAll() {
  lanes.forEach(answerOf);
  fitFirst();
  if (!live) schedule(timeLanes);
  $("time").max = most();
  if (!player.playing) player.stop();
}

/* The time of a search without its trace: the mean of as many as there is time for. */
function timeOf(lane) {
  const options = { model: state.model, method: lane.method, timeout: PATIENT };
  const began = performance.now();
  let count = 0;
  for (let batch = 1; performance.now() - began < TIMING; count += batch, batch *= 2)
    for (let i = 0; i < batch; i++) state.map.route(state.start, state.goal, options);
  return ((performance.now() - began) * 1000) / count;
}

/* Answers of an earlier state are not timed: the next frame answers again, and another time follows. */
function timeLanes() {
  if (dirty.answers) return;
  for (const lane of lanes) if (lane.answer && lane.microseconds === null) lane.microseconds = timeOf(lane);
  lanes.forEach(tellCounters);
}

let scheduled;

function schedule(action) {
  clearTimeout(scheduled);
  scheduled = setTimeout(action, 250);
}

/* ---- words -------------------------------------------------------------------- */

/* What all searches agree on. Searches that may miss the best path say so themselves. */
function tell() {
  const answer = lanes.find(lane => lane.answer?.optimal && lane.answer.complete)?.answer ?? lanes.find(lane => lane.answer)?.answer;
  const ends = ` from ${textOf(state.map, state.layout, state.start)} to ${textOf(state.map, state.layout, state.goal)}`;
  $("status").title = state.layout ? `columns and rows; for SQL the cells ${cellText(state.start)} and ${cellText(state.goal)}` : "";
  if (!answer) $("status").textContent = lanes.find(lane => lane.error)?.error.message ?? "";
  else if (answer.found) $("status").replaceChildren("Best path", ends, ": cost ", element("b", { textContent: rounded(answer.cost) }), `, ${whole(answer.length)} cells`);
  else $("status").textContent = answer.complete ? `No path${ends}: ${reasonOfNone(state.map, state.start, state.goal, { model: state.model, timeout: live ? LIVE : PATIENT })}` : `Given up${ends}`;
  lanes.forEach(tellCounters);
}

function tellMoment() {
  const total = most();
  $("time").value = Math.min(player.shown, total);
  $("moment").textContent = momentText(player.shown, lanes.map(lane => lane.answer));
  $("play").textContent = player.playing ? "Pause" : "Play";
}

/* ---- drawing ------------------------------------------------------------------ */

const listed = words => (words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/* Lines over the picture of a search that shows no path; if the method does not fit the model, they name the methods that do. */
function noticeOf({ answer, error, method }, until, total) {
  const fitting = error && !fits(method) ? methods.names().filter(fits) : [];
  if (fitting.length) {
    return [`${split(method).name} does not take the model ${split(state.model).name}`, `${listed(fitting)} ${fitting.length > 1 ? "do" : "does"}`];
  }
  if (error) return [error.message];
  return !answer.found && until >= total ? [answer.complete ? "no path" : "given up"] : null;
}

function drawLane(lane, now) {
  const { answer, view } = lane;
  const cells = answer?.trace?.cells ?? [];
  const until = Math.min(Math.floor(player.shown), cells.length);
  if (now.answers || now.moment || now.layout || now.map) view.paintVisits(cells, until, Math.max(1, cells.length), dark.matches);
  view.draw({
    start: state.start,
    goal: state.goal,
    route: until >= cells.length ? answer?.route : null,
    map: state.map,
    links: stretched ? [...state.map.links(), { ...stretched, both: true }] : state.map.links(),
    now: until > 0 && until < cells.length ? cells[until - 1] : undefined,
    cursor: document.activeElement === view.canvas ? cursor : null,
    noPath: noticeOf(lane, until, cells.length),
  }, dark.matches);
}

let shownScale;

function layOut() {
  const box = $("stage").getBoundingClientRect();
  const stacked = { width: box.width, height: lanes.length * Math.max(220, innerHeight * 0.42) };
  const room = narrow.matches ? stacked : box;
  const columns = narrow.matches ? [1] : lanes.map((_, i) => i + 1);
  const ratio = devicePixelRatio || 1;
  let scale = Math.max(...columns.map(number => scaleFor(plane, lanes.length, number, room)), 40 / Math.max(plane.width, plane.height));
  if (scale > 1) scale = Math.max(1, Math.floor(Math.min(scale, 48) * ratio) / ratio);
  if (terrain?.plane !== plane || shownScale !== scale) terrain = Terrain.forScale(plane, scale);
  shownScale = scale;
  paintTerrain();
  for (const lane of lanes) {
    lane.view.fit(terrain, scale, MARGIN);
    lane.caption.style.width = lane.view.canvas.style.width;
  }
}

/* ---- lanes -------------------------------------------------------------------- */

function laneOf(method) {
  const lane = makeLane({ choose: setMethod, remove: removeLane, add: addLane });
  listen(lane);
  setMethod(lane, method);
  return lane;
}

function showLanes() {
  $("stage").replaceChildren(...lanes.map(lane => lane.figure));
  lanes.forEach((lane, i) => {
    lane.close.hidden = lanes.length === 1;
    lane.add.hidden = i !== lanes.length - 1 || lanes.length === MOST_LANES;
  });
  changed({ layout: true, answers: true });
}

function addLane() {
  const taken = lanes.map(lane => split(lane.method).name);
  lanes.push(laneOf(methods.names().find(name => name !== "auto" && !taken.includes(name)) ?? "auto"));
  showLanes();
}

function removeLane(lane) {
  lanes = lanes.filter(other => other !== lane);
  showLanes();
}

function setMethod(lane, text) {
  const error = lane.form.querySelector(".error");
  try {
    lane.method = methods.canonical(text);
  } catch (refused) {
    if (error) error.textContent = sentences(refused);
    return;
  }
  showMethod(lane, text => setMethod(lane, text));
  changed({ answers: true });
}

/* ---- the model ---------------------------------------------------------------- */

function setModel(text) {
  const error = $("model-error");
  try {
    state.model = models.canonical(text);
    error.textContent = "";
  } catch (refused) {
    error.textContent = sentences(refused);
    return;
  }
  $("model").value = state.model;
  showModelForm();
  showLayers();
  changed({ answers: true, map: state.map.layers().length > 0 });
}

const codesOfMap = () => [...new Set(state.map.codes())].sort((a, b) => a - b).map(code => String.fromCharCode(code));

/* With an option for each layer in place of the one that stands for all of them. */
function optionsOfModel(name) {
  const prices = layersOfNumbers(state.map).map(layer => ({ key: `layer.${layer.name}`, words: [], number: true }));
  return models.options(name).flatMap(option => (option.key === "layer.NAME" ? prices : option.key === "height" ? { ...option, words: ["name of a layer"] } : option));
}

function showModelForm() {
  const { name, options } = split(state.model);
  const kind = { key: "", label: "neighbours", words: models.names(), number: false };
  const weights = codesOfMap().map(code => ({ key: keyOfCode(code), label: `weight of ${code}`, words: ["1, 2.5, blocked"], number: true }));
  const change = (key, value) => setModel(join(name, { ...options, [key]: value }));
  const [first] = fields([kind], { "": name }, (_, value) => setModel(value || "octile"));
  first.querySelector("option").remove();
  first.querySelector("select").value = name;
  $("model-form").replaceChildren(first, ...fields([...optionsOfModel(name), ...weights], options, change));
}

/* ---- changing the map ----------------------------------------------------------- */

/* The map before a change, with what else of the state changes. */
function remember(rest) {
  past.push({ map: state.map.clone(), rest });
  if (past.length > UNDOS) past.shift();
}

function undo() {
  const last = past.pop();
  if (!last) return;
  Object.assign(state, last.rest);
  setMap(last.map);
}

const isBetween = (a, b) => link => [[a, b], [b, a]].some(([from, to]) => `${link.from}` === `${from}` && `${link.to}` === `${to}`);

/* Joins two cells both ways for the cost of one step; where they are joined, parts them. */
function toggleLink(a, b) {
  if (`${a}` === `${b}`) return;
  const areJoined = state.map.links().some(isBetween(a, b));
  remember();
  if (areJoined) state.map.unlink(isBetween(a, b));
  else state.map.link(`${cellText(a)}<>${cellText(b)}`);
  changed({ answers: true });
}

function setMap(map) {
  state.map = map;
  plane = new Plane(map.codes(), map.width, map.height, state.layout);
  stretched = cursor = null;
  $("layout").value = state.layout;
  $("model").value = state.model;
  showModelForm();
  layer.isChosen = false;
  showLayers();
  changed({ map: true, layout: true, answers: true });
}

/* Gives cells another shape; they keep their columns and rows. */
function setLayout(layout) {
  const { start, goal } = state;
  const { map, moved } = mapUnder(state.map, state.layout, layout);
  remember({ start, goal, layout: state.layout, model: state.model });
  Object.assign(state, { start: moved(start), goal: moved(goal), layout, model: modelUnder(state.model, layout) });
  setMap(map);
  for (const end of ["start", "goal"]) if (!plane.isDrawn(state[end])) state[end] = plane.cellAt(plane.place(state[end]));
}

/* Cells that reach each other and are far apart; null where there are none, or the model does not take the map. */
function endsOf(map) {
  try {
    return farEnds(map, state.model, plane);
  } catch {
    return null;
  }
}

/* A new map, with such ends. */
function setNewMap(map) {
  if (state.map) remember({ start: state.start, goal: state.goal });
  setMap(map);
  const inside = (cell, place) => plane.isDrawn(cell) ? cell : plane.cellAt(place);
  const [start, goal] = endsOf(map) ?? [inside(state.start, [0, 0]), inside(state.goal, [plane.width, plane.height])];
  Object.assign(state, { start, goal });
}

function newMap() {
  setNewMap(newMapOf($("kind").value, ...$("size").value.split(" x ").map(Number), state.layout));
}

/* ---- pointers and keys ----------------------------------------------------------- */

/* What the pen draws, beginning at this cell: on its own terrain it erases. */
const inkAt = cell => (state.map.code(cell) === state.code && state.code !== "." ? "." : state.code);

function dragEnd(view, event) {
  const reach = event.pointerType === "mouse" ? 10 : 22;
  return ["goal", "start"].find(end => view.isNear(event, state[end], reach));
}

function listen(lane) {
  const { view } = lane;
  const canvas = view.canvas;
  let drag = null;

  function move(event) {
    const cell = view.cellAt(event);
    if (!drag) canvas.style.cursor = dragEnd(view, event) ? "grab" : "crosshair";
    else if (drag.end) state[drag.end] = cell;
    else if (stretched) stretched.to = cell;
    else plane.between(drag.last, cell).forEach(at => drawAround(state.map, plane, at, state.width, drag.ink));
    if (drag) changed({ answers: true, map: !drag.end });
    if (drag) drag.last = cell;
  }

  function stop() {
    if (!drag) return;
    if (!drag.end) showModelForm();
    if (stretched) toggleLink(stretched.from, stretched.to);
    stretched = drag = null;
    live = false;
    changed({ answers: true });
  }

  canvas.onpointerdown = event => {
    if (event.button > 0) return;
    const cell = view.cellAt(event);
    const end = dragEnd(view, event);
    canvas.setPointerCapture(event.pointerId);
    if (!end && state.code === LINK_PEN) stretched = { from: cell, to: cell };
    else if (!end) remember();
    drag = { end, ink: inkAt(cell), last: cell };
    live = true;
    player.stop();
    move(event);
  };
  canvas.onpointermove = move;
  canvas.onpointerup = canvas.onpointercancel = stop;
  canvas.onkeydown = event => keyOn(event);
  canvas.onfocus = canvas.onblur = () => changed({});
}

/* The first time one end, the second time the other. */
function linkAt(cell) {
  if (stretched) toggleLink(stretched.from, cell);
  stretched = stretched ? null : { from: [...cell], to: [...cell] };
}

function keyOn(event) {
  cursor ??= [...state.start];
  const arrow = ARROWS[event.key];
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return;
  if (arrow) cursor = cellBeside(state.map, state.layout, cursor, arrow.map(at => at * (event.shiftKey ? 5 : 1)));
  else if (key === "l") linkAt(cursor);
  else if (key === " ") remember(), drawAround(state.map, plane, cursor, state.width, inkAt(cursor));
  else if (key === "s") state.start = [...cursor];
  else if (key === "g") state.goal = [...cursor];
  else return;
  if (stretched) stretched.to = [...cursor];
  event.preventDefault();
  changed(arrow ? {} : { answers: true, map: key === " " });
}

/* ---- files and links -------------------------------------------------------------- */

async function openFile(file) {
  try {
    setNewMap(await mapOfFile(file, state.model, state.layout));
  } catch (error) {
    $("status").textContent = `${file.name} is not opened: ${sentences(error)}`;
    $("status").scrollIntoView({ block: narrow.matches ? "center" : "nearest" });
  }
}

async function openLink(packed) {
  const { state: read, texts } = await unpackState(packed);
  lanes = texts.slice(0, MOST_LANES).map(laneOf);
  Object.assign(state, read);
}

/* ---- the rest of the page --------------------------------------------------------- */

function showPens() {
  const names = { "@": "wall", ".": "ground", T: "tree", S: "swamp", W: "water", [LINK_PEN]: "link: draw from cell to cell; once more takes it away" };
  $("codes").replaceChildren(...pens(names, state.code, dark.matches, code => (state.code = code)));
}

function showLayouts() {
  const nameOf = layout => isHexagonal(layout) ? `Hexagons, ${layout}` : layout.replace("staggered-", "Staggered squares, ");
  $("layout").append(...layouts.names().map(value => element("option", { value, textContent: nameOf(value) })));
}

function connect() {
  $("new").onclick = newMap;
  $("kind").onchange = $("size").onchange = newMap;
  $("open").onclick = () => $("file").click();
  $("file").onchange = () => {
    const [file] = $("file").files;
    $("file").value = ""; // so that the same file can be chosen again
    if (file) openFile(file);
  };
  $("undo").onclick = undo;
  $("layout").onchange = () => setLayout($("layout").value);
  $("layer").onchange = () => {
    layer = { name: $("layer").value, isChosen: true };
    changed({ map: true, answers: true });
  };
  $("width").onchange = () => (state.width = Number($("width").value));
  $("model").onchange = () => setModel($("model").value);
  $("play").onclick = () => player.toggle();
  $("step").onclick = () => player.step();
  $("time").oninput = () => player.show(Number($("time").value));
  $("sql").onclick = () => copy($("sql"), sqlOf(state, lanes.map(lane => lane.method)));
  $("link").onclick = async () => copy($("link"), `${location.href.split("#")[0]}#${await packState(state, lanes.map(lane => lane.method))}`);
  $("save").onclick = () => saveMap(state.map);
  addEventListener("keydown", event => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z" && event.target.tagName !== "INPUT") undo();
  });
  addEventListener("dragover", event => (event.preventDefault(), document.body.classList.add("drop")));
  addEventListener("dragleave", () => document.body.classList.remove("drop"));
  addEventListener("drop", event => {
    event.preventDefault();
    document.body.classList.remove("drop");
    if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
  });
  new ResizeObserver(() => changed({ layout: true })).observe(document.body);
  dark.onchange = () => (showPens(), changed({ map: true, layout: true, answers: true }));
  document.addEventListener("pointerdown", event => {
    for (const lane of lanes) if (!lane.more.contains(event.target)) lane.more.open = false;
  });
}

async function begin() {
  try {
    if (location.hash.length > 1) await openLink(location.hash.slice(1));
  } catch (error) {
    $("status").textContent = `The link holds no map: ${error.message}`;
  }
  if (!lanes.length) lanes = ["astar", "fringe", "jump"].map(laneOf);
  showPens();
  showLayouts();
  connect();
  if (state.map) setMap(state.map);
  else setNewMap(GridMap.generate("rooms", 64, 44, [9], 8));
  setModel(state.model);
  showLanes();
}

await begin();
