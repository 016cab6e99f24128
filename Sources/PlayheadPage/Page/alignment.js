// The elements of two arrays that belong together, as ListAlignment.swift finds them, with the same limits.

import { isNumeric, jsonText, namesOf } from "./value.js";

// The most insertions and removals in an edit script.
const alignmentEffort = 256;
// The most possible pairs that are weighed by resemblance.
const weighedPairs = 1024;

// Pairs {from, to} of places in both arrays, in ascending order. The other elements were removed or added.
export function alignedPlaces(old, array) {
  const [one, other] = [old.map(jsonText), array.map(jsonText)];
  const pairs = [];
  let from = 0;
  let to = 0;
  for (const equal of [...equalPlaces(one, other), { from: old.length, to: array.length }]) {
    for (const pair of unequalPairs(old.slice(from, equal.from), array.slice(to, equal.to))) {
      pairs.push({ from: from + pair.from, to: to + pair.to });
    }
    if (equal.from < old.length) pairs.push(equal);
    [from, to] = [equal.from + 1, equal.to + 1];
  }
  return pairs;
}

// The equal elements that a shortest edit script keeps. Only elements that are in both count as edits.
function equalPlaces(one, other) {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const kept = Array.from(one.keys()).filter((place) => inOther.has(one[place]));
  const keptOther = Array.from(other.keys()).filter((place) => inOne.has(other[place]));
  const matches = shortestEdit(kept.map((place) => one[place]), keptOther.map((place) => other[place]));
  return matches.map(([x, y]) => ({ from: kept[x], to: keptOther[y] }));
}

// E. Myers' greedy algorithm, "An O(ND) Difference Algorithm and Its Variations" (1986). Returns the places
// [x, y] that a shortest edit script keeps; none if it has more than `alignmentEffort` edits.
function shortestEdit(one, other) {
  const limit = Math.min(alignmentEffort, one.length + other.length);
  const middle = limit + 1;
  // The furthest x on each diagonal x - y.
  const reach = new Int32Array(2 * limit + 3);
  const rounds = [];
  for (let edits = 0; edits <= limit; edits++) {
    rounds.push(reach.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const origin = originOf(reach, middle, diagonal, edits);
      let x = reach[middle + origin] + (origin < diagonal ? 1 : 0);
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x++;
      reach[middle + diagonal] = x;
      if (x >= one.length && x - diagonal >= other.length) return keptPlaces(rounds, middle, one.length, other.length);
    }
  }
  return [];
}

// The neighboring diagonal from which one more edit leads here: the one further along.
function originOf(reach, middle, diagonal, edits) {
  const isInsertion = diagonal === -edits
    || (diagonal !== edits && reach[middle + diagonal - 1] < reach[middle + diagonal + 1]);
  return isInsertion ? diagonal + 1 : diagonal - 1;
}

// Walks back from the ends through the rounds.
function keptPlaces(rounds, middle, endX, endY) {
  const places = [];
  let [x, y] = [endX, endY];
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const origin = originOf(rounds[edits], middle, x - y, edits);
    const startX = rounds[edits][middle + origin];
    const startY = startX - origin;
    while (x > startX && y > startY) places.push([--x, --y]);
    [x, y] = [startX, startY];
  }
  return places.reverse();
}

// Pairs elements when no two are equal: by place, or, if one side has more, by resemblance.
function unequalPairs(old, array) {
  const isWeighed = old.length !== array.length && old.length * array.length <= weighedPairs;
  if (isWeighed) return bestPairs(old, array);
  const count = Math.min(old.length, array.length);
  return Array.from({ length: count }, (_, place) => ({ from: place, to: place }));
}

// The pairs with the greatest total resemblance; as many as the shorter side has.
function bestPairs(old, array) {
  const [ones, others] = [old.map(featuresOf), array.map(featuresOf)];
  const scores = ones.map((one) => others.map((other) => resemblance(one, other)));
  const best = Array.from({ length: old.length + 1 }, () => new Array(array.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = array.length - 1; j >= 0; j--) {
      best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + scores[i][j]);
    }
  }
  const pairs = [];
  let from = 0;
  let to = 0;
  while (from < old.length && to < array.length) {
    if (best[from][to] === best[from + 1][to + 1] + scores[from][to]) pairs.push({ from: from++, to: to++ });
    else if (best[from][to] === best[from + 1][to]) from++;
    else to++;
  }
  return pairs;
}

function featuresOf(value) {
  const names = value instanceof Map ? namesOf(value) : [];
  return { kind: kindOf(value), names, texts: names.map((name) => jsonText(value.get(name))) };
}

function kindOf(value) {
  if (value === null) return "null";
  return isNumeric(value) ? "number" : Array.isArray(value) ? "array" : typeof value;
}

// 1 for values of two kinds. Equal members outweigh everything else.
function resemblance(one, other) {
  if (one.kind !== other.kind) return 1;
  let points = 0;
  one.names.forEach((name, i) => {
    if (name === other.names[i]) points += one.texts[i] === other.texts[i] ? 721 : 1;
  });
  return 2 + Math.floor(points / Math.max(one.names.length, other.names.length, 1));
}
