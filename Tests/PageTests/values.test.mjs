// Values: exact JSON, paths, operations and their inverses, differences, histories.

import assert from "node:assert/strict";
import test from "node:test";
import { pageModules, scriptFiles, scriptNames, source } from "./page-modules.mjs";

const page = await pageModules();
const { parseJSON, jsonText } = page;

test("JSON is written back as it was read", () => {
  const texts = [
    "null", "-0", "0.1", "1.0", "1e400", "1E5", "12345678901234567890", "-9007199254740993",
    '{"b":1,"a":2,"10":3,"2":4}', '{"__proto__":{"constructor":[]},"toString":"x"}', '{"":""}',
    '"\\u0000\\u001f\\"\\\\\\n\\r\\t/\u007f\u2028\u202eé👩‍👧"', "[[],{},[[1]]]",
  ];
  for (const text of texts) assert.equal(jsonText(parseJSON(text)), text);
});

test("JSON with spaces and escapes is read, and the last of two equal names wins", () => {
  assert.equal(jsonText(parseJSON(' { "a" : [ 1 , 2 ] , "a" : "\\u00e9\\/" } ')), '{"a":"é/"}');
});

test("damaged JSON is an error", () => {
  for (const text of ["", "[1,", '{"a"}', '"abc', "nul", "[1]x", '"\\']) assert.throws(() => parseJSON(text), /damaged|JSON/);
});

test("paths are read and written in the same form", () => {
  const state = parseJSON('{"cart":{"items":[{"a b":{"x\\"y\\\\z\\n":1}}],"":1,"10":2,"größe":3}}');
  const paths = [
    ["cart.items[0]", ["cart", "items", "0"]],
    ['cart.items[0]["a b"]["x\\"y\\\\z\\n"]', ["cart", "items", "0", "a b", 'x"y\\z\n']],
    ['cart[""]', ["cart", ""]],
    ['cart["10"]', ["cart", "10"]],
    ["cart.größe", ["cart", "größe"]],
  ];
  for (const [text, tokens] of paths) {
    assert.deepEqual(page.tokensOfPath(text), tokens);
    assert.equal(page.pathText(tokens, state), text);
  }
  assert.deepEqual(page.tokensOfPath('a[."b c"][Int(3)]["\\u{202e}"]'), ["a", "b c", "3", "\u202e"]);
  for (const text of ["a..b", ".a", "a[", "a b", "a[b]", 'a["b]', "[0]a"]) assert.equal(page.tokensOfPath(text), undefined);
});

test("JSON pointers escape '/' and '~'", () => {
  assert.deepEqual(page.tokensOfPointer("/a~1b/~0~1/"), ["a/b", "~/", ""]);
  assert.equal(page.pointerOf(["a/b", "~/", ""]), "/a~1b/~0~1/");
});

test("the inverse of an operation restores the value and the order of its members", () => {
  const state = '{"a":1,"list":["x","y"],"text":"Dear Ada","z":{"k":true}}';
  const lines = [
    '[{"op":"remove","path":"/list"}]',
    '[{"op":"remove","path":"/list/0"},{"op":"add","path":"/list/1","value":{}}]',
    '[{"op":"add","path":"/new","at":1,"value":[1]},{"op":"replace","path":"/new/0","value":2}]',
    '[{"op":"splice","path":"/text","at":5,"count":3,"value":"Grace"}]',
    '[{"op":"replace","path":"","value":[]}]',
    '[{"op":"remove","path":"/a"},{"op":"add","path":"/a","at":0,"value":2}]',
  ];
  for (const line of lines) {
    const holder = { value: parseJSON(state) };
    const inverses = page.parseOperations(line).map((operation) => page.applyOperation(holder, operation));
    assert.notEqual(jsonText(holder.value), state);
    inverses.reverse().forEach((inverse) => page.applyOperation(holder, inverse));
    assert.equal(jsonText(holder.value), state);
  }
});

test("values of operations are read exactly", () => {
  for (const value of ["1", "-0", "1.0", "1e5", "12345678901234567", "[1.50]", '{"b":1,"10":2}', '[{"__proto__":1}]', '"1.0 {"', "null", "[]"]) {
    const [operation] = page.parseOperations(`[{"op":"replace","path":"/a","value":${value}}]`);
    assert.equal(jsonText(operation.value), value);
  }
});

test("a new member is inserted at the position in 'at'", () => {
  const holder = { value: parseJSON('{"a":1,"c":3}') };
  page.parseOperations('[{"op":"add","path":"/b","at":1,"value":2}]').forEach((operation) => page.applyOperation(holder, operation));
  assert.equal(jsonText(holder.value), '{"a":1,"b":2,"c":3}');
});

// A small generator with a seed, so that a failure comes back.
function randomNumbers(seed) {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % limit;
  };
}

function randomValue(random, depth) {
  const kind = random(depth > 2 ? 3 : 5);
  if (kind === 0) return random(4);
  if (kind === 1) return `text ${random(3)}`;
  if (kind === 2) return null;
  const count = random(5);
  if (kind === 3) return Array.from({ length: count }, () => randomValue(random, depth + 1));
  return new Map(Array.from({ length: count }, (_, i) => [`k${random(4)}${i}`, randomValue(random, depth + 1)]));
}

test("applying the differences of two values to one gives the other", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomNumbers(seed);
    const [old, value] = [randomValue(random, 0), randomValue(random, 0)];
    const holder = { value: parseJSON(jsonText(old)) };
    for (const { op, tokens, value: part } of page.differences(old, value)) {
      page.applyOperation(holder, { kind: op, tokens, value: part && parseJSON(jsonText(part)) });
    }
    assert.ok(page.areEqual(holder.value, value), `seed ${seed}: ${jsonText(old)} → ${jsonText(value)}`);
  }
});

test("an element inserted before others is one difference", () => {
  const changes = page.differences(parseJSON("[1,2,3,4]"), parseJSON("[0,1,2,3,4]"));
  assert.deepEqual(changes.map(({ op, tokens }) => [op, ...tokens]), [["add", "0"]]);
});

function comparison(old, value) {
  return page.differences(parseJSON(old), parseJSON(value)).map(({ op, tokens }) => [op, ...tokens].join(" "));
}

test("another enum case is one difference, and each changed member is one", () => {
  assert.deepEqual(comparison('{"menu":{"main":{}}}', '{"menu":{"kind":{"_0":1}}}'), ["replace menu"]);
  assert.deepEqual(comparison('{"a":1,"b":2}', '{"b":2,"a":1}'), ["replace"]);
  assert.deepEqual(comparison('{"a":1,"b":2,"c":3}', '{"c":4,"d":5}'), ["remove b", "remove a", "replace c", "add d"]);
  assert.deepEqual([comparison("{}", '{"a":1}'), comparison('{"a":1}', "{}")], [["add a"], ["remove a"]]);
});

test("elements are matched by equal members", () => {
  const [old, value] = ['[{"id":1,"n":1},{"id":2,"n":1}]', '[{"id":0,"n":5},{"id":1,"n":2},{"id":2,"n":3}]'];
  assert.deepEqual(comparison(old, value), ["add 0", "replace 1 n", "replace 2 n"]);
});

test("arrays of 5,000 different elements are compared by position", () => {
  const list = (start) => JSON.stringify(Array.from({ length: 5000 }, (_, i) => start + ((i * 7919) % 5000)));
  assert.equal(comparison(list(0), list(1)).length, 5000);
});

test("invisible characters are shown as escapes", () => {
  assert.equal(page.visibleText("a\u202eb\u0000\u001b[31m\n\ud800é"), "a\\u{202e}b\\0\\u{1b}[31m\\n\\u{d800}é");
  assert.equal(page.visibleLines("a\n\tb"), "a\n\\tb");
});

test("times are shown rounded down as 'log' shows them, or exact", () => {
  const [second, hour] = [1e9, 3600e9];
  const times = [
    [0, "+0.000s", "+0s"],
    [1_234_567_890, "+1.234s", "+1.23456789s"],
    [119.9999 * second, "+119.999s", "+119.9999s"],
    [hour - 1, "+3599.999s", "+3599.999999999s"],
    [2 * hour + 184 * second, "+2h03m04.000s", "+2h03m04s"],
    [24 * hour + 500_000, "+1d00h00m00.000s", "+1d00h00m00.0005s"],
  ];
  for (const [time, cut, exact] of times) assert.deepEqual([page.offsetText(time), page.exactOffsetText(time)], [cut, exact]);
});

test("a clock time says 'UTC' if the device's time zone is unknown", () => {
  const clock = (timeZone) => page.clockText(0, 3600e9, timeZone).replace(/\u202f/g, " ");
  assert.equal(clock("Europe/Berlin"), "Jan 1, 1970, 2:00:00 AM");
  for (const timeZone of ["", undefined, "Nowhere/At all"]) assert.equal(clock(timeZone), "Jan 1, 1970, 1:00:00 AM UTC");
});

test("an edit of a text is the part in which both texts differ", () => {
  assert.deepEqual(page.textEdit("Dear Ad", "Dear Ada,"), { at: 7, removed: 0, added: 2 });
  assert.deepEqual(page.textEdit("aaa", "aa"), { at: 2, removed: 1, added: 0 });
  assert.equal(page.textEdit(1, "a"), undefined);
});

test("commands and expectations can be pasted as they are", () => {
  const facts = { command: { tool: "./shop", log: "'my log.playhead'" } };
  const command = page.toolCommand(facts, "state", 42, "cart.items[3]['$(x)']");
  assert.equal(command, `./shop state 'my log.playhead' 42 'cart.items[3]['\\''$(x)'\\'']'`);
  assert.equal(page.expectationText(7, "cart.total", parseJSON('{"a":[1.0]}')), 'step 7\ncart.total = {"a":[1.0]}\n');
});

test("every script is listed in the load order and shares no global name", () => {
  assert.deepEqual(scriptNames.toSorted(), scriptFiles.toSorted());
  const names = scriptNames.flatMap((name) =>
    Array.from(source(name).matchAll(/^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)/gm), ([, found]) => found),
  );
  assert.deepEqual(names.filter((name, i) => names.indexOf(name) !== i), []);
});

test("no script contains a template placeholder or makes markup from text", () => {
  for (const name of scriptNames) {
    assert.doesNotMatch(source(name), /NONCE|\/\*STYLE\*\/|\/\*SCRIPT\*\/|<!--DATA-->|<\/script/);
    assert.doesNotMatch(source(name), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/);
  }
});
