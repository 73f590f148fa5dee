/*
 * words.js - numbers and counters of the page as text
 */
import { element } from "./forms.js";

export const whole = number => number.toLocaleString("en");
export const rounded = cost => String(Math.round(cost * 1e6) / 1e6);
const span = microseconds => microseconds < 1000 ? `${microseconds.toPrecision(2) * 1} µs` : `${(microseconds / 1000).toPrecision(3)} ms`;
export const cellText = cell => `(${cell.join(",")})`;

const count = (number, what) => [element("b", { textContent: whole(number) }), ` ${what}`];

export function reasonOfNone({ map, model, start, goal }) {
  const blocked = cell => map.component(cell, { model }) === 0;
  return blocked(start) ? "the start is blocked" : blocked(goal) ? "the goal is blocked" : "no way leads there";
}

/* Counters of a search, under its picture. */
export function tellCounters({ answer, error, microseconds, counts }) {
  if (!answer) {
    counts.textContent = [error?.message, error?.hint].filter(Boolean).join(". ");
    counts.title = "";
    return;
  }
  const parts = [count(answer.visited, "visits"), count(answer.expanded, "expanded")];
  if (answer.iterations > 1) parts.push(count(answer.iterations, "iterations"));
  if (microseconds !== null) parts.push([element("b", { textContent: span(microseconds) })]);
  if (!answer.optimal) parts.push([answer.found ? `cost ${rounded(answer.cost)}, perhaps not the best` : "perhaps there is a path"]);
  counts.replaceChildren(...parts.flatMap((part, i) => (i ? [" · ", ...part] : part)));
  counts.title = `as ${answer.method}; generated ${whole(answer.opened)}, reopened ${whole(answer.reopened)}, open list at most ${whole(answer.openPeak)}`;
}

/* Which visits are on the screen. A trace may hold the first of a search alone. */
export function momentText(shown, answers) {
  const total = Math.max(1, ...answers.map(answer => answer?.trace?.length ?? 0));
  if (shown < total) return `${whole(Math.floor(shown))} of ${whole(total)}`;
  return answers.some(answer => answer?.visited > (answer?.trace?.length ?? 0)) ? `first ${whole(total)} visits` : `all ${whole(total)} visits`;
}
