/*
 * cells.js - choosing cells of a map
 */

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* Of the largest component, the cells nearest to the lower left and the upper right. */
export function farEnds(map, model) {
  const sizes = new Map();
  const numbers = [];
  for (let y = 0; y < map.height; y++)
    for (let x = 0; x < map.width; x++) {
      const number = map.component([x, y], { model });
      numbers.push(number);
      if (number) sizes.set(number, (sizes.get(number) ?? 0) + 1);
    }
  const [largest] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  if (!largest) return null;
  const nearest = rank => {
    let best = -1;
    numbers.forEach((number, i) => {
      if (number === largest && (best < 0 || rank(i) < rank(best))) best = i;
    });
    return [best % map.width, Math.floor(best / map.width)];
  };
  const away = i => (i % map.width) / map.width - Math.floor(i / map.width) / map.height;
  return [nearest(away), nearest(i => -away(i))];
}

/* The cells of a straight line, so that a fast pointer leaves no gap. */
export function cellsBetween([x, y], [toX, toY]) {
  const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y), 1);
  return Array.from({ length: steps + 1 }, (_, i) => [Math.round(x + ((toX - x) * i) / steps), Math.round(y + ((toY - y) * i) / steps)]);
}

/* Gives the square around a cell, so many cells wide, this code. */
export function drawSquare(map, [x, y], width, code) {
  const side = Math.floor(width / 2);
  for (let dy = -side; dy <= side; dy++)
    for (let dx = -side; dx <= side; dx++)
      if (x + dx >= 0 && y + dy >= 0 && x + dx < map.width && y + dy < map.height) map.set([x + dx, y + dy], code);
}
