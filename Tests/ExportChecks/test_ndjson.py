"""The export 'ndjson': each line is JSON, and the lines rebuild every state."""

import json

from exporting import ExportTestCase, fixtures, patched, run, spliced_texts


class LinesTests(ExportTestCase):
    def test_lines_have_what_the_log_has_and_rebuild_its_states(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                seen, state, step = [], None, None
                with open(session.export("ndjson", self.folder / f"{id(session)}.ndjson"), "rb") as file:
                    for number, line in enumerate(file):
                        self.assertTrue(line.endswith(b"\n"))
                        part = json.loads(line)
                        kind = part.pop("kind")
                        self.assertEqual(kind == "log", number == 0)
                        if kind == "state":
                            step, known = part["step"], state
                            state = part["state"]
                            # A whole state says again what is known, except behind a gap.
                            if known is not None and seen[-1].get("last") != step:
                                self.assertEqual(state, known)
                        elif kind == "action":
                            step = part["step"]
                            state = patched(state, part.pop("changes"))
                            seen.append(part)
                        elif kind != "log":
                            seen.append(part)
                        if kind in ("state", "action") and step in session.states:
                            self.assertEqual(state, session.states[step], f"step {step}")
                self.assertEqual(seen, session.lines)

    def test_jq_makes_the_text_of_splices(self):
        self.need("jq")
        session = spliced_texts()
        file = session.export("ndjson", self.folder / "s.ndjson")
        program = (
            'reduce (.[] | select(.kind == "action") | .changes[] | select(.path == "/document/text")) as $c (""; '
            'if $c.op == "splice" then .[:$c.at] + $c.value + .[$c.at + ($c.old | length):] else $c.value end)')
        self.assertEqual(json.loads(run("jq", "-s", program, file)), session.state(session.actions[-1]["step"])["document"]["text"])

    def test_jq_reads_a_stream(self):
        self.need("jq")
        session = fixtures()[0]
        file = session.export("ndjson", self.folder / "s.ndjson")
        types = run("jq", "-r", 'select(.kind == "action") | .type', file).splitlines()
        self.assertEqual(types, [action["type"] for action in session.actions])

    def test_pandas_reads_lines(self):
        pandas = self.need_module("pandas")
        session = fixtures()[0]
        file = session.export("ndjson", self.folder / "s.ndjson")
        table = pandas.read_json(file, lines=True)
        self.assertEqual(list(table[table.kind == "action"].type), [action["type"] for action in session.actions])

    def test_duckdb_reads_lines(self):
        duckdb = self.need_module("duckdb")
        session = fixtures()[0]
        file = session.export("ndjson", self.folder / "s.ndjson")
        rows = duckdb.sql(f"SELECT type FROM read_json('{file}') WHERE kind = 'action' ORDER BY step").fetchall()
        self.assertEqual([name for (name,) in rows], [action["type"] for action in session.actions])
