// The changes from one state to another, many steps away, as operations that apply in order.
//
// Difference+Values.swift does the same with values. JSON does not distinguish all of them: here every object
// is a record and every array a list.

import { areEqual, namesOf } from "./value.js";
import { alignedPlaces } from "./alignment.js";

export function differences(old, value, tokens = []) {
  if (old instanceof Map && value instanceof Map) return objectDifferences(old, value, tokens);
  if (Array.isArray(old) && Array.isArray(value)) return arrayDifferences(old, value, tokens);
  return areEqual(old, value) ? [] : [{ op: "replace", tokens, value, old }];
}

function objectDifferences(old, object, tokens) {
  const [oldNames, names] = [namesOf(old), namesOf(object)];
  const kept = oldNames.filter((name) => object.has(name));
  const isOtherCase = kept.length === 0 && oldNames.length > 0 && names.length > 0;
  if (isOtherCase || isReordered(kept, names.filter((name) => old.has(name)))) {
    return [{ op: "replace", tokens, value: object, old }];
  }
  const removed = oldNames.filter((name) => !object.has(name)).reverse();
  return [
    ...removed.map((name) => ({ op: "remove", tokens: [...tokens, name], old: old.get(name) })),
    ...names.flatMap((name) => {
      const path = [...tokens, name];
      const value = object.get(name);
      return old.has(name) ? differences(old.get(name), value, path) : [{ op: "add", tokens: path, value }];
    }),
  ];
}

function isReordered(names, others) {
  return names.some((name, i) => name !== others[i]);
}

// Keeps equal elements at both ends, and aligns the elements between. All removals come first, from the end,
// so the other indexes are those in the new array.
function arrayDifferences(old, array, tokens) {
  const start = commonStart(old, array);
  const end = commonEnd(old, array, start);
  const pairs = alignedPlaces(old.slice(start, old.length - end), array.slice(start, array.length - end));
  const origins = new Map(pairs.map(({ from, to }) => [start + to, start + from]));
  const kept = new Set(origins.values());
  const changes = [];
  for (let i = old.length - end - 1; i >= start; i--) {
    if (!kept.has(i)) changes.push({ op: "remove", tokens: [...tokens, String(i)], old: old[i] });
  }
  for (let i = start; i < array.length - end; i++) {
    const path = [...tokens, String(i)];
    if (origins.has(i)) changes.push(...differences(old[origins.get(i)], array[i], path));
    else changes.push({ op: "add", tokens: path, value: array[i] });
  }
  return changes;
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
