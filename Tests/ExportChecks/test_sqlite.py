"""The export 'sqlite': the database is sound, says what the log says, and its states and changes give every state."""

import json
import sqlite3

from exporting import ExportTestCase, fixtures, patched, run


class DatabaseTests(ExportTestCase):
    def database(self, session, *words):
        file = session.export("sqlite", self.folder / f"{len(list(self.folder.iterdir()))}.sqlite", *words)
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        self.addCleanup(database.close)
        return database

    def expect_sound(self, database):
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        self.assertEqual(database.execute("PRAGMA foreign_key_check").fetchall(), [])

    def test_tables_have_what_the_log_has(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                database = self.database(session)
                self.expect_sound(database)
                actions = database.execute(
                    "SELECT step, time, offset_ns, type, version, payload, cause, handled, duration_ns FROM actions")
                names = ("step", "time", "offset", "type", "version", "payload", "cause", "handled", "nanoseconds")
                for action, row in zip(session.actions, actions, strict=True):
                    row = dict(zip(names, row))
                    row |= {"payload": json.loads(row["payload"]), "handled": bool(row["handled"])}
                    changed = database.execute("SELECT store FROM changed_stores WHERE step = ?", (row["step"],))
                    row["changed"] = sorted(store for (store,) in changed)
                    self.assertEqual(row, action | {"changed": sorted(action["changed"])})
                gaps = database.execute("SELECT first, last, reason, detail FROM gaps").fetchall()
                self.assertEqual(gaps, [
                    (gap["first"], gap["last"], gap["gap"], gap["detail"]) for gap in session.lines if "gap" in gap])
                notes = database.execute("SELECT step, text FROM notes").fetchall()
                self.assertEqual(notes, [(note["step"], note["note"]) for note in session.lines if "note" in note])

    def test_states_and_changes_give_every_state(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                database = self.database(session)
                # As the documentation has it: the last whole state, and the changes since.
                for step, expected in session.states.items():
                    begin, state = database.execute(
                        "SELECT step, state FROM states WHERE step <= ? ORDER BY step DESC", (step,)).fetchone()
                    patch = database.execute(
                        "SELECT op, path, at, old, new FROM changes WHERE step > ? AND step <= ? ORDER BY step, number",
                        (begin, step))
                    changes = [
                        {"op": op, "path": path, "at": at, "old": old and json.loads(old), "value": new and json.loads(new)}
                        for op, path, at, old, new in patch]
                    self.assertEqual(patched(json.loads(state), changes), expected, f"step {step}")

    def test_views_follow_from_the_tables(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                database = self.database(session)
                counts = dict(database.execute("SELECT type, count FROM types"))
                types = [action["type"] for action in session.actions]
                self.assertEqual(counts, {name: types.count(name) for name in types})
                causes = database.execute("SELECT step, cause_step FROM causes").fetchall()
                self.assertEqual(sorted(causes), [
                    (action["step"], action["cause"]) for action in session.actions if action["cause"] is not None])
                history = database.execute("SELECT count(*) FROM history").fetchone()
                self.assertEqual(history, database.execute("SELECT count(*) FROM changes").fetchone())

    def test_a_part_of_a_session_is_sound(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                last = session.actions[-1]["step"]
                database = self.database(session, f"{last // 2}..{last}")
                self.expect_sound(database)
                begin = database.execute("SELECT min(step) FROM actions").fetchone()[0]
                self.assertGreaterEqual(begin, last // 2)

    def test_the_shell_reads_it(self):
        self.need("sqlite3")
        file = fixtures()[0].export("sqlite", self.folder / "s.sqlite")
        self.assertEqual(run("sqlite3", file, "PRAGMA quick_check; SELECT count(*) FROM actions").split(), [
            "ok", str(len(fixtures()[0].actions))])

    def test_pandas_reads_it(self):
        pandas = self.need_module("pandas")
        table = pandas.read_sql("SELECT * FROM actions", self.database(fixtures()[0]), parse_dates=["time"])
        self.assertEqual(list(table.step), [action["step"] for action in fixtures()[0].actions])

    def test_duckdb_reads_it(self):
        duckdb = self.need_module("duckdb")
        file = fixtures()[0].export("sqlite", self.folder / "s.sqlite")
        connection = duckdb.connect()
        try:
            connection.execute(f"ATTACH '{file}' AS session (TYPE sqlite)")
        except duckdb.Error as error:
            self.skipTest(f"DuckDB does not get its extension for SQLite: {str(error).splitlines()[0]}")
        for name in ("actions", "changes", "states", "types", "causes", "history"):
            connection.sql(f"SELECT * FROM session.{name}").fetchall()
        counts = dict(connection.sql("SELECT type, count FROM session.types").fetchall())
        self.assertEqual(sum(counts.values()), len(fixtures()[0].actions))

    def test_datasette_reads_it(self):
        self.need("datasette")
        file = fixtures()[0].export("sqlite", self.folder / "s.db")
        rows = json.loads(run("datasette", "--get", "/s/types.json?_shape=array", file))
        self.assertEqual(sum(row["count"] for row in rows), len(fixtures()[0].actions))
