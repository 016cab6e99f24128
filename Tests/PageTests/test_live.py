"""A running app, in a real terminal (tmux) and a real browser together. PLAYHEAD names the tool, PLAYHEAD_TODO ReSwift's Todo
example as 'tools/soak integrations' builds it."""

import os
import random
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from browser import PageTestCase, new_driver
from cutting_proxy import CuttingProxy

TOOL = os.environ.get("PLAYHEAD")
TODO = os.environ.get("PLAYHEAD_TODO")
PATIENCE = 20
# 'tools/soak page' cuts 200.
CUTS = int(os.environ.get("PLAYHEAD_CUTS", 12))


@unittest.skipUnless(TOOL and shutil.which("tmux"), "PLAYHEAD names no tool, or there is no tmux")
class Live(PageTestCase):
    """Typed actions appear, a click travels, the terminal shows the old state, typing is refused, both exits work."""

    @classmethod
    def setUpClass(cls):
        cls.driver = new_driver()
        cls.addClassCleanup(cls.driver.quit)

    def begin(self, app, isCut=False):
        """Starts an app in a terminal and opens its page."""
        self.tool = TODO if app == "todo" else TOOL
        self.folder = tempfile.mkdtemp(prefix="playhead-live-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.log = os.path.join(self.folder, "s.playhead")
        self.socket = os.path.join(self.folder, "tmux")
        words = f"{TODO} live {self.log}" if app == "todo" else f"{TOOL} record {app} -o {self.log} --live"
        self.tmux("new-session", "-d", "-x", "100", "-y", "50", f"{words}; sleep 60")
        self.addCleanup(subprocess.run, ["tmux", "-S", self.socket, "kill-server"], capture_output=True)
        address = self.until(lambda: re.search(r"http://127.0.0.1:(\d+)(/\S+/)", self.screen()))
        if isCut:
            self.proxy = CuttingProxy(int(address[1]))
            self.addCleanup(self.proxy.close)
        metrics = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        port = self.proxy.port if isCut else address[1]
        self.driver.get(f"http://127.0.0.1:{port}{address[2]}")
        self.wait("return window.playhead !== undefined && !document.getElementById('live-bar').hidden")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, *words], check=True, capture_output=True, text=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p", "-J")

    def type(self, line):
        self.tmux("send-keys", "-l", line)
        self.tmux("send-keys", "Enter")

    def until(self, look):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = look()
            if found:
                return found
            time.sleep(0.05)
        self.fail(f"this never came true; the terminal shows\n{self.screen()}\nand the page {self.bar()}")

    def bar(self):
        return self.run_script("return document.getElementById('live-bar')?.innerText ?? ''")

    def press(self, label):
        find = "Array.from(document.querySelectorAll('#live-bar button')).find((b) => b.textContent === arguments[0])"
        self.until(lambda: not self.run_script(f"return {find}.disabled", label))
        self.run_script(f"{find}.click()", label)

    def last(self):
        return self.run_script("return playhead.session.last")

    def go_to(self, step):
        self.run_script("playhead.goTo(arguments[0])", step)

    def travels(self, first, second, old, new, start):
        """Types two lines; `old` and `new` are what the terminal shows after each. The app's view begins with `start`."""
        before = self.last()
        self.type(first)
        self.until(lambda: old in self.screen())
        self.until(lambda: self.last() > before)
        time.sleep(0.5)
        step = self.last()
        self.type(second)
        self.until(lambda: new in self.screen())
        self.until(lambda: self.last() > step)
        newest = self.last()
        self.tmux("clear-history")
        self.go_to(step)
        self.press("Show this step in the app")
        self.until(lambda: f"The app shows step {step}" in self.bar())
        self.until(lambda: f"this is the state of step {step}" in self.screen())
        shown = self.screen().split(f"this is the state of step {step}")[0].rsplit(start, 1)[-1]
        self.assertIn(old, shown)
        self.assertNotIn(new, shown)
        self.type(second)
        self.until(lambda: "refused" in self.bar() and "refused: a debugger holds the app" in self.screen())
        self.assertEqual(self.last(), newest)
        self.press("Back to now")
        self.until(lambda: "The app is running" in self.bar() and "the app takes actions again" in self.screen())
        self.go_to(step)
        self.press("Show this step in the app")
        self.until(lambda: f"The app shows step {step}" in self.bar())
        self.press("Go on from here")
        self.until(lambda: "The app is running" in self.bar())
        self.type(second)
        self.until(lambda: self.last() > newest)
        self.go_to(newest)
        mark = f"the session went on from the state of step {step}"
        self.until(lambda: mark in self.run_script("return document.body.innerText"))
        self.type("quit")
        self.until(lambda: "recorded" in self.screen())
        facts = subprocess.run([self.tool, "info", self.log], capture_output=True, text=True).stdout
        self.assertRegex(facts, r"resumptions\s+1")
        check = subprocess.run([self.tool, "check", self.log], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)

    def test_the_feed_travels(self):
        self.begin("feed")
        self.type("wait")
        self.travels("like 2", "like 3", "♥ 42", "♥  4", "Feed: ")

    def test_the_clip_editor_travels(self):
        self.begin("clip-editor")
        self.travels("add clip 3 Beach", "add clip 3 Ocean", "Beach", "Ocean", "film: ")

    @unittest.skipUnless(TODO, "PLAYHEAD_TODO names no program")
    def test_the_todo_example_travels(self):
        self.begin("todo")
        self.travels("add passport", "add tickets", "passport", "tickets", "[")

    def test_the_page_dispatches_locks_and_marks(self):
        self.begin("text-editor")
        self.type("insert abc")
        self.until(lambda: self.last() > 0)
        self.press("Lock")
        self.until(lambda: "The app is locked" in self.bar() and "a debugger has locked the app" in self.screen())
        self.type("insert def")
        self.until(lambda: "1 action refused" in self.bar())
        self.press("Unlock")
        self.until(lambda: "The app is running" in self.bar())
        before = self.last()
        self.go_to(before)
        self.press("Dispatch…")
        self.assertTrue(self.run_script("return document.querySelector('.branch-form input').value"))
        self.run_script("document.querySelector('.branch-form').requestSubmit()")
        self.until(lambda: self.last() > before)

    def test_a_page_goes_on_at_its_step_when_its_connections_are_cut(self):
        self.begin("text-editor", isCut=True)
        self.type("insert start")
        self.until(lambda: self.last() == 1)
        self.go_to(1)
        chance = random.Random(5)
        cuts = typed = 0
        while cuts < CUTS:
            self.type("insert x")
            typed += 1
            time.sleep(chance.random() * 0.3)
            if chance.random() < 0.3:
                self.run_script("document.querySelector('#live-bar .travel').click()")
            cuts += self.proxy.cut()
            if chance.random() < 0.5 and "The app shows" in self.bar():
                self.press("Back to now")
        self.until(lambda: "does not answer" not in self.run_script("return document.getElementById('connection').textContent"))
        if "The app shows" in self.bar():
            self.press("Back to now")
            self.until(lambda: "The app is running" in self.bar())
        # What was typed while the app showed an earlier state is refused, and everything else is there once.
        refused = self.run_script("return Number(/(\\d+) actions? refused/.exec(document.getElementById('live-bar').innerText)?.[1] ?? 0)")
        self.until(lambda: self.last() == 1 + typed - refused)
        self.go_to(2)
        self.proxy.cut()
        self.type("insert x")
        self.until(lambda: self.last() == 2 + typed - refused)
        self.assertEqual(self.run_script("return playhead.selection.step"), 2)


if __name__ == "__main__":
    unittest.main()
