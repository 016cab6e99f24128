"""The page as the client of the tool's own server: branches, conditions, checks, and a server that was killed.

Needs the tool, in PLAYHEAD.
"""

import json
import os
import pathlib
import re
import shlex
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

def path_tokens(path):
    return re.findall(r"[^.\[\]]+", path)


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

    def copied(self, press):
        """The command that a button copies, run with the tool."""
        self.run_script("window.copied = undefined; Object.defineProperty(navigator, 'clipboard', {configurable: true, value: {writeText: async (text) => (window.copied = text)}})")
        press()
        self.wait("return window.copied !== undefined")
        name, *words = shlex.split(self.run_script("return window.copied"))
        self.assertEqual(name, "playhead")
        return words

    def type(self, condition):
        field = self.find("#condition")
        field.clear()
        field.send_keys(condition)
        return field

    def told(self, beginning):
        self.wait("return document.querySelector('#condition-text').textContent.startsWith(arguments[0])", beginning)

    def test_a_condition_is_run_to_as_the_debugger_runs_to_it(self):
        self.go_to(0)
        field = self.type("type = 'Refused'")
        for step in (8, 28):
            field.send_keys(Keys.ENTER)
            self.see_step(step)
        words = self.copied(lambda: self.press("Copy as command", ".run-bar"))
        self.assertEqual(json.loads(self.tool(*words, "--json").splitlines()[-1])["step"], 28)
        field.send_keys(Keys.ENTER)
        self.told("never true after step 28")
        field.send_keys(Keys.SHIFT, Keys.ENTER)
        self.see_step(8)
        field = self.type("state('feed.timelin') > 1")
        field.send_keys(Keys.ENTER)
        self.wait("return document.querySelector('#condition-text').textContent.includes('feed.timeline')")
        self.assert_no_errors()

    def test_the_first_step_is_that_of_bisect(self):
        for condition in ("state('feed.timeline.posts[0].confirmed.count') > 12", "step > 0 and type like '%Retry%'", "time >= 0"):
            self.go_to(28)
            self.type(condition)
            self.press("First match", ".run-bar")
            words = self.copied(lambda: self.press("Copy as command", ".run-bar"))
            self.assertEqual(words, ["bisect", "likes.playhead", "--where", condition])
            self.see_step(json.loads(self.tool(*words, "--json"))["step"])
        self.type("step > 99")
        self.press("First match", ".run-bar")
        self.told("true at no step")
        # In a branch too.
        self.go_to(5)
        self.see_step(5)
        self.press("Skip")
        self.changes(1)
        self.type("type = 'Refused' and time > 0.5")
        self.press("First match", ".run-bar")
        words = self.copied(lambda: self.press("Copy as command", ".run-bar"))
        self.see_step(json.loads(self.tool(*words, "--json").splitlines()[-1])["step"])

    def test_a_condition_is_completed_while_it_is_typed(self):
        field = self.type("stat")
        self.wait("return document.querySelector('#condition-words').textContent === \"state('\"")
        field.send_keys(Keys.TAB, "feed.ti")
        self.wait("return document.querySelector('#condition-words').textContent === 'feed.timeline'")
        field.send_keys(Keys.ARROW_DOWN, Keys.ENTER, ".")
        self.wait("return document.querySelectorAll('#condition-words li').length > 1")
        self.assertEqual(field.get_attribute("value"), "state('feed.timeline.")
        field.send_keys(Keys.ESCAPE)
        self.wait("return document.querySelector('#condition-words').hidden")
        field = self.type("type = 'Like")
        self.wait("return document.querySelector('#condition-words').textContent === 'LikeConfirmedLikeFailed'")

    def test_watched_values_and_expressions_are_shown_and_stopped_at(self):
        path = "feed.timeline.posts[0].confirmed.count"
        for text in (path, "state('feed.timeline.posts[0].confirmed.hasLiked') + step"):
            self.type(text)
            self.press("Watch expression", ".run-bar")
            self.wait("return [...document.querySelectorAll('.watches .name')].some((name) => name.textContent === arguments[0])", text)
        values = "playhead.draw(); return [...document.querySelectorAll('.watches .value')].map((value) => value.textContent).join() === arguments[0]"
        self.wait(values, "12,28")
        self.go_to(6)
        self.wait(values, "13,7")
        self.run_script("return document.querySelector('.watches .stop')").click()
        self.type("")
        self.go_to(0)
        steps = []
        for _ in range(3):
            before = self.step()
            self.press("›", ".run-bar")
            self.wait("return playhead.selection.step !== arguments[0]", before)
            steps.append(self.step())
        words = self.copied(lambda: self.press("Copy as command", ".run-bar"))
        self.assertEqual(json.loads(self.tool(*words, "--json").splitlines()[-1])["step"], steps[-1])
        history = [json.loads(line)["step"] for line in self.tool("history", "likes.playhead", path, "--json").splitlines()]
        self.assertEqual(steps, [step for step in history if step > 0][:3])
        # Both conditions and changes stop, and the page says which.
        self.go_to(6)
        self.type("step = 27")
        self.press("›", ".run-bar")
        self.told(f"step = 27, {path}")
        self.assertEqual(self.step(), 27)
        # Both are in the address, shortly after the last change.
        self.wait("playhead.draw(); return location.hash.split('watch=').length === 3")
        self.driver.refresh()
        self.wait("return window.playhead !== undefined && document.querySelectorAll('.watches li').length === 2")
        self.assert_no_errors()
        # What cannot be evaluated does not hide the others.
        self.driver.get("about:blank")
        self.driver.get(f"{self.address}#step=6&watch={path}&watch=nothing > 1")
        self.wait("return window.playhead !== undefined")
        self.wait("playhead.draw(); const [one, other] = document.querySelectorAll('.watches .value'); return one?.textContent === '13' && other.textContent.includes(\"is not a condition\")")
        self.assertFalse(self.find("#connection").is_displayed())

    def test_blame_and_handlers_are_those_of_the_tool(self):
        for step, path in ((28, "feed.timeline.posts[0]"), (9, "feed.timeline"), (5, "feed.timeline.posts[0].request")):
            self.go_to(step)
            self.see_step(step)
            self.run_script("playhead.selection.select(arguments[0])", path_tokens(path))
            self.driver.find_element(By.TAG_NAME, "body").send_keys("b")
            self.wait("return /value/.test(document.querySelector('[aria-label=Blame] h3').textContent)")
            script = "return [...document.querySelectorAll('.blame li')].map((item) => [...item.querySelectorAll('.step, .name')].map((cell) => cell.textContent))"
            shown = self.run_script(script)
            words = self.copied(lambda: self.press("Copy as command", "[aria-label=Blame]"))
            answers = [json.loads(line) for line in self.tool(*words, "--json").splitlines()]
            self.assertEqual(shown, [[str(part["step"] or ""), part["path"]] for part in answers])
        self.go_to(5)
        self.see_step(5)
        self.run_script("return document.querySelector('#tab-action')").click()
        self.wait("playhead.draw(); return document.querySelector('#action-facts').textContent.includes('Handled at')")
        listed = json.loads(self.tool("debug", "likes.playhead", "-ex", "goto 5", "-ex", "list", "--json").splitlines()[-1])
        for handler in listed["handlers"]:
            # The tool knows the folder of the sources.
            place = pathlib.PurePath(handler["place"]).name
            self.assertIn(f'{place} ({handler["store"]}', self.text("#action-facts"))

    def test_the_recording_is_checked(self):
        self.find("#check").click()
        self.wait("return document.body.textContent.includes('deterministic: ')")
        words = self.copied(lambda: self.press("Copy as command", "[aria-label=Check]"))
        self.assertEqual(words, ["check", "likes.playhead"])
        self.assertIn("deterministic", self.tool(*words))

    def test_a_smaller_session_is_found_and_saved(self):
        condition = "state('feed.timeline.posts[0].confirmed.count') > 12"
        self.type(condition)
        self.find("#shrink").click()
        self.wait("return /of the .* actions/.test(document.querySelector('[aria-label=Shrink]').textContent)")
        steps = self.run_script("return [...document.querySelectorAll('[aria-label=Shrink] .step')].map((cell) => Number(cell.textContent))")
        words = self.copied(lambda: self.press("Copy as command", "[aria-label=Shrink]"))
        self.assertEqual(json.loads(self.tool(*words, "--json"))["steps"], steps)
        os.remove(self.folder / "small.playhead")
        self.press("Save…", "[aria-label=Shrink]")
        self.submit()
        self.wait("return document.querySelector('.branch-form').hidden")
        actions = [line for line in self.tool("log", "small.playhead", "--json").splitlines() if "payload" in json.loads(line)]
        self.assertEqual(len(actions), len(steps))
        self.assertIn("13", self.tool("state", "small.playhead", "end", "feed.timeline.posts[0].confirmed.count"))
        self.press("Close", "[aria-label=Shrink]")
        self.type("step > 99")
        self.find("#shrink").click()
        self.wait("return document.querySelector('[aria-label=Shrink]').textContent.includes('never true')")

    def test_a_search_that_is_stopped_leaves_the_smallest_session_so_far(self):
        self.run_script("""
            const {connection} = playhead.session.source;
            const ask = connection.ask.bind(connection);
            connection.ask = (name, question, options) => {
              if (name !== 'pageShrink') return ask(name, question, options);
              options.onPart({...question, session: {runs: [[5, 6]], payloads: []}, count: 2, actions: []});
              return new Promise((_, fail) => options.signal.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))));
            };
        """)
        self.type("step > 5")
        self.find("#shrink").click()
        self.press("Stop", "[aria-label=Shrink]")
        self.wait("return document.querySelector('[aria-label=Shrink]').textContent.includes('2 actions so far')")
        self.press("Save…", "[aria-label=Shrink]")
        self.submit()
        self.wait("return document.querySelector('.branch-form').hidden")
        types = [json.loads(line).get("type") for line in self.tool("log", "small.playhead", "--json").splitlines()]
        self.assertEqual([kind for kind in types if kind], ["SetLike", "LikeConfirmed"])

    def test_changes_are_undone_and_made_again(self):
        self.go_to(5)
        self.see_step(5)
        page = self.driver.find_element(By.TAG_NAME, "body")
        page.send_keys("x")
        made = self.changes(1)
        page.send_keys("x")
        made = self.changes(2)
        for _ in range(2):
            page.send_keys("u")
        self.changes(0)
        page.send_keys("U")
        self.changes(1)
        page.send_keys("U")
        self.assertEqual(self.changes(2), made)
        self.assert_same_end()
        page.send_keys("u")
        self.changes(1)
        # A new change takes the place of those that were undone.
        page.send_keys("x")
        self.changes(2)
        self.assertTrue(self.run_script("return [...document.querySelectorAll('.branch button')].find((button) => button.textContent === 'Redo').disabled"))
        words = self.copied(lambda: self.press("Copy as command", ".branch"))
        state = self.tool(*words, "-ex", "goto end", "-ex", "state", "--json").splitlines()[-1]
        self.assertEqual(json.loads(state), json.loads(self.saved_state()))

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
