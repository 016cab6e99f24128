// The page's data from a server, against a small server that is made here.

import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import test from "node:test";
import { FakeLog, FakeServer } from "./fake-server.mjs";
import { pageModules } from "./page-modules.mjs";

const page = await pageModules();

// What browsers have and node has not.
class Stream {
  readyState = 1;
  listeners = {};

  constructor(url) {
    this.abort = new AbortController();
    this.read(url).catch(() => !this.abort.signal.aborted && this.onerror());
  }

  async read(url) {
    const reply = await fetch(url, { signal: this.abort.signal });
    let text = "";
    for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split("\n\n");
      text = events.pop();
      for (const event of events) this.dispatch(event);
    }
    this.onerror();
  }

  dispatch(event) {
    const type = /^event: (.*)$/m.exec(event)?.[1];
    const data = /^data: (.*)$/m.exec(event)?.[1];
    if (data === undefined || this.abort.signal.aborted) return;
    if (type) this.listeners[type]?.({ data });
    else this.onmessage({ data });
  }

  addEventListener(type, listener) {
    this.listeners[type] = listener;
  }

  close() {
    this.abort.abort();
  }
}

// Serves a log for a test, and gives its session.
async function serve(t, log) {
  const server = await new FakeServer(log).start();
  const system = { fetch: (...words) => fetch(...words), EventSource: Stream, wait: () => wait(10) };
  const connection = new page.ServerConnection(server.address, system);
  t.after(() => {
    connection.close();
    return server.stop();
  });
  const source = new page.ServerSource(connection);
  await source.load();
  source.start();
  return { server, source, session: new page.Session(source) };
}

// Asks again after each arrival, as the page does, until the answer is there.
async function answerOf(source, ask) {
  const end = Date.now() + 5000;
  for (let answer = ask(); ; answer = ask()) {
    if (answer !== page.pending) return answer;
    assert.ok(Date.now() < end, "no answer arrives");
    await new Promise((done) => {
      source.onArrival(done);
      setTimeout(done, 200);
    });
  }
}

async function until(condition, sentence) {
  for (const end = Date.now() + 5000; !condition(); await wait(5)) assert.ok(Date.now() < end, sentence);
}

test("which step has which index is known before any action has arrived", async (t) => {
  const { session, server } = await serve(t, new FakeLog(10_000, { gap: [4001, 4010] }));
  const { actions } = session;
  assert.equal(actions.count, 9990);
  assert.deepEqual([0, 3999, 4000, 9989].map((index) => actions.stepOf(index)), [1, 4000, 4011, 10_000]);
  assert.deepEqual([0, 1, 2.5, 4005, 4011, 20_000].map((step) => actions.indexAtOrBefore(step)), [-1, 0, 1, 3999, 4000, 9989]);
  assert.deepEqual([4005, 4011].map((step) => actions.indexOf(step)), [-1, 4000]);
  assert.deepEqual(server.asked, ["pageFacts"]);
});

test("an action is pending until its block arrives", async (t) => {
  const { session, source, server } = await serve(t, new FakeLog(10_000, { gap: [4001, 4010] }));
  assert.equal(session.actions.at(4000), page.pending);
  const action = await answerOf(source, () => session.actions.at(4000));
  assert.deepEqual([action.step, action.offset, action.payloadText], [4011, 44_011e6, '{"n":4011,"text":"word 11"}']);
  assert.equal(session.titleOf(action), "Write");
  // The block has its neighbors as well.
  assert.equal(session.actions.at(4001).step, 4012);
  assert.deepEqual(server.asked, ["pageFacts", "pageActions"]);
});

test("a large payload is fetched only when it is asked for", async (t) => {
  const { session, source } = await serve(t, new FakeLog(2000));
  const action = await answerOf(source, () => session.actions.at(998));
  assert.deepEqual([action.isPayloadLeftOut, action.payloadText], [true, "null"]);
  source.fetchWhole(action);
  await until(() => !session.actions.at(998).isPayloadLeftOut, "the payload does not arrive");
  assert.equal(session.payload(session.actions.at(998)).get("long").length, 5000);
});

test("states and changes are those of the log, from whichever step they are reached", async (t) => {
  const log = new FakeLog(10_000, { gap: [4001, 4010] });
  const { session, source } = await serve(t, log);
  for (const step of [10_000, 0, 1, 32, 33, 64, 31, 4000, 4011, 4040, 9999, 5000, 5001]) {
    await answerOf(source, () => session.state(step));
    assert.equal(session.stateJSON(step), JSON.stringify(log.state(step)), `step ${step}`);
    const changes = await answerOf(source, () => session.changes(step - 1, step));
    const expected = step === 0 || step === 4011 ? undefined : log.changes(step).map(({ path }) => path);
    assert.deepEqual(changes?.map(({ tokens }) => page.pointerOf(tokens)), expected, `step ${step}`);
  }
  assert.equal(await answerOf(source, () => session.state(4005)), undefined);
  const far = await answerOf(source, () => session.changes(100, 9000));
  assert.deepEqual(far.map(({ value }) => value), [9000, 4500, "step 900"]);
  const picture = { svg: "<svg>0</svg>" };
  assert.deepEqual(await answerOf(source, () => session.view(77)), { text: "total 77", picture: { svg: "<svg>7</svg>" } });
  assert.deepEqual(await answerOf(source, () => session.view(9)), { text: "total 9", picture });
});

test("what was used longest ago is dropped", () => {
  const dropped = [];
  const recent = new page.Recent(100, (item) => dropped.push(item));
  recent.set(1, "a", 40);
  recent.set(2, "b", 40);
  recent.get(1);
  recent.set(3, "c", 40);
  assert.deepEqual([dropped, recent.get(1), recent.get(2), recent.size], [["b"], "a", undefined, 80]);
  recent.set(4, "d", 500);
  assert.deepEqual([recent.get(4), recent.size], ["d", 500]);
});

test("of what was wanted while others were under way, the newest comes first and the oldest is forgotten", async () => {
  const requests = new page.Requests();
  const sent = [];
  const ends = [];
  const want = (key) => requests.want(key, () => {
    sent.push(key);
    return new Promise((done) => ends.push(done));
  });
  for (let i = 0; i < 40; i++) want(`block ${i}`);
  await wait(0);
  assert.deepEqual(sent, ["block 39", "block 38", "block 37", "block 36"]);
  want("block 39");
  ends.forEach((end) => end());
  await wait(0);
  assert.deepEqual(sent.slice(4), ["block 35", "block 34", "block 33", "block 32"]);
  assert.equal(requests.waiting.size, 16 - 8);
});

test("the timeline's counts arrive, and tell times and actions apart", async (t) => {
  const log = new FakeLog(100_000);
  const { session, source } = await serve(t, log);
  const axis = new page.TimeAxis(session);
  assert.deepEqual([axis.mode, axis.low, axis.high], ["time", 0, log.offsetOf(100_000)]);
  const question = { axis: "time", start: axis.low, end: axis.high, columns: 500 };
  const density = await answerOf(source, () => source.density(question));
  assert.equal(density.counts.reduce((sum, count) => sum + count, 0), 100_000);
  assert.deepEqual(density.stores.map((store) => store !== null), [true, true, false]);
  // A column has two hundred actions.
  for (const step of [1, 100, 5000, 77_777, 100_000]) {
    const index = step - 1;
    assert.ok(Math.abs(session.actions.timeOf(index) - log.offsetOf(step)) <= (axis.total / 500) * 1.01, `the time of step ${step}`);
    assert.ok(Math.abs(session.actions.indexAtTime(log.offsetOf(step)) - index) <= 200, `the action at the time of step ${step}`);
  }
});

test("a search arrives in parts, and any of its matches is found by its number", async (t) => {
  const log = new FakeLog(200_000, { gap: [4001, 4010] });
  const { session, source } = await serve(t, log);
  await answerOf(source, () => session.actions.at(0));
  const typeNumber = (title) => session.facts.types.findIndex((type) => type.title === title);
  const filter = { text: "WORD 42", types: [typeNumber("Add"), typeNumber("Write")] };
  const matches = source.find(filter);
  assert.deepEqual([matches.count, matches.isDone, source.find({ ...filter }) === matches], [0, false, true]);
  await until(() => matches.isDone, "the search does not end");
  const expected = [];
  for (let step = 1; step <= 200_000; step++) if (log.has(step) && step % 100 === 42 && step % 7 === 0) expected.push(step);
  assert.equal(matches.count, expected.length);
  expected.forEach((step, number) => {
    const index = session.actions.indexOf(step);
    assert.deepEqual([matches.select(number), matches.rank(index), matches.rank(index - 1)], [index, number + 1, number]);
    assert.ok(matches.has(step) && !matches.has(step + 1));
  });
});

test("a search that is no longer wanted is given up", async (t) => {
  const { source } = await serve(t, new FakeLog(3_000_000));
  source.find({ text: "word 1" });
  await wait(20);
  const other = source.find({ text: "n: 77" });
  await until(() => other.count > 0, "nothing is found");
  assert.ok(source.find({ text: "n: 77" }) === other);
});

test("rows have marks between matches, from a file and from a server", async (t) => {
  const { session, source } = await serve(t, new FakeLog(1000, { gap: [401, 410] }));
  const marks = [{ step: 0, kind: "note", text: "begin" }, { step: 401, kind: "gap", text: "gap" }, { step: 2000, kind: "note", text: "end" }];
  const rows = new page.Rows(session.actions, source.find({}), marks, {});
  assert.equal(rows.count, 993);
  assert.deepEqual([0, 1, 400, 401, 402, 992].map((place) => rows.at(place)), [-1, 0, 399, -2, 400, -3]);
  assert.deepEqual([-1, 0, 399, 400, 989].map((index) => rows.placeOf(index)), [-1, 1, 400, 402, 991]);
});

test("a value's history arrives, with what changed in a composite value", async (t) => {
  const { source } = await serve(t, new FakeLog(100));
  let history = source.history(["note", "text"], 50, () => true);
  await until(() => history.isDone, "the history does not end");
  assert.deepEqual(history.changes.map(({ step, old, new: value }) => [step, old, value]).at(-1), [100, "step 9", "step 10"]);
  assert.ok(history.isAt(["note", "text"], 3) && !history.isAt(["note"], 3));
  history = source.history(["note"], 50, () => true);
  await until(() => history.isDone, "the history does not end");
  assert.deepEqual(history.changes[0].leaf, { tokens: ["text"], old: "step 0", new: "step 1", others: 0 });
});

test("causes and effects come with their actions", async (t) => {
  const { session, source } = await serve(t, new FakeLog(100));
  const { causes, causeCount, effects } = await answerOf(source, () => session.relatives(49));
  assert.deepEqual([causes.map(({ step }) => step), causeCount, effects], [[49], 1, []]);
  const others = await answerOf(source, () => session.relatives(48));
  assert.deepEqual(others.effects.map(({ action, depth }) => [action.step, depth]), [[50, 0]]);
});

test("a log that grows is followed without losing an action", async (t) => {
  const { session, source, server } = await serve(t, new FakeLog(1000, { isGrowing: true }));
  const selection = new page.Selection(session);
  source.onGrowth(() => selection.grown());
  selection.follow();
  assert.ok(selection.isFollowing);
  await until(() => server.streams.size === 1, "the page opens no stream");
  for (let i = 0; i < 20; i++) {
    server.grow(100);
    await wait(5);
  }
  await until(() => selection.step === 3000, "the end is not followed");
  assert.equal(session.actions.count, 3000);
  assert.equal((await answerOf(source, () => session.actions.at(2999))).step, 3000);
  await answerOf(source, () => session.state(3000));
  assert.equal(session.stateJSON(3000), JSON.stringify(server.log.state(3000)));
  // A reader who goes elsewhere stays there.
  selection.goTo(500);
  server.grow(100);
  await until(() => session.last === 3100, "the log does not grow");
  assert.deepEqual([selection.step, selection.isFollowing], [500, false]);
  const matches = source.find({ text: "word 42" });
  await until(() => matches.isDone && matches.count === 31, "the search does not end");
  server.close();
  await until(() => !source.isLive, "the log does not end");
});

test("a server that goes and comes back at its address is gone on with", async (t) => {
  const log = new FakeLog(1000, { isGrowing: true });
  const { session, source, server } = await serve(t, log);
  const sentences = [];
  source.onState = (sentence) => sentences.push(sentence);
  await until(() => server.streams.size === 1, "the page opens no stream");
  await server.stop();
  await until(() => sentences.length === 1, "the loss is not said");
  assert.match(sentences[0], /does not answer/);
  assert.equal(session.state(500), page.pending);
  log.last = 1200;
  server.epoch = "2";
  await server.start(server.port);
  await until(() => sentences.length === 2, "the return is not said");
  assert.deepEqual([sentences[1], session.last, session.actions.count], [undefined, 1200, 1200]);
  await answerOf(source, () => session.state(500));
  assert.equal(session.stateJSON(500), JSON.stringify(log.state(500)));
  server.grow(5);
  await until(() => session.last === 1205, "the log does not grow");
});

test("an error of the server is said once, and its question is not asked again", async (t) => {
  const { session, source, server } = await serve(t, new FakeLog(1000));
  server.log.state = undefined;
  const sentences = [];
  source.onState = (sentence) => sentences.push(sentence);
  const { ask } = server;
  server.ask = (question, response) => (question.ask === "pageStates" ? response.end('{"error":{"text":"no stores"}}\n') : ask.call(server, question, response));
  assert.equal(session.state(5), page.pending);
  await until(() => sentences.length > 0, "the error is not said");
  for (let i = 0; i < 5; i++, await wait(5)) assert.equal(session.state(5), page.pending);
  assert.deepEqual(sentences, ["no stores"]);
});

test("an error of watched expressions is shown in their place, and unknown handlers are none", async (t) => {
  // The server knows neither question.
  const { source } = await serve(t, new FakeLog(100));
  const said = [];
  source.onState = (text) => said.push(text);
  const [one, other] = await answerOf(source, () => source.values(["nothing", "step"], 5));
  assert.match(one, /\w/);
  assert.equal(one, other);
  assert.deepEqual(await answerOf(source, () => source.handlers(5)), []);
  assert.deepEqual(said, []);
});
