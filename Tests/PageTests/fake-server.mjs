// A small server that answers what the page asks, about a log that is made by a formula. Its questions are described in
// PROTOCOL-NEEDS.md, its addresses in Protocol.md of PlayheadServer. Only for tests.
//
//   node Tests/PageTests/fake-server.mjs [COUNT [ACTIONS-PER-SECOND]]     serves COUNT actions and prints the address

import { createServer } from "node:http";
import { clientPage } from "./page-modules.mjs";

const token = "0123456789abcdef0123456789abcdef";
const storeNames = ["counter", "note", "never"];
const typeNames = ["Add", "Write", "Tick"];
const millisecond = 1e6;

// A log whose actions, states and changes follow from their steps. Steps from `gap[0]` to `gap[1]` are missing.
export class FakeLog {
  constructor(count, { gap, isGrowing = false, crash } = {}) {
    Object.assign(this, { last: count, gap, isGrowing, crash });
  }

  has(step) {
    return step >= 1 && step <= this.last && !(this.gap && this.gap[0] <= step && step <= this.gap[1]);
  }

  get runs() {
    if (!this.gap) return this.last > 0 ? [[1, this.last]] : [];
    return [[1, this.gap[0] - 1], [this.gap[1] + 1, this.last]];
  }

  // The number of actions up to a step.
  rank(step) {
    const end = Math.max(0, Math.min(step, this.last));
    if (!this.gap || end < this.gap[0]) return end;
    return end - (Math.min(end, this.gap[1]) - this.gap[0] + 1);
  }

  // The index in `typeNames`.
  typeOf(step) {
    return step % 7 === 0 ? 1 : step % 2 === 0 ? 2 : 0;
  }

  payloadOf(step) {
    if (step % 1000 === 999) return { n: step, long: "x".repeat(5000) };
    return { n: step, text: `word ${step % 100}` };
  }

  changedStores(step) {
    return step % 10 === 0 ? [0, 1] : [0];
  }

  // Milliseconds apart, and a pause of a second after each hundred.
  offsetOf(step) {
    return (step + Math.floor(step / 100) * 1000) * millisecond;
  }

  // Lines of actions, each with its distances from the one before.
  lines(steps, limit = Infinity) {
    return steps.map((step, i) => {
      const payload = JSON.stringify(this.payloadOf(step));
      const isLeftOut = payload.length > limit;
      const [before, time] = i === 0 ? [0, 0] : [steps[i - 1], this.offsetOf(steps[i - 1])];
      const distances = [step - before, this.offsetOf(step) - time];
      const members = [...distances, this.typeOf(step), isLeftOut ? "null" : payload, step % 5 === 0 ? 1 : 0, `[${this.changedStores(step)}]`, 1000, isLeftOut ? 4 : 0];
      return `[${members.join(",")}]\n`;
    }).join("");
  }

  state(step) {
    return { counter: { total: step, even: Math.floor(step / 2) }, note: { text: `step ${Math.floor(step / 10)}`, tags: ["a", "b"] }, never: {} };
  }

  changes(step) {
    const changes = [{ op: "replace", path: "/counter/total", value: step }];
    if (step % 2 === 0) changes.push({ op: "replace", path: "/counter/even", value: step / 2 });
    if (step % 10 === 0) changes.push({ op: "replace", path: "/note/text", value: `step ${step / 10}` });
    return changes;
  }
}

function* range(first, last) {
  for (let step = first; step <= last; step++) yield step;
}

const pause = () => new Promise((done) => setImmediate(done));

// The answers to questions. Parts are sent by `part`, progress by `progress`.
const answers = {
  pageFacts: (log, _, { epoch }) => ({
    version: 1, title: "fake.playhead", app: "fake", build: "1", session: "s", start: 1.7e18, device: { locale: "en_US", timeZone: "UTC" },
    initialStep: 0, lastStep: log.last, actionCount: log.rank(log.last), lostCount: 0, range: { first: 0, last: log.last },
    live: { runs: log.runs, firstOffset: log.offsetOf(1), lastOffset: log.offsetOf(log.last), isGrowing: log.isGrowing, epoch },
    stores: storeNames, types: [types[2], types[0]].map((type, i) => ({ ...type, count: [500, 400][i] })), notes: [], paths: [], unshown: [],
    gaps: log.gap ? [{ first: log.gap[0], last: log.gap[1], text: "the recorder was paused" }] : [],
    marks: log.crash ? [{ step: log.crash, kind: "trap", text: "a store trapped" }] : [],
    command: { tool: "playhead", log: "fake.playhead" }, hasViews: false, blocks: [],
  }),

  pageActions: (log, { first, last, limit }) => {
    const steps = Array.from(range(first, Math.min(last, log.last))).filter((step) => log.has(step));
    return { text: log.lines(steps, limit), types };
  },

  pageStates: (log, { first, last }, { part }) => {
    let lines = [];
    let start;
    const end = () => {
      if (start !== undefined) part({ first: start + 1, last: start + lines.length - 1, state: true, text: `${lines.join("\n")}\n` });
      start = undefined;
    };
    for (const step of range(first - 1, Math.min(last, log.last))) {
      if (step > 0 && !log.has(step)) {
        end();
      } else if (start === undefined) {
        [start, lines] = [step, [JSON.stringify(log.state(step))]];
      } else {
        lines.push(JSON.stringify(log.changes(step)));
      }
    }
    end();
    const views = Array.from(range(first - 1, Math.min(last, log.last))).map((step) => JSON.stringify([step, `total ${step}`]));
    // A window's first line has the picture of its first state; after that, another one comes every ten steps.
    const hasNew = (step) => step === first - 1 || step % 10 === 0;
    const pictures = Array.from(range(first - 1, Math.min(last, log.last))).filter(hasNew)
      .map((step) => JSON.stringify([step, { svg: `<svg>${Math.floor(step / 10)}</svg>` }]));
    return { views: views.join("\n"), pictures: pictures.join("\n"), unshown: [], marks: [] };
  },

  // Exact, but for logs of up to some million actions only.
  pageTimeline: async (log, { axis, start, end, columns, filter }, { part }) => {
    const counts = new Array(columns).fill(0);
    const stores = [new Array(columns).fill(0), new Array(columns).fill(0), null];
    const counted = [0, 2, 1].map((type) => ({ name: types[type].name, counts: new Array(columns).fill(0), type }));
    const unitOf = (step) => (axis === "time" ? log.offsetOf(step) : step);
    const matches = matcherOf(log, filter ?? {});
    let before = 0;
    for (const step of range(1, log.last)) {
      if (step % 1_000_000 === 0) {
        part({ before, counts, stores });
        await pause();
      }
      if (!log.has(step) || (filter && !matches(step))) continue;
      const unit = unitOf(step);
      if (unit < start) before++;
      if (unit < start || unit > end) continue;
      const column = Math.min(Math.floor(((unit - start) / (end - start)) * columns), columns - 1);
      counts[column]++;
      counted.find(({ type }) => type === log.typeOf(step)).counts[column]++;
      stores[0][column] = 1;
      if (step % 10 === 0) stores[1][column] = 1;
    }
    return { before, counts, stores, types: counted };
  },

  pageSearch: async (log, { first = 0, ...filter }, { part, progress, isWanted }) => {
    const matches = matcherOf(log, filter);
    for (let chunk = Math.floor(first / 65536) * 65536; chunk <= log.last && isWanted(); chunk += 65536) {
      const bytes = Buffer.alloc(8192);
      for (const step of range(chunk, Math.min(chunk + 65535, log.last))) {
        if (log.has(step) && matches(step)) bytes[(step - chunk) >> 3] |= 1 << (step & 7);
      }
      if (bytes.some((byte) => byte !== 0)) part({ first: chunk, bits: bytes.toString("base64") });
      progress(chunk, log.last);
      await pause();
    }
    return { last: log.last };
  },

  pageHistory: (log, { path }, { part }) => {
    if (path !== "note.text" && path !== "note") return {};
    for (const step of range(1, log.last)) {
      if (step % 10 !== 0 || !log.has(step)) continue;
      const [old, value] = [`step ${step / 10 - 1}`, `step ${step / 10}`].map((text) => JSON.stringify(text));
      if (path === "note.text") part({ step, kind: "set", path: "note.text", old, new: value });
      else part({ step, kind: "set", path: "note", oldText: "(…)", newText: "(…)", leaf: { path: "text", old, new: value, others: 0 } });
    }
    return { first: { step: 0, value: '"step 0"' }, places: [] };
  },

  pageRelatives: (log, { step }) => {
    const causes = step % 5 === 0 ? [step - 1] : [];
    const effects = (step + 1) % 5 === 0 && log.has(step + 1) ? [[step + 1, 0]] : [];
    const named = [...causes, ...effects.map(([effect]) => effect)];
    return { causes, causeCount: causes.length, firstCause: causes[0], effects, text: log.lines(named, 0), types };
  },
};

// The types to which the numbers in lines lead.
const types = typeNames.map((title) => ({ name: `Fake.${title}`, title }));

function matcherOf(log, { text, types: names, store }) {
  const lower = text?.toLowerCase();
  return (step) => {
    if (names && !names.includes(types[log.typeOf(step)].name)) return false;
    if (store !== undefined && !log.changedStores(step).includes(store)) return false;
    return !lower || `${typeNames[log.typeOf(step)]} n: ${step}, text: word ${step % 100}`.toLowerCase().includes(lower);
  };
}

export class FakeServer {
  constructor(log) {
    this.log = log;
    this.epoch = "1";
    // The names of all questions so far.
    this.asked = [];
    this.streams = new Set();
  }

  async start(port = 0) {
    this.server = createServer((request, response) => this.answer(request, response));
    await new Promise((done) => this.server.listen(port, "127.0.0.1", done));
    this.port = this.server.address().port;
    this.address = `http://127.0.0.1:${this.port}/${token}/`;
    return this;
  }

  async stop() {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, this.address);
    if (pathname === `/${token}/`) {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
      response.end(clientPage());
    } else if (pathname === `/${token}/actions`) {
      this.stream(Number(request.headers["last-event-id"] ?? searchParams.get("after")), response);
    } else if (pathname === `/${token}/ask` && request.method === "POST") {
      let body = "";
      request.on("data", (piece) => (body += piece));
      request.on("end", () => this.ask(JSON.parse(body), response));
    } else {
      response.writeHead(404).end();
    }
  }

  async ask({ ask: name, with: question }, response) {
    this.asked.push(name);
    response.writeHead(200, { "Content-Type": "application/x-ndjson" });
    const send = (line) => response.write(`${JSON.stringify(line)}\n`);
    const answer = answers[name];
    if (!answer) {
      send({ error: { text: `there is no request '${name}'`, isProblem: false } });
    } else {
      const progress = (done, total) => send({ event: { progress: { _0: { work: "searching", done, total } } } });
      const tools = { part: (part) => send({ part }), progress, isWanted: () => !response.destroyed, epoch: this.epoch };
      send({ answer: await answer(this.log, question, tools) });
    }
    response.end();
  }

  stream(after, response) {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write("retry: 1000\n\n");
    this.streams.add(response);
    response.on("close", () => this.streams.delete(response));
    for (const step of range(after + 1, this.log.last)) this.send(response, step);
  }

  send(response, step) {
    if (this.log.has(step)) response.write(`id: ${step}\ndata: ${JSON.stringify({ step, offset: this.log.offsetOf(step) })}\n\n`);
  }

  // Appends actions.
  grow(count) {
    for (let i = 0; i < count; i++) {
      this.log.last++;
      for (const response of this.streams) this.send(response, this.log.last);
    }
  }

  close() {
    this.log.isGrowing = false;
    for (const response of this.streams) response.end('event: closed\nid: closed\ndata: {"before":[]}\n\n');
  }
}

if (process.argv[1]?.endsWith("fake-server.mjs")) {
  const [count = "1000000", perSecond = "0"] = process.argv.slice(2);
  const log = new FakeLog(Number(count), { gap: [4001, 4010], isGrowing: Number(perSecond) > 0 });
  const server = await new FakeServer(log).start();
  console.log(server.address);
  if (log.isGrowing) setInterval(() => server.grow(Math.round(Number(perSecond) / 20)), 50);
}
