"""Sessions of hostile names and values, damaged ones, and ones that end in a trap: each format says what the log says."""

import json
import os
import pathlib
import random
import sqlite3
import subprocess
from decimal import Decimal

import log_writer
import test_perfetto
import trace_processor
from exporting import FORMATS, TOOL, ExportTestCase, Session, leave_out, patched, run, scratch, typed

IMPORT = pathlib.Path(__file__).with_name("redux-import.mjs")
MODULES = os.environ.get("PLAYHEAD_NODE_MODULES")

TEXT = "\u0600\\\u0600</script>\u0600<meta http-equiv=refresh content=0><img onerror=x>\x1b[31m\u202e'\"\\`$(id);--\x00behind nul\x7f\u2028\U0001F600\r\nline"
NUMBERS = {
    "i": -(1 << 63), "u": (1 << 64) - 1, "big": (1 << 128) - 1, "d": 1.7976931348623157e308, "small": 5e-324, "zero": -0.0,
    "nan": float("nan"), "infinity": float("inf"), "decimal": Decimal("1e400"), "digits": Decimal("-12.5" + "0" * 40 + "1"),
}
KEYS = {TEXT: TEXT, "": "", "__proto__": {"a": 1}, "constructor": {"prototype": 1}, "toString": None, "$jsan": {"$jsan": "d0"}, "a/b~c.d[0]": b"\x00"}


def nested(depth):
    return {"next": nested(depth - 1)} if depth else {}


def unmarked(value):
    """A value with the names that it has in a file for Redux DevTools."""
    if isinstance(value, dict):
        return {"$$jsan" if key == "$jsan" else key: unmarked(part) for key, part in value.items()}
    return [unmarked(part) for part in value] if isinstance(value, list) else value


def written(name, *contents, **more):
    """A log that is written here; no app is there to replay it."""
    log = scratch() / f"{name}.playhead"
    log.write_bytes(log_writer.log(*contents, **more))
    return Session(log)


class ReadingTestCase(ExportTestCase):
    """Reads all four exports of a session; each has to be whole by the rules of its format."""

    def read(self, session, *words, codes=(0,)):
        files = {form: session.export(form, self.folder / form, *words, codes=codes) for form in FORMATS}
        lines = [json.loads(line) for line in files["ndjson"].read_bytes().split(b"\n")[:-1]]
        # The rows are read into memory, so that the next session has the names again.
        database = sqlite3.connect(files["sqlite"])
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])
        rows = database.execute("SELECT type, payload FROM actions ORDER BY step").fetchall()
        notes = database.execute("SELECT text FROM notes ORDER BY step").fetchall()
        database.close()
        lifted = json.loads(files["redux-devtools"].read_bytes())
        events = json.loads(files["perfetto"].read_bytes())["traceEvents"]
        self.assertEqual(list(test_perfetto.complaints(events)), [])

        expected = [(action["type"], action["payload"]) for action in session.actions]
        found = {
            "ndjson": [(line["type"], line["payload"]) for line in lines if line["kind"] == "action"],
            "sqlite": [(name, json.loads(payload)) for name, payload in rows],
            "redux-devtools": [
                (lift["action"]["type"], lift["action"].get("payload"))
                for number, lift in lifted["actionsById"].items() if number != "0"],
            "perfetto": [
                (event["name"], event["args"]["payload"]) for event in events if event["ph"] == "X" and event["tid"] == 1],
        }
        for form, actions in found.items():
            shown = [(name, unmarked(payload)) for name, payload in expected] if form == "redux-devtools" else expected
            self.assertEqual(actions, shown, form)
        texts = [line["note"] for line in session.lines if "note" in line]
        self.assertEqual([line["note"] for line in lines if line["kind"] == "note"], texts)
        self.assertEqual([text for (text,) in notes], texts)
        gaps = [{**line, "kind": "gap"} for line in session.lines if "gap" in line]
        self.assertEqual([line for line in lines if line["kind"] == "gap"], gaps)
        return files, lines, lifted

    def shown(self, file):
        """What Redux DevTools' own code makes of a file; None if that is not here."""
        if MODULES is None:
            return None
        *states, _ = [json.loads(line) for line in run("node", IMPORT, MODULES, file).rstrip("\n").split("\n")]
        return [state["imported"] for state in states]

    def expect_processed(self, file, count):
        """Perfetto's trace processor, if it is here, takes a trace with this number of actions."""
        if trace_processor.missing():
            return
        with trace_processor.TraceProcessor(file) as processor:
            bad = processor.query("SELECT name, value FROM stats WHERE value != 0 AND severity != 'info'")
            self.assertEqual(bad, [])
            query = "SELECT count(*) FROM slice WHERE category = 'action'"
            self.assertGreaterEqual(processor.query(query)[0][0], count)


class HostileTests(ReadingTestCase):
    def test_hostile_names_keys_and_numbers(self):
        actions = [
            (TEXT, {"text": TEXT}, None), ("__proto__", KEYS, 1), ("O'Brien \"x\"", NUMBERS, 2), ("", {}, 3),
            ("long" * 25_000, {"key" * 25_000: TEXT}, None), ("deep", nested(250), None)]
        session = written(
            "hostile", "evil " + TEXT, ["__proto__", TEXT, "actions"], actions, notes=[(0, TEXT), (2, "")],
            gaps=[(5, 5, TEXT)])
        files, _, _ = self.read(session)
        self.expect_processed(files["perfetto"], len(actions))

    def test_marks_of_redux_devtools_are_no_marks(self):
        actions = [("$jsan", {"$jsan": mark}, None) for mark in ("$.actionsById", "d0", 5, {"x": 1}, None)]
        session = written("jsan", "nobody", ["s"], actions)
        file = session.export("redux-devtools", self.folder / "x.json")
        json.loads(file.read_bytes())
        if MODULES is None:
            self.skipTest("PLAYHEAD_NODE_MODULES names no folder with the code of Redux DevTools")
        # It does not matter how such a key is called there, if the file is read and every value is there.
        self.assertEqual(len(self.shown(file)), len(actions) + 1)

    def test_a_cause_that_the_log_does_not_have(self):
        actions = [("A", {}, None)] * 3 + [("B", {}, 5), ("C", {}, 9)]
        self.read(written("causes", "nobody", ["s"], actions, gaps=[(4, 8, "")]))

    def test_notes_and_gaps_where_batches_meet(self):
        steps = (0, 1_999, 2_000, 2_001, 4_000)
        actions = [("N", {"i": number}, None) for number in range(5_000)]
        notes = [(step, f"note {step}") for step in steps]
        self.read(written("batches", "nobody", ["s"], actions, notes=notes, gaps=[(4_500, 9_000, "")]))

    def test_a_gap_of_any_length(self):
        self.read(written("long", "nobody", ["s"], [("A", {}, None)] * 10, notes=[(7, "within")], gaps=[(5, 1 << 50, "")]))

    def test_a_slice_that_overlaps_another_in_part_is_cut(self):
        session = written("overlap", "nobody", ["s"], [("A", {}, None)] * 3, duration=1_500_000)
        files, _, _ = self.read(session)
        self.expect_processed(files["perfetto"], 3)
        events = json.loads(files["perfetto"].read_bytes())["traceEvents"]
        slices = [(event["dur"], event["args"].get("nanoseconds")) for event in events if event["ph"] == "X"]
        self.assertEqual(slices[::2], [(1_500, None), (500, 1_500_000), (1_500, None)])
        self.assertEqual([duration for duration, _ in slices[1::2]], [1_500, 500, 1_500])

    def test_a_session_without_actions(self):
        self.read(written("empty", "nobody", [], []))

    def test_a_text_that_is_not_unicode_is_damage(self):
        session = written("surrogate", "nobody", ["s"], [("T", {"t": "x\ud800y"}, None)])
        for form in FORMATS:
            command = [TOOL, "export", session.log, "--as", form, "-o", self.folder / "x"]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("is not UTF-8", done.stderr)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_hostile_states(self):
        app = TOOL.with_name("hostile-app")
        if not app.exists():
            self.skipTest(f"there is no '{app}'; 'swift build' makes it")
        log = self.folder / "states.playhead"
        run(app, "--write", log)
        session = Session(log, "hostile-app")
        files, lines, lifted = self.read(session)
        self.expect_processed(files["perfetto"], len(session.actions))
        state = None
        for line in lines:
            if line["kind"] == "state":
                state = line["state"]
            elif line["kind"] == "action":
                state = patched(state, line["changes"])
                self.assertEqual(state, session.state(line["step"]))
        states = [computed["state"] for computed in lifted["computedStates"]]
        expected = [session.state(step) for step in (0, *(action["step"] for action in session.actions))]
        self.assertEqual(states, expected)
        self.assertIn(self.shown(files["redux-devtools"]), (None, expected))

    def test_a_text_of_ten_million_characters(self):
        session = typed(4, TEXT + "x" * 10_000_000)
        files, _, lifted = self.read(session)
        self.assertEqual(lifted["computedStates"][-1]["state"], session.state(4))
        self.expect_processed(files["perfetto"], 4)


class BrokenTests(ReadingTestCase):
    def test_a_damaged_log_gives_what_it_has(self):
        data = bytearray(typed(40_000).log.read_bytes())
        frames = [at for at in range(len(data)) if data[at : at + 4] == b"\x04\x22\x4d\x18"]
        # A chunk in the middle.
        data[frames[2] + 40] ^= 0xFF
        log = self.folder / "damaged.playhead"
        log.write_bytes(data)
        session = Session(log)
        self.assertEqual(sum("gap" in line for line in session.lines), 1)
        _, lines, _ = self.read(session, codes=(1,))
        # The first line counts the actions that are there.
        count, lost = len(session.actions), sum(part["last"] - part["first"] + 1 for part in lines[0]["lost"])
        self.assertEqual((lines[0]["actions"], lost), (count, 40_000 - count))
        first = next(line["first"] for line in lines if line["kind"] == "gap")
        changed = [line["step"] for line in lines if line["kind"] == "action" and line.get("changes") is not None]
        self.assertEqual(changed, list(range(1, first)))

    def test_a_trap_is_said_and_states_go_on_behind_a_gap(self):
        app = TOOL.with_name("trap-app")
        if not app.exists():
            self.skipTest(f"there is no '{app}'; 'swift build' makes it")
        log, script = self.folder / "trap.playhead", self.folder / "script.txt"
        script.write_text("need 0\nadd 2\nindex 7\nadd 3\nadd 4\nneed 0\nadd 6\n")
        run(app, "record", "trapper", "-i", script, "-o", log)
        leave_out(log, 5, app)
        session = Session(log, "trap-app", {"TRAPPER": "armed"})
        files, lines, lifted = self.read(session, codes=(0, 1))
        kinds = [line["kind"] + ("+" if "changes" in line else "") for line in lines]
        self.assertEqual(kinds, ["log", "state", *["action+"] * 2, "trap", *["action"] * 2, "gap", "state", *["action+"] * 2])
        trap = {"step": 3, "type": "TakeAt", "store": "numbers", "reason": "Index out of range"}
        self.assertEqual([line for line in lines if line["kind"] == "trap"], [{"kind": "trap", **trap}])
        database = sqlite3.connect(files["sqlite"])
        self.addCleanup(database.close)
        self.assertEqual(database.execute("SELECT * FROM traps").fetchall(), [tuple(trap.values())])
        errors = ["error" in state for state in lifted["computedStates"]]
        self.assertEqual(errors, [False, False, False, True, True, False, False])
        trace = session.export("perfetto", self.folder / "trace", "--counter", "numbers.last", codes=(1,))
        events = json.loads(trace.read_bytes())["traceEvents"]
        curve = [(round(event["ts"] * 1_000), event["args"]["value"]) for event in events if event["ph"] == "C"]
        offsets = [action["offset"] for action in session.actions]
        self.assertEqual(curve, [(offsets[0], 0), (offsets[4], 3)])
        # The mark is where the states are known again, not where the app ended.
        mark, = (round(event["ts"] * 1_000) for event in events if event["ph"] == "i")
        self.assertTrue(offsets[3] < mark < offsets[4], (offsets, mark))
        done = subprocess.run(
            [TOOL, "--app", app, "export", log, "--as", "ndjson", "-o", self.folder / "again"],
            env={**os.environ, "TRAPPER": "armed"}, capture_output=True, text=True)
        self.assertIn("step 3", done.stderr)

    def test_cut_logs(self):
        data = (scratch() / typed(2_000).log).read_bytes()
        generator = random.Random(1)
        for cut in sorted(generator.sample(range(len(data)), 20)):
            log = self.folder / "cut.playhead"
            log.write_bytes(data[:cut])
            for form in FORMATS:
                file = self.folder / "x"
                run(TOOL, "export", log, "--as", form, "-o", file, codes=(0, 1, 2))
                file.unlink(missing_ok=True)
                self.assertEqual([path.name for path in self.folder.iterdir()], ["cut.playhead"])
