// The changes from one state to another, many steps away, as operations that apply in order.

import { areEqual, jsonText, namesOf } from "./value.js";

// Longer stretches of elements are compared index by index: alignment costs the product of their lengths.
const alignmentLimit = 300;

export function differences(old, value, tokens = []) {
  if (old instanceof Map && value instanceof Map) return objectDifferences(old, value, tokens);
  if (Array.isArray(old) && Array.isArray(value)) return arrayDifferences(old, value, tokens);
  return areEqual(old, value) ? [] : [{ op: "replace", tokens, value, old }];
}

function objectDifferences(old, object, tokens) {
  const changes = [];
  for (const name of namesOf(old)) {
    if (!object.has(name)) changes.push({ op: "remove", tokens: [...tokens, name], old: old.get(name) });
  }
  for (const name of namesOf(object)) {
    const path = [...tokens, name];
    const value = object.get(name);
    if (old.has(name)) changes.push(...differences(old.get(name), value, path));
    else changes.push({ op: "add", tokens: path, value });
  }
  return changes;
}

// Keeps equal elements at both ends, and aligns the elements between. All removals come first, from the end,
// so the other indexes are those in the new array.
function arrayDifferences(old, array, tokens) {
  const start = commonStart(old, array);
  const end = commonEnd(old, array, start);
  const pairs = alignment(old.slice(start, old.length - end), array.slice(start, array.length - end));
  const removed = pairs.filter(({ to }) => to === undefined).reverse();
  return [
    ...removed.map(({ from }) => removal(old, start + from, tokens)),
    ...pairs.filter(({ to }) => to !== undefined).flatMap(({ from, to }) => {
      const path = [...tokens, String(start + to)];
      const value = array[start + to];
      return from === undefined ? [{ op: "add", tokens: path, value }] : differences(old[start + from], value, path);
    }),
  ];
}

function removal(array, index, tokens) {
  return { op: "remove", tokens: [...tokens, String(index)], old: array[index] };
}

function commonStart(one, other) {
  const limit = Math.min(one.length, other.length);
  let count = 0;
  while (count < limit && areEqual(one[count], other[count])) count++;
  return count;
}

function commonEnd(one, other, start) {
  const limit = Math.min(one.length, other.length) - start;
  let count = 0;
  while (count < limit && areEqual(one.at(-1 - count), other.at(-1 - count))) count++;
  return count;
}

// Pairs {from, to} of indexes in both arrays. One is undefined for an element without a counterpart.
function alignment(old, array) {
  const isLong = old.length > alignmentLimit || array.length > alignmentLimit;
  const equal = isLong ? [] : longestCommonPlaces(old.map(jsonText), array.map(jsonText));
  const pairs = [];
  let from = 0;
  let to = 0;
  for (const place of [...equal, { from: old.length, to: array.length }]) {
    while (from < place.from || to < place.to) {
      pairs.push({ from: from < place.from ? from++ : undefined, to: to < place.to ? to++ : undefined });
    }
    if (from < old.length && to < array.length) pairs.push({ from: from++, to: to++ });
  }
  return pairs;
}

// The longest common subsequence, by a table of lengths.
function longestCommonPlaces(one, other) {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const below = lengths[(i + 1) * width + j];
      const right = lengths[i * width + j + 1];
      lengths[i * width + j] = one[i] === other[j] ? lengths[(i + 1) * width + j + 1] + 1 : Math.max(below, right);
    }
  }
  return placesIn(lengths, width, one, other);
}

function placesIn(lengths, width, one, other) {
  const places = [];
  let from = 0;
  let to = 0;
  while (from < one.length && to < other.length) {
    if (one[from] === other[to]) places.push({ from: from++, to: to++ });
    else if (lengths[(from + 1) * width + to] >= lengths[from * width + to + 1]) from++;
    else to++;
  }
  return places;
}
