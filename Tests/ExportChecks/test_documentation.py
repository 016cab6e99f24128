"""Exports.md: every command and every query on the page gives what the page says."""

import os
import re
import shutil
import sqlite3
import subprocess

import trace_processor
from exporting import ROOT, TOOL, ExportTestCase, Session

PAGE = ROOT / "Sources/PlayheadDebugger/PlayheadDebugger.docc/Exports.md"
SESSION = ROOT / "fixtures/feed/likes.playhead"


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def calls():
    """The commands of the page, each with its answer."""
    for block in blocks(""):
        for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, answer = call.partition("\n")
            yield command, answer


class PageTests(ExportTestCase):
    def setUp(self):
        super().setUp()
        shutil.copy(SESSION, self.folder)
        # The page says 'playhead', whatever the tool's file is called.
        (self.folder / "bin").mkdir()
        (self.folder / "bin/playhead").write_text(f"#!/bin/sh\nexec '{TOOL}' \"$@\"\n")
        (self.folder / "bin/playhead").chmod(0o755)

    def answer(self, command):
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.folder, env={**os.environ, "PATH": path}, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return re.sub(r": [\d.,]+ [kM]?B$", ": N", done.stdout, flags=re.MULTILINE)

    def need_what(self, command):
        """Skips a command of a program that is not here."""
        program = command.split()[0]
        if program != "playhead":
            self.need(program)

    def test_every_command_answers_as_the_page_says(self):
        self.assertGreaterEqual(sum("sqlite3 likes.sqlite" in command for command, _ in calls()), 5)
        for command, answer in calls():
            with self.subTest(command=command):
                self.need_what(command)
                self.assertEqual(self.answer(command), answer)

    def test_the_queries_use_indexes(self):
        session = Session(SESSION)
        session.export("sqlite", self.folder / "likes.sqlite")
        self.need("sqlite3")
        for command, _ in calls():
            if not command.startswith("sqlite3 "):
                continue
            with self.subTest(command=command):
                plan = self.answer(command.replace('sqlite "', 'sqlite "EXPLAIN QUERY PLAN '))
                # All actions, or all that have a cause, are looked at where the question is about all.
                for scanned in re.findall(r"SCAN (\w+)(?! USING)\b", plan):
                    self.assertNotIn(scanned, ("changes", "states", "changed_stores"), plan)

    def test_perfetto_answers_as_the_page_says(self):
        reason = trace_processor.missing()
        if reason:
            self.skipTest(reason)
        file = Session(SESSION).export("perfetto", self.folder / "likes.trace.json")
        with trace_processor.TraceProcessor(file) as processor:
            for block in blocks("sql"):
                query, *answer = re.split(r"^-- ", block, flags=re.MULTILINE)
                rows = ["|".join(map(str, row)) for row in processor.query(query)]
                self.assertEqual(rows, [line.strip() for line in answer])

    def test_the_page_names_every_table_and_column(self):
        session = Session(SESSION)
        database = sqlite3.connect(session.export("sqlite", self.folder / "likes.sqlite"))
        self.addCleanup(database.close)
        text = PAGE.read_text()
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall():
            # The lines of JSON have a kind 'log' further up.
            row = [line for line in text.splitlines() if line.startswith(f"| `{name}` |")][-1]
            columns = [column for _, column, *_ in database.execute(f"PRAGMA table_info({name})")]
            self.assertEqual(re.findall(r"`(\w+)`", row.split("|")[3]), [
                *columns[:3], *(["add", "remove", "replace", "splice"] if name == "changes" else []), *columns[3:]], name)
