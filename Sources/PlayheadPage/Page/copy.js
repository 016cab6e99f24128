// Copies a value's path, its JSON, the command that prints it, or a test's expectation.

import { announce } from "./dom.js";
import { jsonText } from "./value.js";

export async function copyText(text, what) {
  const isCopied = await writeToClipboard(text);
  announce(isCopied ? `Copied ${what}` : "This browser does not let the page copy");
}

async function writeToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByCommand(text);
  }
}

// For browsers that give no clipboard to pages from files.
function copiedByCommand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

// A command of the tool for this log. The words of `facts.command` are already quoted.
export function toolCommand({ command }, verb, ...words) {
  return [command.tool, verb, command.log, ...words.map(shellWord)].join(" ");
}

// Quotes a word for a POSIX shell.
function shellWord(word) {
  const text = String(word);
  return /^[\w./=-]+$/.test(text) && !text.startsWith("=") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// In the syntax of expectation files.
export function expectationText(step, path, value) {
  return `step ${step}\n${path} = ${jsonText(value)}\n`;
}
