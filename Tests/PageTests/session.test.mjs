// Blocks, states by step, histories, causes, search and the axis of the timeline, on sessions made here.

import assert from "node:assert/strict";
import test from "node:test";
import { pageModules } from "./page-modules.mjs";

const page = await pageModules();

// A raw LZ4 block that has literals only.
function literals(text) {
  const bytes = Buffer.from(text);
  const lengths = [];
  let rest = bytes.length - 15;
  for (; rest >= 255; rest -= 255) lengths.push(255);
  const head = bytes.length < 15 ? [bytes.length << 4] : [0xf0, ...lengths, rest];
  return Buffer.concat([Buffer.from(head), bytes]).toString("base64");
}

function blocks(...contents) {
  const descriptions = contents.map(({ text, ...rest }) => ({ kind: "changes", bytes: Buffer.byteLength(text), ...rest }));
  return page.blocksOf(descriptions, contents.map(({ text }) => ({ textContent: literals(text) })));
}

function replaceLine(path, value) {
  return JSON.stringify([{ op: "replace", path, value }]);
}

const counting = () => new page.States(blocks(
  { first: 1, last: 2, state: true, text: ['{"n":0,"list":["a","b"]}', replaceLine("/n", 1), "[]"].join("\n") },
  { first: 3, last: 4, state: false, text: [replaceLine("/n", 3), '[{"op":"remove","path":"/list/0"}]'].join("\n") },
  { first: 8, last: 9, state: true, text: ['{"n":7,"list":["b"]}', replaceLine("/n", 8), replaceLine("/list/0", "c")].join("\n") },
));

test("an LZ4 match that overlaps its own output is unpacked", () => {
  // "ab", then eight bytes from two back, then "!".
  const block = Buffer.from([0x24, 0x61, 0x62, 2, 0, 0x10, 0x21]).toString("base64");
  assert.equal(page.unpackedText(block, 11), "ababababab!");
});

test("a text that LZ4 cannot compress is stored and read as it is", () => {
  assert.equal(page.unpackedText(Buffer.from("[1,0]\n").toString("base64"), 6), "[1,0]\n");
});

test("a damaged LZ4 block is an error", () => {
  for (const bytes of [[0x14, 0x61, 9, 0], [0x50, 0x61], [0x14, 0x61, 0, 0], [0x10, 0x61]]) {
    assert.throws(() => page.unpackedText(Buffer.from(bytes).toString("base64"), 5), /block of this page/);
  }
});

// Lines of actions as a block has them: with the distances from the step and the time of the line before, and to the cause.
function withDistances(lines) {
  let last = [0, 0];
  return lines.map((line) => {
    const [, step, offset, rest, cause, end] = line.match(/^\[(\d+),(\d+),(.*),(\d+)(,\[[\d,]*\],\d+,\d+\])$/s).map((part, i) => ([1, 2, 4].includes(i) ? Number(part) : part));
    const [steps, time] = [step - last[0], offset - last[1]];
    last = [step, offset];
    return `[${steps},${time},${rest},${cause && step - cause}${end}`;
  });
}

// A session with the text of one block of actions, and of one each of views and pictures. Its steps from 0 to `last` have
// states.
function sessionOf({ actions, views = [], pictures = [], last = 2 ** 50, unshown = [] }) {
  const described = [
    { kind: "actions", text: withDistances(actions).join("\n"), count: actions.length },
    { kind: "views", text: views.join("\n"), count: views.length },
    { kind: "pictures", text: pictures.join("\n"), count: pictures.length },
    { kind: "changes", text: "{}", count: 0, first: 1, last, state: true },
  ].map(({ text, ...rest }) => ({ first: 0, last: 2 ** 50, bytes: Buffer.byteLength(text), text: literals(text), ...rest }));
  const facts = { blocks: described, notes: [], gaps: [], marks: [], stores: [], types: [], unshown, range: { first: 0, last: 2 ** 50 } };
  const source = new page.FileSource({
    getElementById: () => ({ textContent: JSON.stringify(facts) }),
    querySelectorAll: () => described.map(({ text }) => ({ textContent: text })),
  });
  source.start();
  return new page.Session(source);
}

test("a gap of any length takes no memory", () => {
  const last = 2 ** 50;
  const session = sessionOf({
    actions: ['[1,5,0,{},0,[],1,0]', `[${last},9,0,{},0,[],1,0]`],
    views: ['[0,"one"]', `[${last},"two [\\n"]`],
  });
  assert.deepEqual([session.actions.count, session.actions.steps.length, session.last], [2, 2, last]);
  assert.deepEqual([0, 1, last - 1, last].map((step) => session.view(step).text), ["one", "one", "one", "two [\n"]);
});

test("a step has a view if it has a state, even one that cannot be shown", () => {
  const actions = [1, 2, 3, 4].map((step) => `[${step},5,0,{},0,[],1,0]`);
  const unshown = [{ first: 3, last: 3, text: "it nests too deep" }];
  const session = sessionOf({ actions, views: ['[0,"one"]', '[2,"two"]'], last: 2, unshown });
  assert.deepEqual([0, 1, 2, 3, 4].map((step) => session.view(step).text), ["one", "one", "two", "two", undefined]);
  assert.equal(session.unshownAt(3).text, "it nests too deep");
  assert.equal(session.unshownAt(4), undefined);
});

test("a step has the last text and the last picture up to it, each by itself", () => {
  const session = sessionOf({
    actions: [1, 2, 3, 4, 5].map((step) => `[${step},5,0,{},0,[],1,0]`),
    views: ['[1,"one"]', '[4,"two"]'],
    pictures: ['[0,{"svg":"<svg\\n/>"}]', '[2,{"png":"AA=="}]', '[3,{}]', '[5,{"bytes":2000000}]'],
    last: 5,
  });
  const svg = { svg: "<svg\n/>" };
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((step) => session.view(step)), [
    { text: undefined, picture: svg }, { text: "one", picture: svg }, { text: "one", picture: { png: "AA==" } },
    { text: "one", picture: {} }, { text: "two", picture: {} }, { text: "two", picture: { bytes: 2000000 } }, {},
  ]);
});

test("a step's state is the same from whichever step it is reached", () => {
  const steps = [0, 1, 2, 3, 4, 7, 8, 9];
  const expected = new Map(steps.map((step) => [step, page.jsonText(counting().at(step))]));
  assert.equal(expected.get(4), '{"n":3,"list":["b"]}');
  const states = counting();
  for (const from of steps) {
    for (const to of steps) {
      states.at(from);
      assert.equal(page.jsonText(states.at(to)), expected.get(to), `${from} → ${to}`);
    }
  }
});

test("an edited long text is the same from whichever step it is reached", () => {
  const long = "0123456789".repeat(1000);
  const expected = [`{"a":{"long":"${long}","other":1},"b":"x"}`];
  const lines = [];
  for (let i = 0; i < 60; i++) {
    const value = JSON.parse(expected[i]);
    const at = i % 9 === 0 ? (i * 1237) % value.a.long.length : 5000 - i;
    const count = i % 3;
    value.a.long = value.a.long.slice(0, at) + `<${i}>` + value.a.long.slice(at + count);
    const splice = { op: "splice", path: "/a/long", at, count, value: `<${i}>` };
    const others = [{ op: "replace", path: "/b", value: i }, { op: "replace", path: "/a/other", value: i }].slice(i % 2, 1 + (i % 4));
    if (others.some(({ path }) => path === "/b")) value.b = i;
    if (others.some(({ path }) => path === "/a/other")) value.a.other = i;
    lines.push(JSON.stringify([splice, ...others]));
    expected.push(JSON.stringify(value));
  }
  const states = new page.States(blocks({ first: 1, last: 60, state: true, text: [expected[0], ...lines].join("\n") }));
  for (const step of [60, 0, 59, 1, 30, 29, 31, 9, 8, 10, 45, 60]) {
    assert.equal(page.jsonText(states.at(step)), expected[step], `step ${step}`);
    if (step > 0) assert.equal(states.changes(step)[0].value, JSON.parse(expected[step]).a.long);
  }
});

test("steps in gaps have no state, and the first step after a gap has no changes", () => {
  const states = counting();
  assert.deepEqual([5, 6, 10].map((step) => states.at(step)), [undefined, undefined, undefined]);
  assert.deepEqual([0, 5, 7].map((step) => states.changes(step)), [undefined, undefined, undefined]);
  assert.deepEqual(states.changes(2), []);
  assert.deepEqual(states.changes(1).map(({ op, value, old }) => [op, value, old]), [["replace", 1, 0]]);
});

// The changes as [step, old, new, path].
function historyOf(states, path, step) {
  const history = new page.ValueHistory(states, page.tokensOfPath(path), step);
  for (const _ of history.read());
  return history;
}

function changesOf(states, path, step) {
  return historyOf(states, path, step).changes.map((change) => [change.step, change.old, change.new, change.tokens.join("/")]);
}

test("a history lists every step that changed the value, also across a gap", () => {
  const expected = [[1, 0, 1], [3, 1, 3], [7, 3, 7], [8, 7, 8]].map((change) => [...change, "n"]);
  for (const step of [0, 3, 5, 9]) assert.deepEqual(changesOf(counting(), "n", step), expected);
  assert.deepEqual(changesOf(counting(), "nothing.here", 9), []);
});

test("a history follows an array element that moved", () => {
  assert.deepEqual(changesOf(counting(), "list[0]", 9), [[9, "b", "c", "list/0"]]);
  assert.deepEqual(changesOf(counting(), "list[1]", 3), [[9, "b", "c", "list/0"]]);
  assert.deepEqual(changesOf(counting(), "list[0]", 3), [[4, "a", undefined, "list/0"]]);
});

test("the history of an empty path is that of its last value, or else of its next one", () => {
  assert.deepEqual(changesOf(counting(), "list[1]", 9), [[4, "b", undefined, "list/1"]]);
  assert.deepEqual(changesOf(moving(), "rows[1].n[0]", 0), [[1, undefined, 1, "rows/1/n/0"], [2, 1, 4, "rows/1/n/0"], [8, 4, undefined, "rows/1/n/0"]]);
  assert.deepEqual(changesOf(moving(), "rows[1].n[0]", 8).at(-1), [8, 4, undefined, "rows/1/n/0"]);
  assert.deepEqual(changesOf(moving(), "rows[7].n[0]", 8), []);
});

const moving = () => new page.States(blocks({
  first: 1, last: 8, state: true,
  text: [
    '{"rows":[{"n":[1]}],"byID":{"0":"x"}}',
    '[{"op":"add","path":"/rows/0","value":{"n":[2,3]}}]',
    '[{"op":"replace","path":"/rows/1/n/0","value":4},{"op":"add","path":"/rows/1/n/1","value":5}]',
    '[{"op":"remove","path":"/rows/0"},{"op":"add","path":"/rows/1","value":{"n":[]}},{"op":"replace","path":"/rows/0/n/1","value":6}]',
    '[{"op":"add","path":"/rows/0","value":{"n":[7]}},{"op":"add","path":"/byID/1","value":"y","at":0}]',
    '[{"op":"replace","path":"/rows","value":[{"n":[]},{"n":[4,6]}]}]',
    '[{"op":"remove","path":"/byID/0"}]',
    '[{"op":"add","path":"/byID/0","value":"z","at":0}]',
    '[{"op":"remove","path":"/rows/1"}]',
  ].join("\n"),
}));

test("a history follows an element of nested arrays until it is removed", () => {
  const states = moving();
  const first = [[2, 1, 4, "rows/1/n/0"], [8, 4, undefined, "rows/1/n/0"]];
  assert.deepEqual(changesOf(states, "rows[1].n[0]", 7), first);
  assert.deepEqual(changesOf(states, "rows[0].n[0]", 0), first);
  assert.deepEqual(changesOf(states, "rows[0].n[0]", 3), first);
  assert.deepEqual(changesOf(states, "rows[0].n[1]", 3), [[2, undefined, 5, "rows/1/n/1"], [3, 5, 6, "rows/0/n/1"], [8, 6, undefined, "rows/1/n/1"]]);
  assert.deepEqual(changesOf(states, "rows[0].n[1]", 1), [[1, undefined, 3, "rows/0/n/1"], [3, 3, undefined, "rows/0/n/1"]]);
});

test("a member name that looks like an index is not treated as an index", () => {
  assert.deepEqual(changesOf(moving(), "byID[0]", 8), [[6, "x", undefined, "byID/0"], [7, undefined, "z", "byID/0"]]);
});

function statesOf(first, ...steps) {
  return new page.States(blocks({
    first: 1, last: steps.length, state: true,
    text: [first, ...steps.map((operations) => JSON.stringify(operations.map(([op, path, value]) => ({ op, path, value }))))].join("\n"),
  }));
}

test("a history works where a container is an array at only some steps", () => {
  const entries = statesOf(
    '{"byID":{}}', [["replace", "/byID", [{ key: "B", value: "b" }]]], [["add", "/byID/0", { key: "A", value: "a" }]],
    [["remove", "/byID/0"]], [["replace", "/byID/0/value", "c"]],
  );
  const ofPlace = [[1, undefined, "b"], [2, "b", "a"], [3, "a", "b"], [4, "b", "c"]];
  assert.deepEqual(changesOf(entries, "byID[0].value", 0), ofPlace.map((change) => [...change, "byID/0/value"]));
  assert.deepEqual(changesOf(entries, "byID[0].value", 2), [[2, undefined, "a", "byID/0/value"], [3, "a", undefined, "byID/0/value"]]);
  const list = statesOf('{"l":null}', [["replace", "/l", ["a"]]], [["add", "/l/0", "b"]]);
  assert.deepEqual(changesOf(list, "l[0]", 0), [[1, undefined, "a", "l/0"]]);
});

test("a history shows a removed value at the path that it had before", () => {
  const states = statesOf(
    '{"rows":[{"n":[1],"m":5},{"n":[2],"m":6}]}', [["remove", "/rows/0"], ["remove", "/rows/0/n/0"], ["remove", "/rows/0/m"]],
  );
  assert.deepEqual(changesOf(states, "rows[1].n[0]", 0), [[1, 2, undefined, "rows/1/n/0"]]);
  assert.deepEqual(changesOf(states, "rows[1].m", 0), [[1, 6, undefined, "rows/1/m"]]);
});

test("objects in an array that begins with null are read exactly", () => {
  const states = statesOf('{"l":[]}', [["replace", "/l", [null, { a: 1 }]]], [["replace", "/l/1/a", 2]]);
  assert.equal(page.jsonText(states.at(2)), '{"l":[null,{"a":2}]}');
});

test("a history knows at which path its element is at each step", () => {
  const history = historyOf(moving(), "rows[0].n[0]", 0);
  const isAt = (path, step) => history.isAt(page.tokensOfPath(path), step);
  assert.deepEqual([0, 1, 2, 3, 4, 7].map((step) => isAt("rows[0].n[0]", step)), [true, false, false, true, false, false]);
  assert.deepEqual([0, 1, 2, 3, 4, 7, 8, 9].map((step) => isAt("rows[1].n[0]", step)), [false, true, true, false, true, true, false, false]);
  assert.ok(history.isAt(history.removal.tokens, 8));
});

function actionTable(lines) {
  const table = new page.ActionTable(lines.length);
  const [block] = blocks({ kind: "actions", first: 1, last: lines.length, state: false, text: withDistances(lines).join("\n") });
  table.addBlock(block);
  return table;
}

const lines = [
  '[1,5,0,{"text":"],[\\"1,2],3,0]"},0,[0,1],10,0]',
  '[2,10,1,{},1,[],20,1]',
  '[3,10,0,{"text":"Needle"},2,[1],30,2]',
  '[5,40,0,["İstanbul"],1,[1],30,0]',
];

test("an action's other columns are read whatever its payload contains", () => {
  const actions = actionTable(lines);
  assert.deepEqual([0, 1, 2, 3].map((i) => actions.payloadText(i)), lines.map((line) => JSON.stringify(JSON.parse(line)[3])));
  assert.deepEqual([0, 1, 2, 3].map((i) => actions.changedStores(i)), [[0, 1], [], [1], [1]]);
  assert.deepEqual([actions.isHandled(1), actions.isDurationLowerBound(2)], [false, true]);
  assert.deepEqual([0, 1, 4, 5, 9].map((step) => actions.indexAtOrBefore(step)), [-1, 0, 2, 3, 3]);
  assert.deepEqual([actions.indexOf(4), actions.indexOf(5)], [-1, 3]);
});

test("each block of actions begins with a whole step, and a line may go back", () => {
  const texts = [[lines[0], lines[1]], [lines[2], '[9,70,0,{},5,[],1,0]', '[10,60,0,{},11,[],1,0]']].map((part) => withDistances(part).join("\n"));
  const table = page.ActionTable.of(blocks(
    { kind: "actions", first: 1, last: 2, count: 2, text: texts[0] }, { kind: "actions", first: 3, last: 10, count: 3, text: texts[1] },
  ));
  // The second block first.
  assert.deepEqual([3, 2, 4, 1, 0].map((i) => [table.at(i).step, table.at(i).offset, table.at(i).cause]), [[9, 70, 5], [3, 10, 2], [10, 60, 11], [2, 10, 1], [1, 5, 0]]);
});

test("a long chain of causes lists the nearest causes and counts the others", () => {
  const count = 100_000;
  const chain = Array.from({ length: count }, (_, i) => `[${i + 1},5,0,{},${i},[],1,0]`);
  const causes = new page.Causes(actionTable(chain));
  assert.deepEqual(causes.chain(count - 1, 3), [count - 4, count - 3, count - 2]);
  assert.deepEqual([0, 1, count - 1].map((i) => [causes.counts[i], causes.firstCauses[i]]), [[0, -1], [1, 0], [count - 1, 0]]);
});

test("an action's causes and effects are listed with their depth", () => {
  const causes = new page.Causes(actionTable(lines));
  assert.deepEqual(causes.chain(2, 10), [0, 1]);
  assert.deepEqual(causes.effects(0, 10), [{ index: 1, depth: 0 }, { index: 2, depth: 1 }, { index: 3, depth: 0 }]);
});

function rows(filter) {
  const session = { actions: actionTable(lines), facts: { types: [{ name: "Replace" }, { name: "Undo" }] } };
  return new page.ActionSearch(session, [{ kind: "note", step: 2, text: "a Needle" }]).rows(filter);
}

test("a search finds types, payloads and notes and ignores case", () => {
  assert.deepEqual(rows({}), [0, 1, -1, 2, 3]);
  assert.deepEqual(rows({ text: "needle" }), [-1, 2]);
  assert.deepEqual(rows({ text: "undo" }), [1]);
  assert.deepEqual(rows({ text: "stanbul" }), [3]);
  assert.deepEqual(rows({ text: '"1,2' }), [0]);
});

test("a search finds every part of the text that the list shows", () => {
  const payload = { post: 1, liked: true, tags: [{ name: "a, b: (c)" }, {}], text: 'say "hi"\n', path: "C:\\" };
  const actions = actionTable([`[1,5,0,${JSON.stringify(payload)},0,[],1,0]`, '[2,5,0,{"post":12},0,[],1,0]']);
  const search = new page.ActionSearch({ actions, facts: { types: [{ name: "A" }] } }, []);
  const shown = page.shortText(page.parseJSON(actions.payloadText(0))).slice(1, -1);
  assert.equal(shown, 'post: 1, liked: true, tags: [(name: "a, b: (c)"), ()], text: "say \\"hi\\"\\n", path: "C:\\"');
  const found = (text) => search.rows({ text }).includes(0);
  for (let start = 0; start < shown.length; start++) {
    for (let end = start + 1; end <= shown.length; end++) assert.ok(found(shown.slice(start, end)), shown.slice(start, end));
  }
  assert.ok(found('say "hi"') && found('"liked":true,') && found(JSON.stringify(payload)));
  assert.ok(!found("post: 12") && !found("post: 1)") && !found("liked true"));
});

test("the list of actions can be filtered by type, store and steps", () => {
  assert.deepEqual(rows({ types: [1] }), [1]);
  assert.deepEqual(rows({ types: [0, 1] }), [0, 1, 2, 3]);
  assert.deepEqual(rows({ store: 1 }), [0, 2, 3]);
  assert.deepEqual(rows({ store: -1 }), [1]);
  assert.deepEqual(rows({ steps: new Set([3, 5]), store: 1 }), [2, 3]);
});

test("the axis finds the nearest action, zooms around a point and stays within the session", () => {
  const axis = new page.TimeAxis({ first: 0, actions: actionTable(lines) });
  assert.deepEqual([0, 2, 3, 10, 26].map((unit) => axis.placeNear(unit)), [0, 0, 1, 3, 4]);
  axis.zoom(0.5, 0.5);
  assert.deepEqual([axis.start, axis.end], [10, 30]);
  axis.pan(-10);
  assert.deepEqual([axis.start, axis.end], [0, 20]);
  axis.zoom(100, 0.5);
  assert.ok(axis.isWhole);
});

test("labels of the axis differ at every zoom level", () => {
  const axis = new page.TimeAxis({ first: 0, actions: actionTable(['[1,7200000000000,0,{},0,[],1,0]']) });
  const labelsOf = (start, end) => {
    axis.showPart(start, end);
    return axis.ticks(3).map(({ text }) => text);
  };
  assert.deepEqual(labelsOf(0, 7200e9), ["0 s", "1:00:00", "2:00:00"]);
  assert.deepEqual(labelsOf(83.2e9, 83.5e9), ["1:23.2", "1:23.3", "1:23.4", "1:23.5"]);
  assert.deepEqual(labelsOf(59.8e9, 60.4e9), ["59.8 s", "1:00.0", "1:00.2", "1:00.4"]);
  assert.deepEqual(labelsOf(1.1e9, 1.18e9), ["1.1 s", "1.15 s"]);
  assert.deepEqual(labelsOf(0, 450e6), ["0 s", "200 ms", "400 ms"]);
  assert.deepEqual(labelsOf(3600e9, 3601e9), ["1:00:00.0", "1:00:00.5", "1:00:01.0"]);
});

test("the axis counts steps if all actions happened at one time", () => {
  const axisOf = (first, ...lines) => new page.TimeAxis({ first, actions: actionTable(lines) }).mode;
  assert.equal(axisOf(4, '[5,500,0,{},0,[],1,0]'), "steps");
  assert.equal(axisOf(0, '[1,500,0,{},0,[],1,0]'), "time");
  assert.equal(axisOf(4, '[5,500,0,{},0,[],1,0]', '[6,700,0,{},0,[],1,0]'), "time");
  assert.equal(axisOf(0), "steps");
});

test("a marker is at its own time or else at its step, and always within the axis", () => {
  const axis = new page.TimeAxis({ first: 0, actions: actionTable(lines) });
  const marks = [{ step: 3 }, { step: 3, offset: 30 }, { step: 5, offset: 90 }];
  assert.deepEqual(marks.map((mark) => axis.unitOfMark(mark)), [10, 30, 40]);
  axis.setMode("steps");
  assert.deepEqual(marks.map((mark) => axis.unitOfMark(mark)), [3, 3, 5]);
});

test("the axis of a part of a session begins with that part's first action", () => {
  const axis = new page.TimeAxis({ first: 39, actions: actionTable(['[40,500,0,{},0,[],1,0]', '[42,700,0,{},0,[],1,0]']) });
  assert.deepEqual([axis.low, axis.high], [500, 700]);
  axis.setMode("steps");
  assert.deepEqual([axis.low, axis.high], [39, 42]);
  assert.deepEqual([39.4, 40.4, 41.5].map((unit) => axis.placeNear(unit)), [0, 1, 2]);
});

test("an expanded array of 50,000 elements is stored as a few ranges of rows", () => {
  const value = new Map([["list", Array.from({ length: 50000 }, (_, i) => [i])], ["name", "x"]]);
  const open = new page.OpenNodes();
  open.open(["list", "40000"]);
  const tree = new page.TreeRows(value, open);
  assert.equal(tree.count, 2 + 50000 + 1);
  assert.ok(tree.runs.length < 6);
  assert.deepEqual(tree.row(40002).tokens, ["list", "40000", "0"]);
  assert.equal(tree.indexOf(["name"]), 50002);
  assert.equal(tree.indexOf(["list", "49999"]), 50001);
});
