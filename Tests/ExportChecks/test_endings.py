"""Exports that end before their time leave nothing half; long ones take no more memory than short ones."""

import os
import signal
import subprocess
import sys
import time
import unittest

from exporting import FORMATS, IS_SOAK, TOOL, ExportTestCase, fixtures, run, typed

# Actions: takes some seconds to export.
LONG = 100_000 if IS_SOAK else 20_000
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StoppedTests(ExportTestCase):
    def start(self, form, file):
        """An export that has begun to write, in a process group of its own, as Ctrl-C reaches one."""
        command = [TOOL, "export", typed(LONG).log, "--as", form, "-o", file]
        # A shell starts what runs in the background with signals that are ignored.
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
            preexec_fn=lambda: [signal.signal(number, signal.SIG_DFL) for number in SIGNALS])
        self.addCleanup(process.stderr.close)
        end = time.monotonic() + 60
        while time.monotonic() < end and process.poll() is None:
            # SQLite makes a page first and begins to write when its memory is full.
            if any(part.stat().st_size >= 4_096 for part in self.folder.glob("x*")):
                return process
            time.sleep(0.01)
        self.fail(f"{form}: nothing was written")

    def test_signals_leave_nothing(self):
        for form in FORMATS:
            for number in SIGNALS:
                with self.subTest(form=form, signal=number.name):
                    process = self.start(form, self.folder / "x")
                    os.killpg(process.pid, number)
                    self.assertIn(process.wait(10), (-number, 128 + number))
                    left = sorted(path.name for path in self.folder.iterdir())
                    for path in self.folder.iterdir():
                        path.unlink()
                    self.assertEqual(left, [])

    def test_what_a_kill_leaves_goes_with_the_next_export(self):
        for form in FORMATS:
            with self.subTest(form=form):
                file = self.folder / f"x.{form}"
                process = self.start(form, file)
                process.kill()
                process.wait(10)
                self.assertFalse(file.exists())
                # Only what an export of this format leaves goes.
                other = file.with_name(file.name + ".partial-12345678")
                other.write_text("another file")
                fixtures()[0].export(form, file)
                self.assertEqual(sorted(path.name for path in self.folder.glob(f"x.{form}*")), [file.name, other.name])
                other.unlink()
                file.unlink()


class RefusedTests(ExportTestCase):
    def refuse(self, *words, codes=(2,)):
        done = subprocess.run(
            [TOOL, "export", fixtures()[0].log, *words], capture_output=True, cwd=self.folder, text=True)
        self.assertIn(done.returncode, codes, done.stderr)
        # One sentence, and nothing else.
        self.assertEqual((done.stdout, done.stderr.count("\n")), ("", 1), done)
        self.assertTrue(done.stderr.startswith("playhead: "), done)
        return done.stderr

    def test_a_file_that_is_there_stays(self):
        for form in FORMATS:
            (self.folder / "x").write_text("mine")
            self.assertIn("'x' already exists", self.refuse("--as", form, "-o", "x"))
            self.assertEqual((self.folder / "x").read_text(), "mine")

    def test_places_that_cannot_be_written(self):
        for form in FORMATS:
            self.refuse("--as", form, "-o", "nowhere/x")
            self.refuse("--as", form, "-o", "/dev/null")
            self.refuse("--as", form, "-o", ".")
            sentence = self.refuse("--as", form, "-o", "-")
            self.assertNotIn("a log is written", sentence)
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_log_from_standard_input_gives_a_file_with_a_plain_name(self):
        command = [TOOL, "export", "-", "--as", "ndjson"]
        with open(fixtures()[0].log, "rb") as log:
            subprocess.run(command, check=True, stdin=log, capture_output=True, cwd=self.folder)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["session.ndjson"])

    def test_standard_output_that_is_closed_is_no_harm(self):
        for form in FORMATS:
            file = self.folder / f"x.{form}"
            reader, writer = os.pipe()
            os.close(reader)
            command = [TOOL, "export", fixtures()[0].log, "--as", form, "-o", file]
            done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE)
            os.close(writer)
            self.assertNotIn(b"rror", done.stderr)
            self.assertTrue(file.exists())

    @unittest.skipUnless(sys.platform == "linux" and os.geteuid() == 0, "a small disk needs root, on Linux")
    def test_a_full_disk(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True)
        if mounted.returncode:
            self.skipTest("no small disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        for form in FORMATS:
            with self.subTest(form=form):
                command = [TOOL, "export", typed(2_000).log, "--as", form, "-o", disk / "x"]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
                self.assertRegex(done.stderr, "no space left|disk is full")
                self.assertEqual(list(disk.iterdir()), [])


class ProgressTests(ExportTestCase):
    @unittest.skipUnless(sys.platform == "linux", "'script' has other options on a Mac")
    def test_a_terminal_sees_how_far_it_is(self):
        self.need("script")
        file = self.folder / "x.ndjson"
        command = f"'{TOOL}' export '{typed(LONG).log}' --as ndjson -o '{file}'"
        screen = run("script", "-qec", command, "/dev/null")
        self.assertRegex(screen, rf"\rcomparing \d+% \([\d,]+ of {LONG:,} steps")
        # The line is gone at the end.
        self.assertNotIn("%", screen.split("\r")[-2])


class MemoryTests(ExportTestCase):
    def memory(self, session, form):
        """The most memory that the export took, or its worker, in bytes."""
        script = (
            "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        file = self.folder / "x"
        words = (TOOL, "export", session.log, "--as", form, "-o", file)
        used = int(run(sys.executable, "-c", script, *words)) * (1 if sys.platform == "darwin" else 1_024)
        file.unlink()
        return used

    def test_a_long_session_takes_no_more_memory(self):
        for form in FORMATS:
            with self.subTest(form=form):
                short, long = (self.memory(typed(count), form) for count in (LONG // 10, LONG))
                print(f"{form}: {short / 1e6:.0f} MB for {LONG // 10:,} actions, {long / 1e6:.0f} MB for {LONG:,}")
                self.assertLess(long, short + 50_000_000)

    def test_a_long_text_takes_little_more_memory(self):
        # A change has the text twice. A hundred texts at once are more than anybody needs.
        text = "x" * 100_000
        for form in FORMATS:
            with self.subTest(form=form):
                short, long = (self.memory(typed(2_000, words), form) for words in ("", text))
                print(f"{form}: {short / 1e6:.0f} MB for a short text, {long / 1e6:.0f} MB for {len(text):,} characters")
                self.assertLess(long, short + 100_000_000)
