"""What the app shows beside the state: a text, a picture, or both. The layout of the folder of pages is in browser.py."""

import base64
import json

from browser import PageTestCase, hostile_pages

SHOWN = """
    const [image, text, hint] = ['.picture', '#app-view-text', '#app-view-none'].map((name) => document.querySelector(name));
    return {
        width: image.hidden ? 0 : image.naturalWidth, alt: image.alt, text: text.textContent,
        hint: hint.hidden ? null : hint.textContent,
    };
"""
# A picture is decoded after the page is drawn.
DECODED = "const image = document.querySelector('.picture'); return image.hidden || image.complete && image.naturalWidth > 0;"

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><text>é😀 # % </text></svg>'
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
NO_IMAGE = "The app's picture at this step is not an SVG or PNG image."


class Pictures(PageTestCase):
    def open_app(self, condition):
        page = self.open_suitable(f"session.facts.hasViews && {condition}")
        self.run_script("document.getElementById('tab-view').click()")
        return page

    def shown(self):
        self.run_script("")
        self.wait(DECODED)
        return self.run_script(SHOWN)

    def show(self, view):
        """What the page shows if this is what the app shows."""
        # As JSON, because the browser's driver takes no halves of characters.
        script = "const view = JSON.parse(arguments[0]); playhead.session.view = () => view;"
        self.run_script(f"{script} document.getElementById('tab-view').click()", json.dumps(view))
        return self.shown()

    def test_an_app_with_a_picture_and_a_text_shows_both(self):
        self.open_app("session.view(session.last).picture?.svg && session.view(session.last).text")
        shown = self.shown()
        self.assertGreater(shown["width"], 100)
        self.assertTrue(shown["text"])
        self.assertEqual((shown["alt"], shown["hint"]), (shown["text"], None))
        self.assert_no_errors()

    def test_an_app_without_a_picture_shows_its_text(self):
        self.open_app("!session.view(session.last).picture && session.view(session.last).text")
        shown = self.shown()
        self.assertEqual((shown["width"], shown["hint"]), (0, None))
        self.assertTrue(shown["text"])

    def test_each_view_replaces_the_one_before(self):
        self.open_app("session.states.has(session.last)")
        kinds = {
            "text": ({"text": "a"}, 0, "a", None),
            "SVG": ({"picture": {"svg": SVG}}, 30, "", None),
            "PNG and text": ({"text": "b", "picture": {"png": PNG}}, 1, "b", None),
            "nothing": ({}, 0, "", "The app shows nothing at this step."),
            "no picture any more": ({"picture": {}}, 0, "", "The app shows nothing at this step."),
            "no picture, but text": ({"text": "c", "picture": {}}, 0, "c", None),
            "no SVG": ({"picture": {"svg": "<svg"}}, 0, "", NO_IMAGE),
            "half a character": ({"picture": {"svg": SVG.replace("#", "\ud83d")}}, 30, "", None),
            "no PNG": ({"text": "d", "picture": {"png": base64.b64encode(b"no").decode()}}, 0, "d", NO_IMAGE),
            "no base64": ({"picture": {"png": "\"'><b>"}}, 0, "", NO_IMAGE),
        }
        for name, (view, width, text, hint) in kinds.items():
            for other in ("SVG", "no SVG", "nothing"):
                with self.subTest(name, after=other):
                    self.show(kinds[other][0])
                    shown = self.show(view)
                    self.assertEqual((shown["width"], shown["text"], shown["hint"]), (width, text, hint))
                    self.assertEqual(shown["alt"], text or "A picture of the app")

    def test_a_picture_that_is_left_out_has_its_size_and_a_command(self):
        self.open_app("session.states.has(session.last)")
        hint = self.show({"picture": {"bytes": 2097152}})["hint"]
        self.assertIn("2,097,152 bytes", hint)
        self.assertRegex(hint, rf"'\S+ view .+ {self.step()} -o FILE' writes it\.$")

    def test_what_is_no_image_is_a_sentence_and_the_text_stays(self):
        hints = set()
        for page in hostile_pages():
            self.open(page, "#step=0")
            self.run_script("document.getElementById('tab-view').click()")
            for step in range(self.fact("first"), self.fact("last") + 1):
                self.go_to(step)
                shown = self.shown()
                picture = self.run_script("return playhead.session.view(playhead.selection.step).picture ?? {}")
                is_image = picture.get("svg", "").startswith(("<svg", "<?xml"))
                self.assertEqual(shown["width"] > 0, is_image, f"step {step}: {str(picture)[:80]}")
                if shown["hint"]:
                    hints.add(shown["hint"].split(":")[0])
        self.assertLessEqual({NO_IMAGE, "The app's picture at this step is left out, because of its size"}, hints)
