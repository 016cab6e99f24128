// @ts-check
// Opens the page as the client of the server that it comes from.

import { ServerTools } from "./server-tools.js";
import { showPage } from "./main.js";
import { showConnection, showProblem } from "./notices.js";
import { ServerConnection } from "./server-connection.js";
import { ServerSource } from "./server-source.js";

window.addEventListener("error", ({ message }) => showProblem(message));
const source = new ServerSource(new ServerConnection(new URL(".", location.href).href));
source.onState = showConnection;

async function open() {
  await source.load();
  new ServerTools(showPage(source), source);
}

open().catch((error) => showProblem(error.message));
