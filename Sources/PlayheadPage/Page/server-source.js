// @ts-check
// A server's data: what the page shows is asked for, and what was asked for is kept for a while.

import { MatchedSteps, AllActions, chunkSteps } from "./matches.js";
import { pathText } from "./path.js";
import { Requests } from "./requests.js";
import { ServerActions } from "./server-actions.js";
import { ServerHistory } from "./server-history.js";
import { StateWindows } from "./server-states.js";
import { OutdatedAnswer, ServerError } from "./server-connection.js";
import { pending } from "./source.js";

// The time between two redraws, or two searches, because the log has grown, in milliseconds.
const growthInterval = 100;
const searchInterval = 1000;
// The most kept densities, relatives and searches: each is of the order of 100 kB at most.
const keptAnswers = 12;

export class ServerSource {
  /** @param {import("./server-connection.js").ServerConnection} connection */
  constructor(connection) {
    this.connection = connection;
    this.isLive = false;
    this.isRead = true;
    this.requests = new Requests();
    const want = (key, send) => this.want(key, send);
    const ask = (name, question, options) => connection.ask(name, question, options);
    this.actions = new ServerActions(want, ask);
    this.windows = new StateWindows(want, ask);
    this.states = this.windows.states;
    this.baseStates = this.windows.baseStates;
    /** @type {Map<string, any>} */
    this.answers = new Map();
    this.densityTimes = new Map();
    this.all = new AllActions(this.actions);
    this.arrived = () => {};
    this.grown = () => {};
    // Where the running app is; undefined for a log.
    /** @type {any} */
    this.position = undefined;
    this.onPosition = (_position) => {};
    // Called with a sentence about the connection; undefined when there is nothing to say.
    this.onState = (_sentence) => {};
    this.actions.numbersOf = (types) => this.numbersOf(types);
    this.windows.onFindings = (findings) => this.addFindings(findings);
    connection.onLoss = () => {
      this.onState("The server does not answer. This page goes on as soon as it does.");
      this.setPosition(undefined);
    };
    connection.onReturn = () => this.load();
    connection.onRefusal = (text) => this.onState(text);
    connection.onBack = () => this.returned();
  }

  onArrival(listener) {
    this.arrived = listener;
  }

  onGrowth(listener) {
    this.grown = listener;
  }

  // Gets the facts. Without them there is no page.
  async load() {
    const facts = await this.connection.ask("pageFacts", {});
    if (this.facts && facts.live.epoch !== this.facts.live.epoch) this.clear();
    this.useFacts(facts);
  }

  useFacts(facts) {
    // What is in memory has the numbers of types that were known before.
    if (this.facts) facts.types = withCounts(this.facts.types, facts.types);
    this.facts = facts;
    this.isLive = Boolean(facts.live.isGrowing);
    this.actions.setFacts(facts.live);
    this.windows.initialStep = facts.range.first;
    this.windows.areMissing = facts.noStates !== undefined && facts.noStates !== null;
    this.updateEnd();
  }

  updateEnd() {
    const { actions } = this;
    this.windows.lastStep = actions.count > 0 ? actions.stepOf(actions.count - 1) : this.facts.range.first;
  }

  start() {
    if (this.isLive) this.listen();
  }

  listen() {
    this.connection.listen(this.windows.lastStep, {
      onAction: (action) => this.append(action),
      onEnd: () => this.end(),
      onFailure: ({ text }) => this.onState(text),
      onPosition: (position) => this.setPosition(position),
    });
  }

  // Without a position, the app takes no commands.
  setPosition(position) {
    this.position = position;
    this.onPosition(position);
  }

  append({ step, offset, before = [] }) {
    const isNext = step === this.windows.lastStep + 1;
    this.actions.append(step, offset);
    this.windows.lastStep = Math.max(step, this.windows.lastStep);
    // A note, a gap or a change of stores.
    if (before.length > 0 || !isNext) this.reload();
    this.reportGrowth();
  }

  end() {
    this.isLive = false;
    this.failed?.delete("facts");
    this.reload();
    this.arrived();
  }

  // Gets the facts again, but not more often than needed.
  reload() {
    this.want("facts", () => this.load());
  }

  // At 1,000 actions a second, each redraw has a hundred.
  reportGrowth() {
    this.growthTimer ??= setTimeout(() => {
      this.growthTimer = undefined;
      this.grown();
    }, growthInterval);
  }

  returned() {
    this.onState(undefined);
    this.failed?.clear();
    // A search that the connection's end cut off begins again.
    this.search = undefined;
    if (this.isLive) this.listen();
    this.arrived();
  }

  // Asks for one more change of the branch, and shows the branch with it. Throws a ServerError.
  async change(question) {
    const answer = await this.connection.ask("pageEdit", question);
    await this.enter(answer.edits);
    return answer;
  }

  // Shows the branch with these changes; without any, the recording.
  async enter(edits) {
    const facts = await this.connection.ask("pageFacts", {}, { edits });
    this.connection.closeStream();
    this.connection.edits = edits;
    this.clear();
    this.useFacts(facts);
    this.onState(undefined);
    this.start();
  }

  clear() {
    this.requests.clear();
    this.failed?.clear();
    this.search?.abort.abort();
    this.search = undefined;
    this.actions.clear();
    this.windows.clear();
    this.answers.clear();
  }

  // Asks for something, and has the page drawn again when it is there. An error of the server is shown, and not asked for again.
  want(key, send) {
    if (this.connection.isLost && key !== "facts") return;
    if (this.failed?.has(key)) return;
    this.requests.want(key, async () => {
      try {
        await send();
      } catch (error) {
        if (error instanceof OutdatedAnswer) return this.arrived();
        if (!(error instanceof ServerError)) throw error;
        this.failed = (this.failed ?? new Set()).add(key);
        this.onState(error.message);
      }
      this.arrived();
    });
  }

  // The indexes of types in `facts.types`, to which new ones are added.
  numbersOf(types) {
    const known = this.facts.types;
    return types.map(({ name, title }) => {
      const number = known.findIndex((type) => type.name === name && type.title === title);
      return number >= 0 ? number : known.push({ name, title }) - 1;
    });
  }

  // What a replay found out counts from then on.
  addFindings({ unshown = [], marks = [], views = "", pictures = "", noStates }) {
    // Whether the app has views is known with the first of them.
    if (views + pictures !== "" && !this.facts.hasViews) this.facts = { ...this.facts, hasViews: true };
    const newMarks = marks.filter((mark) => !this.facts.marks.some((known) => known.step === mark.step && known.text === mark.text));
    const newUnshown = unshown.filter((states) => !this.facts.unshown.some((known) => known.first === states.first));
    if (newMarks.length === 0 && newUnshown.length === 0 && !noStates) return;
    const { facts } = this;
    if (noStates) this.windows.areMissing = true;
    this.facts = { ...facts, marks: [...facts.marks, ...newMarks], unshown: [...facts.unshown, ...newUnshown], noStates: noStates ?? facts.noStates };
  }

  view(step) {
    return this.windows.view(step);
  }

  // The answer to a question that was asked before, which is asked again if it is older than the log and than `age`.
  /** @param {string} key @param {number} age @param {(put: (answer: any) => void) => Promise<void>} send */
  answer(key, age, send) {
    const known = this.answers.get(key);
    const isOutdated = known && known.count !== this.actions.count && performance.now() - known.time > age;
    if (!known || isOutdated) {
      this.want(key, async () => {
        const { count } = this.actions;
        await send((answer) => this.keep(key, { answer, count, time: performance.now() }));
      });
    }
    return known ? known.answer : pending;
  }

  keep(key, answer) {
    this.answers.delete(key);
    this.answers.set(key, answer);
    if (this.answers.size > keptAnswers) this.answers.delete(this.answers.keys().next().value);
    this.arrived();
  }

  density(question) {
    const { filter, ...rest } = question;
    const asked = filter ? { ...rest, filter: this.filterQuestion(filter) } : rest;
    const key = `density ${JSON.stringify(asked)}`;
    if (this.isLive && !this.answers.has(key) && this.isTooSoon(JSON.stringify({ ...asked, end: 0 }))) return pending;
    return this.answer(key, searchInterval, async (put) => {
      const show = (answer, isDone) => {
        const numberOf = (name) => this.facts.types.findIndex((type) => type.name === name);
        const types = (answer.types ?? []).map(({ name, counts }) => ({ type: numberOf(name), counts }));
        const density = { ...rest, ...answer, types, isDone };
        if (!filter) this.actions.learn(density);
        put(density);
      };
      show(await this.connection.ask("pageTimeline", asked, { onPart: (part) => show(part, false) }), true);
    });
  }

  // While a log grows, its end is another one at each redraw. The timeline shows the old picture for a while.
  isTooSoon(name) {
    const now = performance.now();
    const last = this.densityTimes.get(name) ?? -Infinity;
    if (now - last > searchInterval) {
      this.densityTimes.set(name, now);
      return false;
    }
    this.densityTimer ??= setTimeout(() => {
      this.densityTimer = undefined;
      this.arrived();
    }, searchInterval);
    return true;
  }

  find(filter) {
    if (isEmptyFilter(filter)) return this.all;
    const key = JSON.stringify(this.filterQuestion(filter));
    if (this.search?.key !== key) this.beginSearch(key, filter);
    const search = /** @type {any} */ (this.search);
    const isOutdated = search.matches.isDone && search.last < this.windows.lastStep && performance.now() - search.time > searchInterval;
    if (isOutdated) this.goOn(search, filter);
    return search.matches;
  }

  beginSearch(key, filter) {
    this.search?.abort.abort();
    this.search = { key, matches: new MatchedSteps(this.actions), abort: new AbortController(), last: -1, time: 0 };
    this.goOn(this.search, filter);
  }

  // Searches what was not searched yet. Not among the requests for what is in view: a search may take seconds.
  async goOn(search, filter) {
    const { matches, abort } = search;
    matches.isDone = false;
    const first = Math.max(0, Math.floor(search.last / chunkSteps) * chunkSteps);
    const onPart = ({ first: start, bits }) => {
      matches.add(start, bytesOf(bits));
      this.arrived();
    };
    const onProgress = (share) => {
      matches.progress = share;
      this.arrived();
    };
    try {
      const answer = await this.connection.ask("pageSearch", { ...this.filterQuestion(filter), first, last: this.windows.lastStep }, { onPart, onProgress, signal: abort.signal });
      search.last = answer.last;
    } catch (error) {
      if (error instanceof ServerError) this.onState(error.message);
    }
    search.time = performance.now();
    matches.isDone = true;
    this.arrived();
  }

  // The server finds by itself which steps changed a path.
  filterQuestion({ text, types, store, path }) {
    return { text: text || undefined, types: types?.map((type) => this.facts.types[type].name), store, path };
  }

  typeCounts() {
    return this.facts.types.map((type) => type?.count);
  }

  relatives(index, limit) {
    const step = this.actions.stepOf(index);
    return this.answer(`relatives ${step}`, searchInterval, async (put) => {
      const answer = await this.connection.ask("pageRelatives", { step, limit });
      const table = this.actions.tableOf(answer);
      const has = (at) => table.indexOf(at) >= 0;
      const actionAt = (at) => table.at(table.indexOf(at));
      put({
        causes: answer.causes.filter(has).map(actionAt),
        causeCount: answer.causeCount,
        firstCause: has(answer.firstCause) ? actionAt(answer.firstCause) : undefined,
        effects: answer.effects.filter(([at]) => has(at)).map(([at, depth]) => ({ action: actionAt(at), depth })),
      });
    });
  }

  // Where the handlers of a step's action are: `{store, place}`. None if the server does not know.
  handlers(step) {
    return this.answerInPlace(`handlers ${step}`, () => this.connection.ask("handlers", { step }), () => []);
  }

  // What expressions are at a step, in texts; none if it has no action.
  values(expressions, step) {
    const ask = async () => (await this.connection.ask("pageValues", { expressions, step })).values;
    return this.answerInPlace(`values ${step} ${expressions.join("\n")}`, ask, (text) => expressions.map(() => text));
  }

  // The answer to a question whose error, made into an answer, is shown in its place.
  answerInPlace(key, ask, answerOf) {
    return this.answer(key, Infinity, async (put) => {
      try {
        put(await ask());
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        put(answerOf(error.message));
      }
    });
  }

  history(tokens, step, isWanted) {
    const history = new ServerHistory(tokens, step);
    this.readHistory(history, isWanted);
    return history;
  }

  async readHistory(history, isWanted) {
    const { tokens, step, abort } = history;
    const update = () => {
      if (isWanted(history)) this.arrived();
      else abort.abort();
    };
    const state = this.states.at(step);
    const path = pathText(tokens, state === pending ? undefined : state);
    try {
      const answer = await this.connection.ask("pageHistory", { path, step }, {
        onPart: (part) => {
          history.add(part);
          update();
        },
        onProgress: (share) => {
          history.progress = share;
          update();
        },
        signal: abort.signal,
      });
      history.end(answer);
    } catch (error) {
      if (error instanceof ServerError) this.onState(error.message);
      history.end({});
    }
    this.arrived();
  }

  // The payload of an action that was left out, because it is large.
  fetchWhole(action) {
    this.actions.fetchPayload(action);
  }
}

function isEmptyFilter({ text, types, store, path }) {
  return !text && !types && store === undefined && !path;
}

// The known types in their order, with the counts of the new ones, and then the new ones.
function withCounts(known, types) {
  const isSame = (one) => (other) => one.name === other.name && one.title === other.title;
  const kept = known.map((type) => ({ ...type, count: types.find(isSame(type))?.count }));
  return [...kept, ...types.filter((type) => !known.some(isSame(type)))];
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
