"""The export 'redux-devtools': it keeps the rules of Redux DevTools' files, and its own code shows the same states."""

import json
import os
import pathlib

from exporting import ExportTestCase, fixtures, run

IMPORT = pathlib.Path(__file__).with_name("redux-import.mjs")
MODULES = os.environ.get("PLAYHEAD_NODE_MODULES")


class LiftedStateTests(ExportTestCase):
    def expect_rules(self, lifted, count):
        ids = list(range(count + 1))
        self.assertEqual(lifted["stagedActionIds"], ids)
        self.assertEqual(list(lifted["actionsById"]), [str(number) for number in ids])
        self.assertEqual((lifted["nextActionId"], lifted["currentStateIndex"]), (count + 1, count))
        self.assertEqual(len(lifted["computedStates"]), count + 1)
        self.assertEqual((lifted["skippedActionIds"], lifted["monitorState"]), ([], {}))
        self.assertEqual(lifted["committedState"], lifted["computedStates"][0]["state"])
        for number, lift in lifted["actionsById"].items():
            self.assertEqual(lift["type"], "PERFORM_ACTION", number)
            self.assertIsInstance(lift["action"]["type"], str)
            # Milliseconds since 1970, in this century.
            self.assertLess(946_684_800_000, lift["timestamp"])
            self.assertLess(lift["timestamp"], 4_102_444_800_000)

    def test_a_file_has_every_action_and_every_state(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                lifted = json.loads(session.export("redux-devtools", self.folder / f"{id(session)}.json").read_bytes())
                self.expect_rules(lifted, len(session.actions))
                self.assertEqual(lifted["actionsById"]["0"]["action"], {"type": "@@INIT"})
                for number, action in enumerate(session.actions, 1):
                    lift = lifted["actionsById"][str(number)]["action"]
                    self.assertEqual((lift["type"], lift["payload"]), (action["type"], action["payload"]))
                    if action["step"] in session.states:
                        self.assertEqual(lifted["computedStates"][number], {"state": session.states[action["step"]]})

    def test_the_code_of_redux_devtools_shows_the_same_states(self):
        self.need("node")
        if MODULES is None:
            self.skipTest("PLAYHEAD_NODE_MODULES names no folder with the code of Redux DevTools")
        for session in fixtures():
            with self.subTest(session=str(session)):
                file = session.export("redux-devtools", self.folder / f"{id(session)}.json")
                *states, counted = [json.loads(line) for line in run("node", IMPORT, MODULES, file).splitlines()]
                steps = [0] + [action["step"] for action in session.actions]
                for step, state in zip(steps, states, strict=True):
                    self.assertEqual(state["imported"], state["shown"])
                    if step in session.states:
                        self.assertEqual(state["imported"], session.states[step], f"step {step}")
                # A page's own reducer is given every action, in order.
                self.assertEqual(counted["counts"], [count + 1 for count in range(len(steps))])
                self.assertEqual(counted["currentStateIndex"], len(session.actions))
                self.assertEqual(counted["last"]["action"]["payload"], session.actions[-1]["payload"])
