// The rows in the list of actions: the actions that pass a filter, and the marks between them.

// A row is the index of an action, or -1 minus the index of a mark.
export function markOfRow(row) {
  return -1 - row;
}

export class ActionSearch {
  constructor(session, marks) {
    this.session = session;
    this.marks = marks;
  }

  // `filter` has a text, indexes of types, a store's index (-1: no store) and steps. Each may be undefined.
  rows(filter) {
    const { actions } = this.session;
    const matches = filter.text ? this.actionsWithText(filter.text) : undefined;
    const rows = [];
    let nextMark = 0;
    for (let i = 0; i < actions.count; i++) {
      nextMark = this.pushMarks(rows, nextMark, actions.steps[i], filter);
      if (this.fits(i, filter) && (!matches || matches[i])) rows.push(i);
    }
    this.pushMarks(rows, nextMark, Infinity, filter);
    return rows;
  }

  // Appends the marks before the action of a step.
  pushMarks(rows, start, step, filter) {
    let next = start;
    for (; next < this.marks.length && this.marks[next].step < step; next++) {
      if (this.isMarkShown(this.marks[next], filter)) rows.push(-1 - next);
    }
    return next;
  }

  isMarkShown(mark, { text, types, store, steps }) {
    if (types || store !== undefined || steps) return false;
    return !text || mark.text.toLowerCase().includes(text.toLowerCase());
  }

  fits(index, { types, store, steps }) {
    const { actions } = this.session;
    if (types && !types.includes(actions.types[index])) return false;
    if (steps && !steps.has(actions.steps[index])) return false;
    if (store === undefined) return true;
    const stores = actions.changedStores(index);
    return store < 0 ? stores.length === 0 : stores.includes(store);
  }

  // A flag for each action: whether its type or its payload contains the text.
  actionsWithText(text) {
    const { actions } = this.session;
    const lower = text.toLowerCase();
    const matches = new Uint8Array(actions.count);
    const types = this.session.facts.types.map(({ name, title }) => `${name}\n${title ?? ""}`.toLowerCase().includes(lower));
    for (let i = 0; i < actions.count; i++) if (types[actions.types[i]]) matches[i] = 1;
    // A whole block at a time, so that 100,000 payloads take milliseconds.
    const pattern = payloadPattern(text);
    actions.blocks.forEach((block, number) => this.markPayloads(block, number, pattern, matches));
    return matches;
  }

  markPayloads(block, number, pattern, matches) {
    const { actions } = this.session;
    const { text } = block;
    const end = actions.blockFirsts[number + 1] ?? actions.count;
    let index = actions.blockFirsts[number];
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found && index < end; found = pattern.exec(text)) {
      while (index < end && actions.payloadEnds[index] < pattern.lastIndex) index++;
      if (index < end && actions.payloadStarts[index] <= found.index) matches[index++] = 1;
      pattern.lastIndex = Math.max(found.index + 1, index < end ? actions.payloadStarts[index] : text.length);
    }
  }
}

// Finds a text in payloads, which are JSON, as JSON or as the list shows it: `{"post":1,"text":"a"}` is shown as
// `post: 1, text: "a"`.
function payloadPattern(text) {
  return new RegExp(text.replace(/^ |[:,] ?|[\\^$.*+?()[\]{}|"]/g, (part) => shownInJSON[part[0]] ?? `\\${part}`), "gi");
}

const shownInJSON = { " ": " ?", ":": '"?: ?', ",": ', ?"?', "(": '[({]"?', ")": "[)}]", '"': '\\\\?"', "\\": "\\\\{1,2}" };
