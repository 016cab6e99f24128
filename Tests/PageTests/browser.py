"""Opens session pages in a headless Chromium.

'tools/check page' makes the pages and runs the tests; 'tools/setup --page' installs what both need. By hand:

  PLAYHEAD_PAGES=FOLDER .build/page-python/bin/python -m unittest discover -s Tests/PageTests

FOLDER is made by 'make_pages.py'. It has pages as 'playhead page' writes them, and what they must answer, as the other
commands print it:

  NAME.html      a page
  NAME.json      optional, an object with these members, all optional:
                   "states":  {"STEP": TEXT}       'playhead state LOG STEP --json', without the end of the line
                   "diffs":   {"STEP..STEP": TEXT} 'playhead diff LOG STEP..STEP --json', without the end of the line
                   "history": {"STEP PATH": [[STEP, [TOKEN, …], OLD, NEW], …]}
                                                   'playhead history LOG PATH STEP --json', with the path's tokens, and
                                                   with "(long)" for values of which a page keeps only a glimpse
                   "changed": {"PATH": [STEP, …]}  the steps of 'playhead log LOG --json -- PATH'
                 TEXT is null where the tool has no state.
  hostile*.html  a page whose types, payloads, keys and texts try to run scripts that set 'window.pwned', to load
                 something, or to drive terminals; tests of hostile text are skipped without it

All other tests use every page that has what they need: states, some actions, several types. Each kind of page should
be there: long, empty, of one action, without states, with gaps, notes and a failure.
"""

import json
import os
import pathlib
import shutil
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FOLDER = pathlib.Path(os.environ.get("PLAYHEAD_PAGES", ".")).resolve()

# Time for a page of 100,000 actions on a busy machine, in seconds.
PATIENCE = 30


def pages():
    return sorted(FOLDER.glob("*.html"))


def hostile_pages():
    return sorted(FOLDER.glob("hostile*.html"))


def expectations(page):
    file = page.with_suffix(".json")
    return json.loads(file.read_text()) if file.exists() else {}


def new_driver():
    options = Options()
    # Selenium finds Chrome by itself.
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


class PageTestCase(unittest.TestCase):
    """A browser for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        if not pages():
            raise unittest.SkipTest(f"no pages in '{FOLDER}'; PLAYHEAD_PAGES names their folder")
        cls.driver = new_driver()
        cls.addClassCleanup(cls.driver.quit)

    def open(self, page, link="", width=1440, height=900):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        # From another page, because a link within the page would not load it again.
        self.driver.get("about:blank")
        self.driver.get_log("performance")
        self.driver.get_log("browser")
        self.driver.get(page.as_uri() + link)
        self.wait("return window.playhead !== undefined && playhead.session.isRead")

    def run_script(self, script, *arguments):
        """What a script returns, once the page shows what it has to at its next frame."""
        return self.driver.execute_script(f"window.playhead?.draw(); {script}", *arguments)

    def wait(self, script, *arguments):
        WebDriverWait(self.driver, PATIENCE, 0.02).until(lambda driver: driver.execute_script(script, *arguments))

    def find(self, selector):
        self.run_script("")
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run_script("return document.querySelector(arguments[0]).textContent", selector)

    def step(self):
        return self.run_script("return playhead.selection.step")

    def go_to(self, step):
        self.run_script("playhead.goTo(arguments[0])", step)

    def fact(self, expression):
        return self.run_script(f"return playhead.session.{expression}")

    def assert_no_errors(self):
        # Chromium warns of a policy in a <meta> that is not in force for what a header must say; that is no error.
        errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.assertEqual(errors, [])

    def open_suitable(self, condition, link=""):
        """Opens the first page of which the condition holds."""
        for page in pages():
            if page in hostile_pages():
                continue
            self.open(page, link)
            if self.run_script(f"const {{session, selection}} = playhead; return {condition}"):
                return page
        raise unittest.SkipTest(f"no page of which this holds: {condition}")
