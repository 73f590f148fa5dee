/* tap.mjs - tests that print TAP, and the files of queries.sql */
import { readFileSync } from "node:fs";

let count = 0;

/* A test that passes if there is nothing to complain about. */
export function test(name, complaints) {
  count++;
  console.log(`${complaints.length ? "not ok" : "ok"} ${count} - ${name}`);
  for (const line of complaints.slice(0, 10)) console.log(`#   ${line}`);
  if (complaints.length) process.exitCode = 1;
}

/* The same of two values that should be equal. */
export function same(name, found, wanted) {
  const [a, b] = [found, wanted].map(value => JSON.stringify(value));
  test(name, a === b ? [] : [`found ${a}`, `wanted ${b}`]);
}

export const finish = () => console.log(`1..${count}`);

export const linesOf = file => readFileSync(file, "utf8").trim().split("\n").map(line => JSON.parse(line));

export const questions = folder => ({
  texts: linesOf(`${folder}/maps.json`).map(([text]) => text),
  queries: linesOf(`${folder}/queries.json`),
  refusals: linesOf(`${folder}/refusals.json`),
  misfits: linesOf(`${folder}/misfits.json`),
  reasons: linesOf(`${folder}/reasons.json`),
  laid: linesOf(`${folder}/laid.json`),
  mislaid: linesOf(`${folder}/mislaid.json`),
});
