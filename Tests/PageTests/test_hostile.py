"""Text of a session is only ever text. The layout of the folder of pages is in browser.py."""

import json
import unittest

from browser import FOLDER, PageTestCase

HOSTILE = FOLDER / "hostile.html"


@unittest.skipUnless(HOSTILE.exists(), "there is no hostile.html")
class HostileText(PageTestCase):
    def show_everything(self):
        for step in range(self.fact("first"), self.fact("last") + 1):
            self.go_to(step)
            for tab in ("tab-action", "tab-changes", "tab-value", "tab-view"):
                self.run_script("document.getElementById(arguments[0]).click()", tab)
            for store in self.fact("facts.stores"):
                self.run_script("playhead.selection.select([arguments[0]])", store)

    def test_no_script_of_the_session_runs(self):
        self.open(HOSTILE)
        self.show_everything()
        self.assertIsNone(self.run_script("return window.pwned ?? null"))
        self.assertIsNone(self.run_script("return {}.polluted ?? null"))
        self.assert_no_errors()

    def test_nothing_is_loaded(self):
        self.open(HOSTILE)
        self.show_everything()
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        urls = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        self.assertEqual([url for url in urls if url != HOSTILE.as_uri()], [])

    def test_the_page_has_no_elements_of_the_session(self):
        self.open(HOSTILE)
        self.show_everything()
        self.assertEqual(self.run_script("return document.querySelectorAll('img, iframe, object, a, link').length"), 0)
        own_scripts = "script[type=module], script#session, script.block"
        count = "return document.querySelectorAll('script').length - document.querySelectorAll(arguments[0]).length"
        self.assertEqual(self.run_script(count, own_scripts), 0)

    def test_invisible_characters_are_shown_as_escapes(self):
        self.open(HOSTILE)
        self.show_everything()
        shown = self.run_script("return Array.from(document.querySelectorAll('main, header, #notices'), (part) => part.innerText).join()")
        self.assertNotRegex(shown, "[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069\u2028]")

    def test_texts_keep_their_direction_to_themselves(self):
        self.open(HOSTILE)
        loose = """
            return Array.from(document.querySelectorAll('.data'))
              .filter((part) => getComputedStyle(part).unicodeBidi !== 'isolate').length
        """
        self.assertEqual(self.run_script(loose), 0)

    def test_keys_of_every_name_are_members(self):
        self.open(HOSTILE)
        last = self.fact("last")
        state = json.loads(self.run_script("return playhead.stateJSON(arguments[0])", last))
        self.assertEqual(list(state), self.fact("facts.stores"))
