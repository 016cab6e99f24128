// The page's modules for unit tests: joined as the page's writer joins them, so that a name that two files define is
// found here too. main.js is left out; it needs a document.

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
  const texts = scriptNames.filter((name) => name !== "main.js").map(source);
  const names = texts.flatMap((text) => Array.from(text.matchAll(/^export (?:function\*?|class|const) (\w+)/gm), ([, name]) => name));
  const joined = texts.join("\n").replace(/^import .*;\n/gm, "").replace(/^export /gm, "");
  const file = join(mkdtempSync(join(tmpdir(), "playhead-page-")), "page.mjs");
  writeFileSync(file, `${joined}\nexport { ${names.join(", ")} };\n`);
  return import(file);
}
