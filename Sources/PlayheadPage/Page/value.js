// Values as in JSON: null, booleans, numbers, texts, arrays, and Maps for objects.

import { ExactNumber } from "./json.js";

export function isContainer(value) {
  return value instanceof Map || Array.isArray(value);
}

export function isNumeric(value) {
  return typeof value === "number" || value instanceof ExactNumber;
}

export function countOf(container) {
  return container instanceof Map ? container.size : container.length;
}

// The names of an object's members, in order. A Map appends new members, so an object with an inserted member
// also has a list of names; see insertMember.
export function namesOf(object) {
  return object.names ?? Array.from(object.keys());
}

export function insertMember(object, name, value, place) {
  if (object.has(name)) removeMember(object, name);
  const isLast = place === undefined || place >= object.size;
  if (!isLast && !object.names) object.names = Array.from(object.keys());
  object.names?.splice(place ?? object.size, 0, name);
  object.set(name, value);
}

// Returns the former position of the member.
export function removeMember(object, name) {
  const place = namesOf(object).indexOf(name);
  object.names?.splice(place, 1);
  object.delete(name);
  return place;
}

// The part of a value that a JSON pointer's token names; undefined if there is none.
function childOf(value, token) {
  if (value instanceof Map) return value.get(token);
  return Array.isArray(value) ? value[Number(token)] : undefined;
}

export function valueAt(value, tokens) {
  let current = value;
  for (const token of tokens) {
    if (current === undefined) return undefined;
    current = childOf(current, token);
  }
  return current;
}

export function copyOf(value) {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!(value instanceof Map)) return value;
  return new Map(namesOf(value).map((name) => [name, copyOf(value.get(name))]));
}

export function areEqual(one, other) {
  if (one === other) return true;
  if (one instanceof ExactNumber) return other instanceof ExactNumber && one.text === other.text;
  if (Array.isArray(one)) return Array.isArray(other) && areEqualArrays(one, other);
  return one instanceof Map && other instanceof Map && areEqualObjects(one, other);
}

function areEqualArrays(one, other) {
  return one.length === other.length && one.every((element, i) => areEqual(element, other[i]));
}

function areEqualObjects(one, other) {
  if (one.size !== other.size) return false;
  for (const [name, value] of one) if (!other.has(name) || !areEqual(value, other.get(name))) return false;
  return true;
}

// The value as JSON on one line, byte for byte as the tool prints it with '--json'.
export function jsonText(value) {
  if (typeof value === "string") return jsonString(value);
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (value instanceof Map) return `{${namesOf(value).map((name) => jsonMember(value, name)).join(",")}}`;
  return String(value);
}

function jsonMember(object, name) {
  return `${jsonString(name)}:${jsonText(object.get(name))}`;
}

export function jsonString(text) {
  return `"${text.replace(/[\u0000-\u001f"\\]/g, jsonEscape)}"`;
}

function jsonEscape(character) {
  const short = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
  return short ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
