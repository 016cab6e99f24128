// @ts-check
// The rows of a value's tree, in runs: an open array of 50,000 elements is one run, or a few around
// its open elements. A row is made when it is shown.

import { areSameTokens } from "./path.js";
import { countOf, isContainer, namesOf } from "./value.js";

// The open nodes, as a tree of tokens. A node stays open while its value comes and goes.
export class OpenNodes {
  constructor() {
    this.parts = new Map();
    // In a tree of closed nodes, whether this one is closed, and not only one inside it.
    this.isMarked = false;
  }

  // These nodes and those of `others`, without the marked ones of `closed`.
  with(others, closed) {
    const all = new OpenNodes();
    for (const token of new Set([...this.parts.keys(), ...(others?.parts.keys() ?? [])])) {
      const closedPart = closed?.parts.get(token);
      if (closedPart?.isMarked) continue;
      all.parts.set(token, (this.parts.get(token) ?? new OpenNodes()).with(others?.parts.get(token), closedPart));
    }
    return all;
  }

  at(tokens) {
    return tokens.reduce((node, token) => node?.parts.get(token), this);
  }

  open(tokens, isMarked = false) {
    let node = this;
    for (const token of tokens) {
      if (!node.parts.has(token)) node.parts.set(token, new OpenNodes());
      node = node.parts.get(token);
    }
    node.isMarked = isMarked;
  }

  close(tokens) {
    this.at(tokens.slice(0, -1))?.parts.delete(tokens.at(-1));
  }
}

export class TreeRows {
  constructor(value, openNodes) {
    this.runs = [];
    this.count = 0;
    if (isContainer(value)) this.addParts(value, openNodes, [], 1);
  }

  addParts(container, openNodes, tokens, level) {
    const names = container instanceof Map ? namesOf(container) : undefined;
    const count = countOf(container);
    let start = 0;
    for (const { place, token, node } of openParts(container, names, openNodes)) {
      this.addRun({ container, names, tokens, level, start, end: place + 1, size: count });
      start = place + 1;
      const part = names ? container.get(token) : container[place];
      if (isContainer(part)) this.addParts(part, node, [...tokens, token], level + 1);
    }
    if (start < count) this.addRun({ container, names, tokens, level, start, end: count, size: count });
  }

  addRun(run) {
    this.runs.push({ ...run, firstRow: this.count });
    this.count += run.end - run.start;
  }

  row(index) {
    const run = this.runs[this.runIndex(index)];
    const place = run.start + index - run.firstRow;
    const name = run.names ? run.names[place] : String(place);
    return {
      tokens: [...run.tokens, name],
      name,
      isElement: !run.names,
      value: run.names ? run.container.get(name) : run.container[place],
      level: run.level,
      place,
      size: run.size,
    };
  }

  runIndex(row) {
    let low = 0;
    let high = this.runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.runs[middle].firstRow <= row) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // The row of the value at a path; -1 if it is not shown.
  indexOf(tokens) {
    const parent = tokens.slice(0, -1);
    const token = tokens.at(-1);
    for (const run of this.runs) {
      if (!areSameTokens(run.tokens, parent)) continue;
      const place = run.names ? run.names.indexOf(token) : Number(token);
      if (run.start <= place && place < run.end) return run.firstRow + place - run.start;
    }
    return -1;
  }
}

// The open parts of a container, in order.
function openParts(container, names, openNodes) {
  const parts = [];
  for (const [token, node] of openNodes.parts) {
    const place = names ? names.indexOf(token) : Number(token);
    if (place >= 0 && place < countOf(container)) parts.push({ place, token, node });
  }
  return parts.sort((one, other) => one.place - other.place);
}
