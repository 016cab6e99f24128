// Reads JSON exactly: keeps the text of numbers and the order of members, and allows every name.
//
// A number is a JS number if that prints the same text; otherwise an ExactNumber. An object is a Map.

export class ExactNumber {
  constructor(text) {
    this.text = text;
  }
}

export function parseJSON(text) {
  const reader = new JSONReader(text);
  const value = reader.value();
  reader.skipSpaces();
  if (reader.position < text.length) throw reader.error();
  return value;
}

class JSONReader {
  constructor(text) {
    this.text = text;
    this.position = 0;
  }

  value() {
    this.skipSpaces();
    switch (this.text.charCodeAt(this.position)) {
      case 0x22: return this.string();
      case 0x7b: return this.object();
      case 0x5b: return this.array();
      case 0x74: return this.word("true", true);
      case 0x66: return this.word("false", false);
      case 0x6e: return this.word("null", null);
      default: return this.number();
    }
  }

  object() {
    const members = new Map();
    this.position++;
    if (this.take(0x7d)) return members;
    do {
      this.skipSpaces();
      const name = this.string();
      this.expect(0x3a);
      members.set(name, this.value());
    } while (this.take(0x2c));
    this.expect(0x7d);
    return members;
  }

  array() {
    const elements = [];
    this.position++;
    if (this.take(0x5d)) return elements;
    do elements.push(this.value());
    while (this.take(0x2c));
    this.expect(0x5d);
    return elements;
  }

  string() {
    this.expect(0x22);
    const start = this.position;
    const end = this.text.indexOf('"', start);
    if (end < 0) throw this.error();
    const plain = this.text.slice(start, end);
    if (!plain.includes("\\")) {
      this.position = end + 1;
      return plain;
    }
    return this.escapedString(start);
  }

  escapedString(start) {
    let end = this.text.indexOf('"', start);
    while (end >= 0 && this.isEscaped(end, start)) end = this.text.indexOf('"', end + 1);
    if (end < 0) throw this.error();
    this.position = end + 1;
    // The browser's own reader can lose names of members, but a text has none.
    return JSON.parse(this.text.slice(start - 1, end + 1));
  }

  // Whether an odd number of backslashes precedes a character.
  isEscaped(place, start) {
    let before = place;
    while (before > start && this.text.charCodeAt(before - 1) === 0x5c) before--;
    return (place - before) % 2 === 1;
  }

  number() {
    jsonNumber.lastIndex = this.position;
    if (!jsonNumber.test(this.text)) throw this.error();
    const text = this.text.slice(this.position, jsonNumber.lastIndex);
    this.position = jsonNumber.lastIndex;
    const number = Number(text);
    return String(number) === text ? number : new ExactNumber(text);
  }

  word(word, value) {
    if (!this.text.startsWith(word, this.position)) throw this.error();
    this.position += word.length;
    return value;
  }

  skipSpaces() {
    while (isJSONSpace(this.text.charCodeAt(this.position))) this.position++;
  }

  take(code) {
    this.skipSpaces();
    if (this.text.charCodeAt(this.position) !== code) return false;
    this.position++;
    return true;
  }

  expect(code) {
    if (!this.take(code)) throw this.error();
  }

  error() {
    return new Error(`the data of this page is damaged: no JSON at character ${this.position}`);
  }
}

const jsonNumber = /-?\d+(\.\d+)?([eE][-+]?\d+)?/y;

function isJSONSpace(code) {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
