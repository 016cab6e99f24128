// The page's modules for unit tests: joined as the page's writer joins them, so that a name that two files define is
// found here too. main.js and what opens the page are left out; they need a document.

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = new URL("../../Sources/PlayheadPage/Page/", import.meta.url);

// In the order in which the page's writer lists them.
const writer = readFileSync(new URL("../PageTemplate.swift", folder), "utf8");
export const scriptNames = Array.from(writer.matchAll(/PackageResources\.(\w+)_js/g), ([, name]) => `${name.replaceAll("_", "-")}.js`);

export const scriptFiles = readdirSync(folder).filter((name) => name.endsWith(".js"));

export function source(name) {
  return readFileSync(new URL(name, folder), "utf8");
}

export async function pageModules() {
  const texts = scriptNames.filter((name) => !/^(main|open-.*)\.js$/.test(name)).map(source);
  const names = texts.flatMap((text) => Array.from(text.matchAll(/^export (?:async )?(?:function\*?|class|const) (\w+)/gm), ([, name]) => name));
  const joined = texts.join("\n").replace(/^import .*;\n/gm, "").replace(/^export /gm, "");
  const file = join(mkdtempSync(join(tmpdir(), "playhead-page-")), "page.mjs");
  writeFileSync(file, `${joined}\nexport { ${names.join(", ")} };\n`);
  return import(file);
}

// The page for a server, as `SessionPage.client(nonce:)` makes it.
export function clientPage(nonce = "nonce") {
  const client = scriptNames.filter((name) => !["causes.js", "density.js", "file-source.js", "open-file.js"].includes(name));
  const script = client.map(source).join("\n").replace(/^import .*;\n/gm, "").replace(/^export /gm, "");
  return source("page.html").replace("CONNECT", " connect-src 'self';").replace("/*STYLE*/", () => source("page.css"))
    .replace("/*SCRIPT*/", () => script).replace("<!--DATA-->", "").replaceAll("NONCE", nonce);
}
