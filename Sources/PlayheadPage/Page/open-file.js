// @ts-check
// Opens the page of a file.

import { FileSource } from "./file-source.js";
import { showPage } from "./main.js";
import { showProblem } from "./notices.js";

window.addEventListener("error", ({ message }) => showProblem(message));
showPage(new FileSource(document));
