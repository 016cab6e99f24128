"""What 'playhead_corpus' does on a node, without Spark and with a program in the tool's place.

Run:  python3 -m unittest discover -s Tests/CorpusChecks
"""

import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
from unittest import mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Sources/Integrations/PlayheadSpark"))
import playhead_corpus as corpus

FAKE_TOOL = pathlib.Path(__file__).with_name("fake_tool.py")
# Much longer than the program needs to start, on a busy machine too.
SILENCE = 5


class NodeTestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="playhead-corpus.")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        variables = mock.patch.dict(os.environ, {"FAKE_FOLDER": folder.name})
        variables.start()
        self.addCleanup(variables.stop)

    def shard(self, name, *texts):
        """A shard of logs '1', '2' and so on with these texts, and of an index."""
        file = self.folder / name
        with tarfile.open(file, "w") as tar:
            for entry, text in [*((str(number), text) for number, text in enumerate(texts, 1)), ("playhead-index.jsonl", "{}")]:
                info = tarfile.TarInfo(entry)
                info.size = len(text)
                tar.addfile(info, io.BytesIO(text.encode()))
        return str(file)

    def answers(self, *shards, words=()):
        """The rows about shards: the ends of the logs' names, and the outcomes."""
        command = [sys.executable, str(FAKE_TOOL), "check", *words]
        rows = [json.loads(row) for row in corpus.answers(list(shards), command, SILENCE)]
        return [(pathlib.Path(row["log"]).name, row["outcome"]) for row in rows]

    def files(self, *shards, folder=None):
        command = [sys.executable, str(FAKE_TOOL), "check"]
        return list(corpus.files_about(shards, command, str(folder or self.folder / "output"), SILENCE))

    @property
    def calls(self):
        """How many logs each process of the tool was asked about."""
        file = self.folder / "calls"
        return [int(line) for line in file.read_text().split()] if file.exists() else []


class ProcessTests(NodeTestCase):
    def test_one_process_answers_about_all_shards_in_their_order(self):
        shards = self.shard("b.tar", "good", "bad"), self.shard("a.tar", "bad")
        self.assertEqual(self.answers(*shards), [("b.tar::1", "good"), ("b.tar::2", "bad"), ("a.tar::1", "bad")])
        self.assertEqual(self.calls, [3])

    def test_a_process_that_dies_once_is_started_again_after_its_last_row(self):
        shard = self.shard("a.tar", "good", "dies once", "bad")
        self.assertEqual([outcome for _, outcome in self.answers(shard)], ["good", "dies once", "bad"])
        self.assertEqual(self.calls, [3, 1, 1])

    def test_a_log_that_ends_the_process_twice_is_a_row_and_the_others_have_theirs(self):
        for text, how in (
            ("dies", "ended by signal 9"), ("exits", "ended with code 3"), ("tears", "ended by signal 9")):
            with self.subTest(text):
                shard = self.shard("a.tar", "good", text, "bad", text)
                self.assertEqual([outcome for _, outcome in self.answers(shard)], ["good", "failed", "bad", "failed"])
                row = json.loads(corpus.answers([shard], [sys.executable, str(FAKE_TOOL), "check"], SILENCE)[1])
                self.assertEqual(row, {
                    "schema": 1, "asked": "check", "build": "00", "log": f"{shard}::2", "digest": None, "outcome": "failed",
                    "causes": [{"kind": "failed", "why": "tool"}], "error": f"the tool {how} at this log, twice"})

    def test_a_log_is_not_blamed_for_the_death_at_the_log_after_it(self):
        shard = self.shard("a.tar", "good", "bad", "dies early", "good")
        self.assertEqual([outcome for _, outcome in self.answers(shard)], ["good", "bad", "failed", "good"])

    def test_a_process_that_never_ends_is_killed(self):
        with mock.patch(f"{__name__}.SILENCE", 0.5):
            self.assertEqual(self.answers(self.shard("a.tar", "good", "hangs", "bad")), [
                ("a.tar::1", "good"), ("a.tar::2", "failed"), ("a.tar::3", "bad")])

    def test_the_death_at_the_first_log_of_a_shard_is_not_that_of_the_shard_before(self):
        shards = self.shard("a.tar", "good"), self.shard("b.tar", "dies"), self.shard("c.tar"), self.shard("d.tar", "bad")
        self.assertEqual(self.answers(*shards), [
            ("a.tar::1", "good"), ("b.tar::1", "failed"), ("c.tar", "failed"), ("d.tar::1", "bad")])

    def test_a_log_outside_of_shards_has_a_row(self):
        log = self.folder / "s.playhead"
        log.write_text("dies")
        self.assertEqual(self.answers(str(log)), [("s.playhead", "failed")])

    def test_a_log_that_the_module_does_not_see_is_an_error_and_no_silence(self):
        shard = self.shard("a.tar", "good", "dies")
        with mock.patch.object(corpus, "logs_in", lambda shard: [f"{shard}::1"]):
            with self.assertRaisesRegex(RuntimeError, "ended by signal 9 at a log that is not listed"):
                self.answers(shard)

    def test_a_row_that_is_given_again_counts_once(self):
        # Without a digest, the tool gives a row of an empty log again each time it is started.
        shard = self.shard("a.tar", "", "dies", "good", "dies")
        with mock.patch.dict(os.environ, {"FAKE_DIGEST": ""}):
            outcomes = [outcome for _, outcome in self.answers(shard)]
        self.assertEqual(outcomes, ["failed", "failed", "good", "failed"])

    def test_a_tool_that_answers_about_no_log_is_an_error(self):
        with self.assertRaisesRegex(RuntimeError, "the tool ended with code 127 at every log"):
            self.answers(self.shard("a.tar", "good"), words=["broken"])

    def test_no_shards_take_no_process(self):
        self.assertEqual((self.answers(), self.calls), ([], []))


class FileTests(NodeTestCase):
    def test_each_shard_gets_a_file_of_its_rows_and_nothing_else_is_left(self):
        shards = self.shard("a.tar", "good", "dies"), self.shard("b.tar"), self.shard("c.tar", "bad")
        files = self.files(*shards)
        names = [[json.loads(row)["log"] for row in pathlib.Path(file).read_text().splitlines()] for file in files]
        self.assertEqual(names, [[f"{shards[0]}::1", f"{shards[0]}::2"], [shards[1]], [f"{shards[2]}::1"]])
        self.assertEqual(sorted(files), sorted(str(path) for path in (self.folder / "output").iterdir()))
        self.assertRegex(pathlib.Path(files[0]).name, r"^a\.tar-[0-9a-f]{16}\.jsonl$")

    def test_a_shard_that_a_node_does_not_have_is_an_error(self):
        with self.assertRaises(FileNotFoundError):
            self.files(self.shard("a.tar", "good"), str(self.folder / "missing.tar"))
        self.assertEqual(self.calls, [])

    def test_a_shard_without_its_end_has_the_logs_before_that_and_itself(self):
        for count in range(3):
            shard = self.shard("a.tar", "good", "bad", "good")
            # Two bytes of the text after the header.
            os.truncate(shard, 1024 * count + 514)
            self.assertEqual(corpus.logs_in(shard), [*(f"{shard}::{number}" for number in range(1, count + 1)), shard])

    def test_damage_that_looks_like_the_end_is_none(self):
        shard = self.shard("a.tar", "good", "bad", "good")
        with open(shard, "r+b") as file:
            file.seek(1024)
            file.write(b"no header")
        self.assertEqual(corpus.logs_in(shard), [f"{shard}::1", shard])

    def test_only_shards_without_a_file_are_asked_about(self):
        one, two = self.shard("a.tar", "good"), self.shard("b.tar", "bad", "bad")
        first = self.files(one)
        self.assertEqual(self.files(one, two)[:1], first)
        self.assertEqual(self.calls, [1, 2])

    def test_a_shard_that_has_changed_is_asked_about_again(self):
        shard = self.shard("a.tar", "good")
        before = self.files(shard)
        os.utime(shard, ns=(0, 0))
        self.assertNotEqual(self.files(shard), before)
        self.assertEqual(self.calls, [1, 1])

    def test_shards_of_one_name_in_two_folders_have_two_files(self):
        for name in ("monday", "tuesday"):
            (self.folder / name).mkdir()
        files = self.files(self.shard("monday/a.tar", "good"), self.shard("tuesday/a.tar", "good"))
        self.assertEqual(len(set(files)), 2)

    def test_tasks_that_write_a_file_at_the_same_time_leave_one_whole_file(self):
        shard = self.shard("a.tar", *["good"] * 50)
        files = []
        tasks = [threading.Thread(target=lambda: files.extend(self.files(shard))) for _ in range(4)]
        for task in tasks:
            task.start()
        for task in tasks:
            task.join()
        self.assertEqual(len(set(files)), 1)
        self.assertEqual(len(pathlib.Path(files[0]).read_text().splitlines()), 50)
        self.assertEqual(len(list((self.folder / "output").iterdir())), 1)

    def test_builds_and_questions_have_folders_of_their_own(self):
        builds = [self.folder / name for name in ("one", "two")]
        for build in builds:
            build.write_text(build.name)
        folders = {
            corpus.folder_for(self.folder, files, question)
            for files in (builds, builds[::-1], builds[:1]) for question in (["check"], ["check", "--salvage"])
        }
        self.assertEqual(len(folders), 6)
        for folder in folders:
            self.assertRegex(pathlib.Path(folder).name, "^[0-9a-f]{16}$")


class CommandTests(unittest.TestCase):
    def test_a_question_without_what_it_needs_is_refused(self):
        for words in (["compare"], ["search"], ["check", "--baseline", "x"]):
            command = [sys.executable, corpus.__file__, *words, "a.tar", "--tool", "x", "--output", "x", "--rows", "x"]
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("'compare' needs '--baseline', 'search' needs '--where'", done.stderr)


if __name__ == "__main__":
    unittest.main()
