"""Text of a session is only ever text. The layout of the folder of pages is in browser.py."""

import json
import unittest

from browser import PageTestCase, hostile_pages

SHOWN = "return Array.from(document.querySelectorAll('main, header, #notices'), (part) => part.innerText).join()"
# Control characters but the ends of lines, and marks of direction.
STEERING = "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u2028-\u202e\u2066-\u2069]"


@unittest.skipUnless(hostile_pages(), "there is no hostile page")
class HostileText(PageTestCase):
    def test_texts_of_a_session_are_only_shown(self):
        for page in hostile_pages():
            self.open(page)
            shown = "".join(self.show_everything())
            for check in (
                self.no_script_of_the_session_runs, self.nothing_is_loaded, self.the_page_has_no_elements_of_the_session,
                self.invisible_characters_are_shown_as_escapes, self.texts_keep_their_direction_to_themselves,
            ):
                with self.subTest(page.name, check=check.__name__):
                    check(page, shown)

    def show_everything(self):
        """Goes to each step, looks at all there is, and gives the text that is seen."""
        for step in range(self.fact("first"), self.fact("last") + 1):
            self.go_to(step)
            for tab in ("tab-action", "tab-changes", "tab-value", "tab-view"):
                self.run_script("document.getElementById(arguments[0]).click()", tab)
                yield self.run_script(SHOWN)
            for store in self.fact("facts.stores"):
                self.run_script("playhead.selection.select([arguments[0]])", store)

    def no_script_of_the_session_runs(self, page, shown):
        self.assertIsNone(self.run_script("return window.pwned ?? null"))
        self.assertIsNone(self.run_script("return {}.polluted ?? null"))
        self.assert_no_errors()

    def nothing_is_loaded(self, page, shown):
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        urls = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        # The page's icon is in its address.
        # Pictures have their data there, too.
        self.assertEqual([url for url in urls if url != page.as_uri() and not url.startswith("data:image/")], [])

    def the_page_has_no_elements_of_the_session(self, page, shown):
        foreign = "img:not(.picture), iframe, object, a, link:not([rel=icon])"
        self.assertEqual(self.run_script("return document.querySelectorAll(arguments[0]).length", foreign), 0)
        own_scripts = "script[type=module], script#session, script.block"
        count = "return document.querySelectorAll('script').length - document.querySelectorAll(arguments[0]).length"
        self.assertEqual(self.run_script(count, own_scripts), 0)

    def invisible_characters_are_shown_as_escapes(self, page, shown):
        self.assertNotRegex(shown, STEERING)

    def texts_keep_their_direction_to_themselves(self, page, shown):
        loose = """
            return Array.from(document.querySelectorAll('.data'))
              .filter((part) => getComputedStyle(part).unicodeBidi !== 'isolate').length
        """
        self.assertEqual(self.run_script(loose), 0)

    def test_keys_of_every_name_are_members(self):
        for page in hostile_pages():
            self.open(page)
            if self.run_script("return playhead.session.facts.noStates === undefined"):
                with self.subTest(page.name):
                    state = json.loads(self.run_script("return playhead.stateJSON(playhead.session.last)"))
                    self.assertEqual(list(state), self.fact("facts.stores"))
