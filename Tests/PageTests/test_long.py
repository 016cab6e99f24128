"""A long log, and one that grows fast, from the tool's own server: how soon the page is there, and what it costs.

Needs the tool, in PLAYHEAD, and the number of actions, in PLAYHEAD_LONG. 'tools/soak page' runs it with a release build. What
is aimed at, on a quiet machine: first paint within 0.5 s; 95 of 100 jumps within 100 ms; at most 300 MB for the page's
process, and 64 MiB above the state for the server and the process with the stores.
"""

import os
import pathlib
import random
import signal
import statistics
import subprocess
import tempfile
import time
import unittest

from browser import PageTestCase, new_driver
from measure import descendants, resident_size
from test_server import GO

TOOL = os.environ.get("PLAYHEAD", "")
COUNT = int(os.environ.get("PLAYHEAD_LONG", 0))
# The log that grows gets so many actions a second, for so many seconds.
RATE = 1_000
SECONDS = 20


@unittest.skipUnless(TOOL and COUNT, "PLAYHEAD names no tool, or PLAYHEAD_LONG no number of actions")
class Long(PageTestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = new_driver()
        cls.addClassCleanup(cls.driver.quit)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def record(self):
        """Begins a recording of lines."""
        command = [TOOL, "record", "text-editor", "-o", "long.playhead"]
        return subprocess.Popen(command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)

    def serve(self):
        """Starts a server and opens its page."""
        self.server = subprocess.Popen([TOOL, "serve", "long.playhead", "--no-open"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.server.stdout.close)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.send_signal, signal.SIGINT)
        metrics = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(self.server.stdout.readline().strip())
        self.wait("return window.playhead !== undefined")

    def test_a_long_log_is_shown_and_moved_in(self):
        recording = self.record()
        chance = random.Random(1)
        for first in range(0, COUNT, 10_000):
            count = min(10_000, COUNT - first)
            lines = [f"insert word{first} "] + [f"move {chance.randint(0, 9)}" for _ in range(count - 1)]
            recording.stdin.write("\n".join(lines) + "\n")
        recording.stdin.close()
        self.assertEqual(recording.wait(), 0)
        size = (self.folder / "long.playhead").stat().st_size
        print(f"\n{COUNT:,} actions, {size / 1e6:.0f} MB")
        self.serve()
        paint = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        self.wait(paint)
        print(f"first paint after {self.run_script(paint):.0f} ms", flush=True)
        self.assertEqual(self.fact("actions.count"), COUNT)
        begin = time.monotonic()
        self.jump(self.step())
        print(f"the state at the end after {time.monotonic() - begin:.1f} s, the server's memory then {self.server_memory()}", flush=True)
        begin = time.monotonic()
        times = [self.jump(chance.randint(1, COUNT)) for _ in range(100)]
        p50, p95 = (statistics.quantiles(times, n=100)[percent - 1] for percent in (50, 95))
        print(f"jumps p50 {p50:.0f} ms, p95 {p95:.0f} ms, longest {max(times):.0f} ms", flush=True)
        print(f"the page's process has {resident_size(self.driver) / 1e6:.0f} MB, the server {self.server_memory()}", flush=True)
        self.assert_no_errors()

    def jump(self, step):
        self.driver.set_script_timeout(600)
        return self.driver.execute_async_script(GO, step)

    def server_memory(self):
        sizes = [int(line.split()[1]) // 1024 for number in [self.server.pid, *descendants(self.server.pid)]
                 for line in pathlib.Path(f"/proc/{number}/status").read_text().splitlines() if line.startswith("VmRSS:")]
        return " + ".join(f"{size} MiB" for size in sizes)

    def test_a_log_that_grows_is_followed_without_a_loss(self):
        recording = self.record()
        recording.stdin.write("insert word\n" * 5)
        recording.stdin.flush()
        while not (self.folder / "long.playhead").exists():
            time.sleep(0.01)
        self.serve()
        # Each step that the page hears of.
        self.run_script("window.steps = []; const {actions} = playhead.session.source; const append = actions.append; actions.append = function (step, offset) { window.steps.push(step); append.call(this, step, offset); }")
        before = self.fact("actions.count")
        begin = time.monotonic()
        for number in range(RATE * SECONDS // 100):
            recording.stdin.write("move 1\n" * 100)
            recording.stdin.flush()
            time.sleep(max(0, begin + (number + 1) * 100 / RATE - time.monotonic()))
        self.wait("return window.steps.length >= arguments[0]", RATE * SECONDS)
        delay = time.monotonic() - begin - SECONDS
        print(f"\n{RATE} actions a second for {SECONDS} s; the last one seen after {delay:.2f} s")
        recording.stdin.close()
        self.assertEqual(recording.wait(), 0)
        steps = self.run_script("return window.steps")
        self.assertEqual(steps, list(range(before + 1, before + 1 + len(steps))))
        self.wait("playhead.draw(); return playhead.selection.step === arguments[0]", 5 + RATE * SECONDS)
        self.assert_no_errors()
