// @ts-check
// The connection to a server: questions with answers, and the stream of new actions. PlayheadServer's Protocol.md describes it.

import { visibleText } from "./text.js";

// The time between two attempts to reach a server that does not answer.
const retryMilliseconds = 1000;

// What the server says is wrong with a question. Anything else that goes wrong is the connection's end.
export class ServerError extends Error {}

// The answer is about another branch than the page shows by now.
export class OutdatedAnswer extends Error {}

export class ServerConnection {
  /**
   * @param {string} address The address of the page.
   * @param {{fetch: typeof fetch, EventSource: typeof EventSource | any, wait: (milliseconds: number) => Promise<void>}} [system]
   */
  constructor(address, system) {
    this.address = address;
    this.system = system ?? {
      fetch: (...words) => fetch(...words),
      EventSource: globalThis.EventSource,
      wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    };
    this.isLost = false;
    this.isClosed = false;
    // The changes of the branch that questions are about, as the server gave them.
    /** @type {object[]} */
    this.edits = [];
    // Called when the server no longer answers, and when it does again.
    this.onLoss = () => {};
    this.onReturn = async () => {};
    // Called if it is back and has no answer, such as one without the branch's stores.
    this.onRefusal = (_text) => {};
    this.onBack = () => {};
  }

  /**
   * The answer to a question. Throws a ServerError if the server has none; after any other error, waits until the server is
   * back.
   * @param {string} name
   * @param {object} question
   * @param {{onPart?: (part: any) => void, onProgress?: (share: number) => void, signal?: AbortSignal, edits?: object[]}} options
   *   `edits` are those of another branch than the one that the page shows.
   */
  async ask(name, question, { onPart = () => {}, onProgress = () => {}, signal, edits } = {}) {
    const shown = this.edits;
    const isOutdated = () => edits === undefined && shown !== this.edits;
    try {
      const asked = { ask: name, with: question, edits: edits ?? shown };
      const answer = await this.answer(asked, (part) => isOutdated() || onPart(part), onProgress, signal);
      if (isOutdated()) throw new OutdatedAnswer();
      return answer;
    } catch (error) {
      const isAnswered = error instanceof ServerError || error instanceof OutdatedAnswer;
      if (!isAnswered && !signal?.aborted) this.lost();
      throw error;
    }
  }

  async answer(question, onPart, onProgress, signal) {
    const reply = await this.system.fetch(new URL("ask", this.address), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
    if (!reply.ok || !reply.body) throw new ServerError(await refusalOf(reply));
    for await (const line of linesOf(reply.body)) {
      const { event, part, answer, error } = JSON.parse(line);
      if (error !== undefined) throw new ServerError(error.text ?? String(error));
      if (answer !== undefined) return answer;
      if (part !== undefined) onPart(part);
      else if (event?.progress) onProgress(shareOf(event.progress._0 ?? event.progress));
    }
    throw new Error("an answer of the server is cut off");
  }

  /**
   * Has the running app do something, and returns its position. Throws a ServerError if it does not.
   * @param {string} name @param {string} body
   */
  async command(name, body) {
    const reply = await this.system.fetch(new URL(name, this.address), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    if (!reply.ok) throw new ServerError(await refusalOf(reply));
    return reply.json();
  }

  // Asks for the facts until the server answers.
  async lost() {
    if (this.isLost) return;
    this.isLost = true;
    this.onLoss();
    this.closeStream();
    while (this.isLost && !this.isClosed) {
      await this.system.wait(retryMilliseconds);
      try {
        await this.onReturn();
        this.isLost = false;
      } catch (error) {
        // Otherwise it is not there yet.
        if (error instanceof ServerError) this.onRefusal(error.message);
      }
    }
    if (!this.isClosed) this.onBack();
  }

  /**
   * Listens to the actions after a step.
   * @param {number} step
   * @param {{onAction: (event: any) => void, onEnd: (event: any) => void, onFailure: (error: any) => void, onPosition?: (position: any) => void}} listeners
   */
  listen(step, { onAction, onEnd, onFailure, onPosition = () => {} }) {
    this.closeStream();
    const stream = new this.system.EventSource(new URL(`actions?after=${step}`, this.address));
    this.stream = stream;
    stream.onmessage = ({ data }) => onAction(JSON.parse(data));
    stream.addEventListener("closed", ({ data }) => {
      this.closeStream();
      onEnd(JSON.parse(data));
    });
    stream.addEventListener("position", ({ data }) => onPosition(JSON.parse(data)));
    stream.addEventListener("failed", ({ data }) => {
      this.closeStream();
      onFailure(JSON.parse(data));
    });
    // The browser would connect again by itself, but not say when the server is back.
    stream.onerror = () => this.lost();
  }

  // Asks and listens no more.
  close() {
    this.isClosed = true;
    this.isLost = true;
    this.closeStream();
  }

  closeStream() {
    this.stream?.close();
    this.stream = undefined;
  }
}

/**
 * What `body` comes to; undefined if the server says that something is wrong, which `show` gets, or if nobody waits any more.
 * @template T
 * @param {(text: string) => void} show
 * @param {() => Promise<T>} body
 */
export async function attempt(show, body) {
  try {
    return await body();
  } catch (error) {
    if (error instanceof ServerError) show(visibleText(error.message));
    return undefined;
  }
}

// Why a server refuses a question.
async function refusalOf(reply) {
  const text = (await reply.text().catch(() => "")).trim();
  try {
    return JSON.parse(text).error.text;
  } catch {
    return text || `the server answers with status ${reply.status}`;
  }
}

function shareOf({ done = 0, of, total = of }) {
  return total > 0 ? Math.min(done / total, 1) : 0;
}

// The lines of a stream of bytes.
async function* linesOf(body) {
  const decoder = new TextDecoder();
  let pieces = [];
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      let text = decoder.decode(next.value, { stream: true });
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        yield pieces.join("") + text.slice(0, end);
        pieces = [];
        text = text.slice(end + 1);
      }
      if (text) pieces.push(text);
    }
    if (pieces.length > 0) yield pieces.join("");
  } finally {
    // An answer that is not read to its end is no longer wanted.
    await reader.cancel().catch(() => {});
  }
}
