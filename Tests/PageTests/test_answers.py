"""The page answers what the command-line tool answers. The layout of the folder of pages is in browser.py."""

import os
import re

from browser import PageTestCase, expectations, pages

STATE = "return playhead.session.state(arguments[0]) && playhead.stateJSON(arguments[0])"
DIFF = """
    const [from, to] = arguments[0].split('..').map(Number);
    return playhead.session.changes(from, to) && playhead.diffJSON(from, to);
"""
# The short values as 'make_pages.py' writes them: of others, the page keeps only a glimpse.
HISTORY = """
    const kept = (value) => typeof value !== 'object' ? value ?? null
        : value?.constructor.name === 'ExactNumber' ? Number(value.text) : value && '(long)';
    return playhead.history(...arguments).map(({step, tokens, old, new: value}) => [step, tokens, kept(old), kept(value)]);
"""
# 'log' lists actions, and so leaves out what changed where none was recorded.
CHANGED = """
    const steps = playhead.history(arguments[0]).map(({step}) => step);
    return steps.filter((step) => playhead.session.actions.steps.includes(step));
"""


class Answers(PageTestCase):
    def test_every_page_answers_what_the_tool_answers(self):
        for page in pages():
            expected = expectations(page)
            if not any(expected.values()):
                continue
            self.open(page)
            for check in (
                self.states_are_those_of_the_tool_byte_for_byte, self.diffs_are_those_of_the_tool_byte_for_byte,
                self.histories_are_those_of_the_tool,
            ):
                with self.subTest(page.name, check=check.__name__):
                    check(**expected)

    def states_are_those_of_the_tool_byte_for_byte(self, states, **others):
        # From the end to the start, and then forward: inverse operations and operations.
        steps = sorted(map(int, states), reverse=True)
        self.assert_answers(STATE, states, steps + steps[::-1])

    def diffs_are_those_of_the_tool_byte_for_byte(self, diffs, **others):
        self.assert_answers(DIFF, diffs, diffs)

    def assert_answers(self, script, expected, places):
        """What the page answers about each step or pair of steps; a message has the first few that are other than expected."""
        wrong = []
        for place in places:
            found = self.run_script(script, place)
            if unescaped(found) != unescaped(expected[str(place)]):
                wrong.append(f"step {place}: {difference(found, expected[str(place)])}")
        self.assertEqual(len(wrong), 0, "\n" + "\n".join(wrong[:3]))

    def histories_are_those_of_the_tool(self, history, changed, **others):
        for place, changes in history.items():
            step, path = place.split(" ", 1)
            with self.subTest(place=place):
                self.assertEqual(self.run_script(HISTORY, path, int(step)), changes)
        for path, steps in changed.items():
            with self.subTest(path=path):
                self.assertEqual(self.run_script(CHANGED, path), steps)


def unescaped(json_text):
    """JSON in which no character has an escape that needs none: the tool writes those that terminals hide as escapes."""
    if json_text is None:
        return None

    def character(escape):
        code = int(escape[1] or "0", 16)
        return escape[0] if code < 0x7F else chr(code)

    text = re.sub(r"\\\\|\\u([0-9a-fA-F]{4})", character, json_text)
    # Two escapes for a character beyond 16 bits.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def difference(found, expected):
    """Where two texts part, and a piece of each."""
    if found is None or expected is None:
        return "only the tool has it" if found is None else "only the page has it"
    place = len(os.path.commonprefix([found, expected]))
    piece = slice(max(place - 30, 0), place + 50)
    return f"from character {place} on the page has {found[piece]!r}, the tool {expected[piece]!r}"
