"""The page as the client of the tool's own server: branches, conditions, checks, and a server that was killed.

Needs the tool, in PLAYHEAD.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase, new_driver

TOOL = os.environ.get("PLAYHEAD", "")
LOG = pathlib.Path(__file__).parents[2] / "fixtures" / "feed" / "likes.playhead"


@unittest.skipUnless(TOOL, "PLAYHEAD names no tool")
class Branch(PageTestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = new_driver()
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.set_window_size(1440, 1000)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copy(LOG, self.folder)
        self.start()
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(self.address)
        self.wait("return window.playhead !== undefined")
        self.see_step(28)

    def start(self):
        self.server = subprocess.Popen([TOOL, "serve", LOG.name, "--no-open"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.server.stdout.close)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.kill)
        self.address = self.server.stdout.readline().strip()

    def tool(self, *words):
        return subprocess.run([TOOL, *words], cwd=self.folder, capture_output=True, text=True, check=True).stdout.rstrip("\n")

    def see_step(self, step):
        """Waits until the state of a step is shown."""
        self.wait(
            "playhead.draw(); const {selection, session} = playhead;"
            "return selection.step === arguments[0] && typeof session.state(arguments[0]) === 'object'", step,
        )

    def press(self, label, within="#branch-part"):
        script = "return [...document.querySelectorAll(arguments[0] + ' button')].find((button) => button.textContent === arguments[1])"
        self.run_script(script, within, label).click()

    def changes(self, count):
        """The changes of the branch in words, once there are so many."""
        self.wait("return document.querySelectorAll('.branch-changes li').length === arguments[0]", count)
        return [item.text for item in self.driver.find_elements(By.CSS_SELECTOR, ".branch-changes li")]

    def fill(self, label, text):
        script = "return [...document.querySelectorAll('.branch-form input')].find((input) => input.getAttribute('aria-label') === arguments[0])"
        field = self.run_script(script, label)
        field.clear()
        field.send_keys(text)

    def submit(self):
        self.driver.find_element(By.CSS_SELECTOR, '.branch-form [type="submit"]').click()

    def saved_state(self):
        """The last state of the branch, as the tool reads it from the log that the page saves."""
        self.press("Save…", ".branch")
        self.submit()
        self.wait("return document.querySelector('.branch-form').hidden")
        state = self.tool("state", "branch.playhead", "end", "--json")
        os.remove(self.folder / "branch.playhead")
        return state

    def assert_same_end(self):
        last = self.fact("last")
        self.go_to(last)
        self.see_step(last)
        self.assertEqual(json.loads(self.run_script("return playhead.stateJSON(arguments[0])", last)), json.loads(self.saved_state()))

    def test_changes_of_a_branch_lead_to_the_states_of_the_tool(self):
        recorded = self.run_script("return playhead.stateJSON(28)")
        self.go_to(5)
        self.see_step(5)
        self.press("Skip")
        self.assertIn("skipped step 5", self.changes(1)[0])
        self.assertEqual(self.fact("last"), 27)
        self.assert_same_end()
        self.go_to(6)
        self.see_step(6)
        self.press("Edit…")
        self.fill("post", "3")
        self.submit()
        self.assertIn("post 2 → 3", self.changes(2)[1])
        self.assert_same_end()
        self.go_to(6)
        self.see_step(6)
        self.press("Insert after…")
        self.fill('Action, such as AddItem(sku: "A-7")', "SetLike(post: 4, liked: true)")
        self.submit()
        self.assertIn("inserted", self.changes(3)[2])
        self.assert_same_end()
        self.wait("return /first differs at step/.test(document.querySelector('.branch').textContent)")
        self.press("Undo", ".branch")
        self.changes(2)
        self.assert_same_end()
        self.press("Revert", ".branch")
        self.wait("return document.querySelector('.branch').hidden")
        self.go_to(28)
        self.see_step(28)
        self.assertEqual(self.run_script("return playhead.stateJSON(28)"), recorded)
        self.assert_no_errors()

    def test_a_drag_with_shift_over_the_actions_compares_two_steps(self):
        self.go_to(0)
        self.see_step(0)
        rows = [self.find(f"#action-rows .action:nth-child({step})") for step in (3, 6)]
        # A row that is selected gets another element.
        by = rows[1].rect["y"] - rows[0].rect["y"]
        ActionChains(self.driver).key_down(Keys.SHIFT).click_and_hold(rows[0]).move_by_offset(0, by).release().key_up(Keys.SHIFT).perform()
        self.wait("playhead.draw(); return document.querySelector('#changes-title').textContent.endsWith('from step 3 to step 6')")
        self.driver.find_element(By.CSS_SELECTOR, "body").send_keys(Keys.ESCAPE)
        self.wait("playhead.draw(); return document.querySelector('#changes-title').textContent.endsWith('in step 6')")

    def test_the_first_difference_of_a_branch_is_gone_to(self):
        self.go_to(6)
        self.see_step(6)
        self.press("Skip")
        self.go_to(0)
        self.wait("return document.querySelector('.branch .data button')?.textContent === 'step 6'")
        self.press("step 6", ".branch")
        self.see_step(6)

    def test_what_does_not_fit_is_said_beside_the_form(self):
        self.go_to(5)
        self.see_step(5)
        self.press("Edit…")
        self.fill("post", '"three"')
        self.submit()
        self.wait("return document.querySelector('.branch-form .alert').textContent.includes('does not fit')")
        self.press("Cancel", ".branch-form")
        # One of two fields fits: neither is changed, and both texts stay.
        self.press("Edit…")
        self.fill("post", "3")
        self.fill("liked", '"yes"')
        self.submit()
        self.wait("return document.querySelector('.branch-form .alert').textContent.includes('does not fit')")
        self.assertEqual(self.run_script("return [...document.querySelectorAll('.branch-form input')].map((input) => input.value)"), ["3", '"yes"'])
        self.press("Cancel", ".branch-form")
        # A form without a change changes nothing.
        self.press("Edit…")
        self.submit()
        self.wait("return document.querySelector('.branch-form').hidden")
        self.press("Insert after…")
        self.fill('Action, such as AddItem(sku: "A-7")', "Nothing()")
        self.submit()
        self.wait("return document.querySelector('.branch-form .alert').textContent.includes('has no action')")
        # What is wrong with a condition is said beside it, not in the form.
        self.find("#condition").send_keys("type = (", Keys.ENTER)
        self.wait("return document.querySelector('#condition-text').textContent.includes('is not a condition')")
        self.assertIn("has no action", self.text(".branch-form .alert"))
        self.assertEqual(self.changes(0), [])

    def test_a_condition_is_run_to_and_a_check_is_made(self):
        self.go_to(0)
        field = self.find("#condition")
        field.send_keys("type = 'Refused'", Keys.ENTER)
        self.see_step(8)
        field.send_keys(Keys.ENTER)
        self.see_step(28)
        field.send_keys(Keys.ENTER)
        self.wait("return document.querySelector('#condition-text').textContent.startsWith('never true after step 28')")
        field.send_keys(Keys.SHIFT, Keys.ENTER)
        self.see_step(8)
        field.clear()
        field.send_keys("state('feed.timelin') > 1", Keys.ENTER)
        self.wait("return document.querySelector('#condition-text').textContent.includes('feed.timeline')")
        self.find("#check").click()
        self.wait("return document.body.textContent.includes('deterministic: ')")

    def test_a_server_that_was_killed_and_started_again_is_gone_on_with(self):
        self.go_to(5)
        self.see_step(5)
        self.press("Skip")
        self.changes(1)
        self.server.send_signal(signal.SIGKILL)
        self.server.wait()
        # What is not in memory has to be asked for.
        self.go_to(self.fact("last"))
        self.wait("playhead.draw(); return !document.querySelector('#connection').hidden || playhead.session.state(playhead.selection.step) !== undefined")
        address = self.address
        time.sleep(0.5)
        self.start()
        self.assertEqual(self.address, address)
        self.wait("playhead.draw(); return document.querySelector('#connection').hidden")
        self.assert_same_end()
