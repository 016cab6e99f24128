// Loads an export as Redux DevTools does, with its own code.
//
//   node redux-import.mjs MODULES FILE    MODULES is a folder 'node_modules' with redux, jsan and @redux-devtools/instrument
//
// Prints a line of JSON for each state: that which the app has after DevTools jumped to it, and that which a monitor shows
// that takes the file as it is. Then one with what DevTools makes of the file with a reducer that counts actions.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, file] = process.argv.slice(2);
const { resolve } = createRequire(path.join(path.resolve(modules), "x.js"));
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { createStore } = await load("redux");
const { instrument, ActionCreators } = await load("@redux-devtools/instrument");
const { default: jsan } = await load("jsan");

const text = fs.readFileSync(file, "utf8");
const lifted = jsan.parse(text);

const viewer = createStore((state = null) => state, instrument());
// What monitors do whose app does not replay: the states of the file.
viewer.liftedStore.dispatch({ type: "IMPORT_STATE", nextLiftedState: jsan.parse(text), noRecompute: true });
for (let index = 0; index < lifted.computedStates.length; index++) {
  viewer.liftedStore.dispatch(ActionCreators.jumpToState(index));
  const line = { imported: viewer.getState(), shown: lifted.computedStates[index].state };
  process.stdout.write(JSON.stringify(line) + "\n");
}

const counter = createStore((count = 0) => count + 1, instrument());
counter.liftedStore.dispatch({ type: "IMPORT_STATE", nextLiftedState: { ...jsan.parse(text), committedState: 0 } });
const { computedStates, currentStateIndex, stagedActionIds, actionsById } = counter.liftedStore.getState();
const last = stagedActionIds.at(-1);
process.stdout.write(JSON.stringify({
  counts: computedStates.map((computed) => computed.state), currentStateIndex, last: actionsById[last],
}) + "\n");
