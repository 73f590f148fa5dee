/*
 * words.js - numbers and counters of the page as text
 */
import { element } from "./forms.js";

export const whole = number => number.toLocaleString("en");
export const rounded = cost => String(Math.round(cost * 1e6) / 1e6);
const span = microseconds => microseconds < 1000 ? `${microseconds.toPrecision(2) * 1} µs` : `${(microseconds / 1000).toPrecision(3)} ms`;
export const cellText = cell => `(${cell.join(",")})`;

const count = (number, what) => [element("b", { textContent: whole(number) }), ` ${what}`];

/* An error as sentences: details and hints end with a period, messages do not. */
export const sentences = ({ message, detail, hint }) => [`${message}${detail || hint ? "." : ""}`, detail, hint].filter(Boolean).join(" ");

/* What the words of fringe_diagnose mean, at either end where they are about one. */
export const MEANINGS = {
  blocked: "an agent cannot stand there",
  "without weight": "the model gives this terrain no weight",
  "blocked by layer": "the map marks the cell as blocked",
  "too narrow": "the agent is too large for the place",
  apart: "no way joins their parts of the map",
  "closed sides": "only walls between cells prevent a way",
  "too steep": "only steps that rise or fall too much prevent a way",
  "one-way": "only the directions of cells or links prevent a way",
  "closed sides and too steep": "walls between cells and steps that rise or fall too much prevent a way together",
  "closed sides and one-way": "walls between cells and the directions of cells or links prevent a way together",
  "too steep and one-way": "steps that rise or fall too much and the directions of cells or links prevent a way together",
  "closed sides, too steep and one-way": "walls between cells, steps that rise or fall too much, and the directions of cells or links prevent a way together",
  "cost out of range": "there is a way, but its cost is too large",
};

export const meaningOf = reason => MEANINGS[reason.replace(/^(start|goal) /, "")];

/* Why a complete search found no path, or that finding out takes too long. */
export function reasonOfNone(map, start, goal, options) {
  try {
    const reason = map.reason(start, goal, options);
    const meaning = meaningOf(reason);
    return meaning ? `${reason}: ${meaning}` : reason;
  } catch (error) {
    return error.message;
  }
}

/* Counters of a search, under its picture. */
export function tellCounters({ answer, error, microseconds, counts }) {
  if (!answer) {
    counts.textContent = error?.hint || (error?.message ?? ""); // the picture has the rest
    counts.title = error ? sentences(error) : "";
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
  const some = answers.some(answer => answer?.visited > (answer?.trace?.length ?? 0)) ? "first" : "all";
  return `${some} ${whole(total)} visits`;
}
