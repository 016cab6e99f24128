"""Keyboard, links, filters, playing, and layouts. The layout of the folder of pages is in browser.py."""

import random
import re
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase, hostile_pages, pages

LONG_ENOUGH = "session.actions.count >= 12 && session.states.has(session.last)"
WITH_TYPES = f"{LONG_ENOUGH} && session.facts.types.length > 1"

# The first numeric value in the last state that changes at least twice, as tokens.
FIND_NUMBER = """
    const find = (value, path) => {
      if (typeof value === 'number') {
        const text = path.map((token, i) => (i ? '.' : '') + token).join('');
        return playhead.history(text).length > 1 ? [path, text] : undefined;
      }
      if (!(value instanceof Map)) return undefined;
      for (const [name, part] of value) {
        const found = /^[A-Za-z]\\w*$/.test(name) && find(part, [...path, name]);
        if (found) return found;
      }
    };
    return find(playhead.session.state(playhead.session.last), []) ?? null;
"""


WITH_NUMBER = f"{LONG_ENOUGH} && (() => {{ {FIND_NUMBER} }})()"


# Of sessions that are soon searched.
FIND_ELEMENT = r"""(() => {
    const {session} = playhead;
    const pathOf = (tokens) => tokens.map((token) => /^\d+$/.test(token) ? `[${token}]` : `["${token}"]`).join('');
    const namesOf = (value) => value instanceof Map || Array.isArray(value) ? [...value.keys()].slice(0, 8).map(String) : [];
    function* elements(value, tokens) {
        for (const name of namesOf(value)) {
            if (Array.isArray(value)) yield [...tokens, name];
            yield* elements(value instanceof Map ? value.get(name) : value[name], [...tokens, name]);
        }
    }
    for (let step = session.last; step > session.first && session.last - session.first < 300; step -= 7) {
        for (const tokens of [...elements(session.state(step), [])]) {
            const changes = playhead.history(pathOf(tokens), step);
            if ((SUITS)(changes)) return {step, tokens, changes};
        }
    }
})()"""

class Use(PageTestCase):
    def open_with_number(self):
        """Opens the first page with a number that changes, and returns its tokens and its path."""
        self.open_suitable(WITH_NUMBER)
        return self.run_script(FIND_NUMBER)

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def shown_steps(self):
        return self.run_script(
            "return Array.from(document.querySelectorAll('#action-rows .action .step'), (cell) => Number(cell.textContent))"
        )

    def steps(self):
        return self.run_script("return Array.from(playhead.session.actions.steps).slice(0, playhead.session.actions.count)")

    # Moving

    def test_a_page_opens_at_its_end(self):
        self.open_suitable(f"{LONG_ENOUGH} && !session.facts.failure && !session.marks.some(({{kind}}) => kind === 'trap')")
        self.assertEqual(self.step(), self.fact("last"))

    def test_a_page_of_a_crash_opens_there(self):
        self.open_suitable("session.facts.marks.some(({kind}) => kind === 'trap') && !session.facts.failure")
        crash = self.run_script("return playhead.session.marks.find(({kind}) => kind === 'trap').step")
        self.assertEqual(self.step(), crash)

    def test_keys_move_by_a_step_and_to_the_ends(self):
        self.open_suitable(LONG_ENOUGH)
        first, steps = self.fact("first"), self.steps()
        for key, expected in [
            (Keys.HOME, first), (Keys.ARROW_RIGHT, steps[0]), ("j", steps[1]), (Keys.ARROW_LEFT, steps[0]),
            ("k", first), (Keys.END, steps[-1]), (Keys.ARROW_RIGHT, steps[-1]),
        ]:
            self.press(key)
            self.assertEqual(self.step(), expected)

    def test_the_list_the_tree_and_the_timeline_take_arrow_keys(self):
        self.open_suitable(LONG_ENOUGH)
        steps = self.steps()
        self.press(Keys.HOME)
        self.run_script("document.getElementById('action-rows').focus()")
        self.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.assertEqual(self.step(), steps[1])
        self.run_script("document.getElementById('timeline').focus()")
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.step(), steps[2])
        self.run_script("document.getElementById('state-tree').focus()")
        self.press(Keys.ARROW_DOWN)
        self.assertEqual(self.run_script("return playhead.selection.tokens.length"), 1)
        self.assertEqual(self.step(), steps[2])

    def test_the_start_is_above_the_first_action(self):
        self.open_suitable(LONG_ENOUGH, "#step=1")
        self.run_script("document.getElementById('action-rows').focus()")
        self.press(Keys.ARROW_UP)
        self.assertEqual(self.step(), self.fact("first"))

    def test_the_start_is_shown_at_the_top(self):
        self.open_suitable("session.actions.count > 100 && !session.facts.failure")
        top = "return document.getElementById('action-rows').scrollTop"
        self.wait(top + " > 0")
        self.press(Keys.HOME)
        self.wait(top + " === 0")

    # What the rows have, by their identifiers.
    ROWS = """
        const described = (node) => [
          Array.from(node.attributes, ({name, value}) => `${name}=${value.trim()}`).sort().join(),
          node.children.length > 0 ? Array.from(node.children, described) : node.textContent,
        ];
        const rows = document.querySelectorAll('#action-rows .row, #state-tree .row');
        return Object.fromEntries(Array.from(rows, (row) => [row.id, described(row)]));
    """

    def test_rows_that_changed_in_place_are_those_of_a_page_that_opens_there(self):
        chance = random.Random(46)
        read = [page for page in pages() if page not in hostile_pages()]
        for page in chance.sample(read, 6):
            self.open(page)
            for _ in range(12):
                self.press(chance.choice([Keys.HOME, Keys.END, "j", "k", "k"]))
                if chance.random() < 0.3:
                    self.choose("search", chance.choice(["a", "add", "e", ""]), event="input")
            changed, step = self.run_script(self.ROWS), self.step()
            text = self.run_script("return document.getElementById('search').value")
            self.open(page, f"#step={step}" + (f"&search={text}" if text else ""))
            new = self.run_script(self.ROWS)
            both = changed.keys() & new.keys()
            self.assertGreater(len(both), 0)
            self.assertEqual({name: changed[name] for name in both}, {name: new[name] for name in both}, page.name)

    def test_a_click_on_a_speed_leaves_the_space_bar_to_playing(self):
        self.open_suitable(LONG_ENOUGH)
        self.find("#speeds button:nth-child(3)").click()
        self.press(" ")
        self.wait("return playhead.selection.step > arguments[0]", self.fact("first"))

    def test_the_slider_leaves_keys_to_the_page(self):
        self.open_suitable(LONG_ENOUGH)
        self.find("#slider").click()
        place = self.run_script("return playhead.selection.place")
        self.press("k", "k", Keys.ARROW_RIGHT)
        self.assertEqual(self.run_script("return playhead.selection.place"), place - 1)

    def test_a_click_on_an_action_goes_there(self):
        self.open_suitable(LONG_ENOUGH, "#step=0")
        self.find("#action-rows .action:nth-child(4)").click()
        self.assertEqual(self.step(), self.shown_steps()[3])

    def test_a_click_on_the_timeline_goes_there(self):
        self.open_suitable(LONG_ENOUGH)
        timeline = self.find("#timeline")
        right = timeline.size["width"] / 2 - 9
        ActionChains(self.driver).move_to_element_with_offset(timeline, right, 20).click().perform()
        self.assertEqual(self.step(), self.steps()[-1])

    def test_a_click_in_the_strip_goes_there(self):
        self.open_suitable(LONG_ENOUGH)
        timeline = self.find("#timeline")
        right, top = timeline.size["width"] / 2 - 9, 10 - timeline.size["height"] / 2
        ActionChains(self.driver).move_to_element_with_offset(timeline, right, top).click().perform()
        self.assertEqual(self.step(), self.steps()[-1])

    def test_the_slider_of_the_timeline_says_where_it_is(self):
        self.open_suitable(LONG_ENOUGH)
        self.go_to(self.steps()[4])
        timeline = self.find("#timeline")
        self.assertEqual(timeline.get_attribute("role"), "slider")
        self.assertEqual(timeline.get_attribute("aria-valuenow"), "5")
        self.assertIn("Step", timeline.get_attribute("aria-valuetext"))

    def test_playing_ends_at_the_end(self):
        self.open_suitable(f"{LONG_ENOUGH} && session.actions.count < 200")
        self.go_to(self.steps()[-4])
        self.press("0", " ")
        self.wait("return playhead.selection.step === playhead.session.last")
        self.assertEqual(self.find("#play").get_attribute("aria-label"), "Play")

    def test_the_wheel_zooms_and_a_double_click_shows_all(self):
        self.open_suitable(LONG_ENOUGH)
        wheel = "document.getElementById('timeline').dispatchEvent(new WheelEvent('wheel', {deltaY: -500, clientX: 700, clientY: 90, cancelable: true}))"
        self.run_script(wheel)
        self.assertTrue(self.find("#zoom-all").is_enabled())
        ActionChains(self.driver).double_click(self.find("#timeline")).perform()
        self.assertFalse(self.find("#zoom-all").is_enabled())

    def test_two_fingers_zoom(self):
        self.open_suitable(LONG_ENOUGH)
        top = self.find("#timeline").rect["y"] + 60

        def touch(kind, *xs):
            points = [{"x": x, "y": top, "id": number} for number, x in enumerate(xs)]
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", 600, 640)
        touch("touchMove", 550, 690)
        touch("touchMove", 500, 740)
        touch("touchEnd")
        self.assertTrue(self.find("#zoom-all").is_enabled())

    def test_a_drag_in_the_strip_chooses_a_part(self):
        self.open_suitable(LONG_ENOUGH)
        timeline = self.find("#timeline")
        # From the middle, to which Selenium counts.
        strip = 10 - timeline.size["height"] / 2
        ActionChains(self.driver).move_to_element_with_offset(timeline, 0, strip).click_and_hold().move_by_offset(
            120, 0
        ).release().perform()
        self.assertTrue(self.find("#zoom-all").is_enabled())

    def test_the_help_sheet_opens_and_closes(self):
        self.open_suitable(LONG_ENOUGH)
        self.press("?")
        self.assertTrue(self.find("#help").is_displayed())
        self.press(Keys.ESCAPE)
        self.assertFalse(self.find("#help").is_displayed())

    # Links

    def test_a_link_goes_to_a_step_and_a_path(self):
        tokens, path = self.open_with_number()
        step = self.steps()[6]
        page = self.driver.current_url.split("#")[0]
        self.driver.get("about:blank")
        self.driver.get(f"{page}#step={step}&path={path}")
        self.wait("return window.playhead !== undefined && playhead.session.isRead")
        self.assertEqual(self.step(), step)
        self.assertEqual(self.run_script("return playhead.selection.tokens"), tokens)
        self.assertEqual(self.text("#state-tree [aria-selected=true] .name"), tokens[-1])

    def test_the_address_follows_the_selection(self):
        self.open_suitable(LONG_ENOUGH)
        step = self.steps()[3]
        self.go_to(step)
        self.wait("return location.hash.startsWith(arguments[0])", f"#step={step}")
        self.run_script("location.hash = arguments[0]", f"#step={self.steps()[5]}")
        self.wait("return playhead.selection.step === arguments[0]", self.steps()[5])

    def test_the_browser_goes_back_and_forward(self):
        self.open_suitable(LONG_ENOUGH)
        first, second, third = self.steps()[3:6]
        self.go_to(first)
        self.wait("return location.hash === arguments[0]", f"#step={first}")
        self.run_script("location.hash = arguments[0]", f"#step={second}")
        self.wait("return playhead.selection.step === arguments[0]", second)
        self.go_to(third)
        self.wait("return location.hash === arguments[0]", f"#step={third}")
        for move, step in (("back", first), ("forward", third)):
            self.run_script(f"history.{move}()")
            self.wait("return playhead.selection.step === arguments[0]", step)

    def test_a_step_that_is_not_there_leads_to_the_one_before(self):
        self.open_suitable(LONG_ENOUGH, "#step=999999999&path=no.such[3].place")
        self.assertEqual(self.step(), self.fact("last"))
        self.assert_no_errors()

    # Screen readers

    def test_the_selected_row_is_active_while_it_is_there(self):
        self.open_suitable(f"session.actions.count > 100 && (() => {{ {FIND_NUMBER} }})()")
        tokens, _ = self.run_script(FIND_NUMBER)
        self.go_to(self.steps()[40])
        self.run_script("playhead.selection.select(arguments[0]); document.getElementById('tab-value').click()", tokens)
        active = "return document.getElementById(document.getElementById(arguments[0]).getAttribute('aria-activedescendant'))?.ariaSelected"
        for rows in ("action-rows", "state-tree", "history-rows"):
            self.wait(f"{active} === 'true'", rows)
        has_active = "return document.getElementById('action-rows').hasAttribute('aria-activedescendant') === arguments[0]"
        for top, is_there in ((99999, False), (40 * 20, True)):
            self.run_script("document.getElementById('action-rows').scrollTop = arguments[0]", top)
            self.wait(has_active, is_there)

    def open_with_element(self, suits):
        """Opens a page with an element of a list whose changes are suitable, selects it, and returns its changes."""
        find = FIND_ELEMENT.replace("SUITS", suits)
        self.open_suitable(f"{find} !== undefined")
        found = self.run_script(f"return {find}")
        self.find("#tab-value").click()
        self.run_script("playhead.goTo(arguments[0].step); playhead.selection.select(arguments[0].tokens)", found)
        self.wait_for_history(found["changes"])
        return found["changes"]

    def wait_for_history(self, changes):
        count = len(changes)
        self.wait("return document.getElementById('history-title').textContent === arguments[0]", f"{count:,} change{'s' if count > 1 else ''}")

    def test_an_element_stays_selected_wherever_it_was(self):
        changes = self.open_with_element("(changes) => new Set(changes.map(({tokens}) => tokens.join())).size > 1")
        self.press(*"]" * len(changes))
        for change in reversed(changes):
            self.assertEqual(self.run_script("return [playhead.selection.step, playhead.selection.tokens]"), [change["step"], change["tokens"]])
            self.wait_for_history(changes)
            self.press("[")

    def test_the_history_of_an_element_that_was_removed_stays_at_its_end(self):
        changes = self.open_with_element("(changes) => changes.length > 1 && changes.at(-1).new === undefined")
        self.press("]", "]", "]")
        self.assertEqual(self.step(), changes[-1]["step"])
        self.assertEqual(self.text("#value-text"), "nothing")
        self.wait_for_history(changes)

    # Filters

    def test_search_shows_what_has_the_text(self):
        self.open_suitable(WITH_TYPES)
        title = self.fact("typeTitle(0)")
        self.press("/")
        self.press(title.lower())
        rows = self.run_script("return playhead.search({text: arguments[0]})", title.lower())
        self.assertGreater(len(rows), 0)
        self.assertEqual(self.run_script("return document.activeElement.id"), "search")
        shown = self.run_script("return Array.from(document.querySelectorAll('#action-rows .action'), (row) => row.textContent)")
        self.assertTrue(all(title.lower() in row.lower() for row in shown))
        self.press(Keys.ESCAPE)
        self.assertEqual(self.text("#action-count"), f"{len(self.steps()):,}")

    def test_a_search_marks_what_it_finds(self):
        self.open_suitable(WITH_TYPES)
        title = self.fact("titleOf(playhead.session.actions.at(0))")
        self.press("/")
        self.press(title.lower())
        hits = self.run_script("return Array.from(document.querySelectorAll('#action-rows .type .hit'), (hit) => hit.textContent)")
        self.assertGreater(len(hits), 0)
        self.assertEqual({hit.lower() for hit in hits}, {title.lower()})

    def choose(self, field, value, event="change"):
        script = """
            const field = document.getElementById(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event(arguments[2]));
        """
        self.run_script(script, field, value, event)

    def assert_filtered(self, **filter):
        count = self.run_script("return playhead.search(arguments[0]).filter((row) => row >= 0).length", filter)
        self.assertEqual(self.text("#action-count").split(" of ")[0], f"{count:,}")

    def test_filters_of_types_and_a_store(self):
        self.open_suitable(WITH_TYPES)
        self.choose("type-filter", "0")
        self.assert_filtered(types=[0])
        self.choose("type-filter", "1")
        self.assert_filtered(types=[0, 1])
        self.choose("store-filter", "0")
        self.assert_filtered(types=[0, 1], store=0)
        self.find("#filter-chips button").click()
        self.assert_filtered(types=[1], store=0)
        self.find("#clear-filters").click()
        self.assertEqual(self.text("#action-count"), f"{len(self.steps()):,}")

    def test_a_filter_stays_in_the_address(self):
        page = self.open_suitable(WITH_TYPES)
        self.choose("type-filter", "1")
        self.choose("store-filter", "0")
        count = self.text("#action-count")
        self.wait("return location.hash.includes('&type=') && location.hash.includes('&store=')")
        link = self.run_script("return location.hash")
        self.open(page, link)
        self.assertEqual(self.text("#action-count"), count)
        self.assertTrue(self.find("#clear-filters").is_displayed())

    def test_actions_that_changed_a_value(self):
        tokens, path = self.open_with_number()
        self.run_script("playhead.selection.select(arguments[0]); document.getElementById('tab-value').click()", tokens)
        steps = self.run_script("return playhead.history(arguments[0]).map(({step}) => step)", path)
        self.wait("return !document.getElementById('filter-by-path').disabled && document.querySelector('#history-title').textContent !== ''")
        self.assertTrue(self.find("#history-chart svg").is_displayed())
        self.find("#filter-by-path").click()
        self.run_script("playhead.goTo(arguments[0])", steps[0])
        shown = self.shown_steps()
        self.assertEqual(shown, steps[: len(shown)])
        self.press("]")
        self.assertEqual(self.step(), steps[1])

    # The state

    def test_nodes_stay_open_from_step_to_step(self):
        self.open_suitable(LONG_ENOUGH)
        expanded = "return document.querySelectorAll('#state-tree [aria-expanded=true]').length"
        self.press(Keys.END)
        before = self.run_script(expanded)
        self.find("#state-tree .twisty.closed, #state-tree .twisty.open").click()
        after = self.run_script(expanded)
        self.assertNotEqual(before, after)
        self.press("k", "j")
        self.assertEqual(self.run_script(expanded), after)

    def test_what_is_empty_cannot_be_opened(self):
        self.open_suitable(LONG_ENOUGH, "#step=0")
        empty = self.run_script("""
            return Array.from(document.querySelectorAll('#state-tree .row'))
              .filter((row) => ['[]', '()'].includes(row.querySelector('.value')?.textContent))
              .map((row) => [row.querySelector('.twisty').classList.length, row.ariaExpanded])
        """)
        self.assertGreater(len(empty), 0)
        self.assertEqual([row for row in empty if row != [1, None]], [])

    def test_what_changed_is_unfolded_and_what_was_removed_is_shown(self):
        nested = """(() => {
            for (let step = session.last; step > session.first; step--) {
                const changes = session.changes(step - 1, step) ?? [];
                if (changes.length > 0 && changes.length < 10 && changes.every(({tokens, op}) => tokens.length > 2 && op === arguments[0])) return step;
            }
        })()"""
        for op, shown in (("replace", "#state-tree .changed"), ("remove", "#state-tree .old")):
            step = nested.replace("arguments[0]", f"'{op}'")
            self.open_suitable(f"session.last - session.first < 1000 && {step} !== undefined")
            self.go_to(self.run_script(f"const {{session}} = playhead; return {step}"))
            self.assertGreater(self.run_script("return document.querySelectorAll(arguments[0]).length", shown), 0)

    def test_the_history_of_a_composite_value_shows_the_part_that_changed(self):
        tokens, path = self.open_with_number()
        if len(tokens) < 2:
            self.skipTest("the number is no part of another value")
        entry = self.run_script("return playhead.history(arguments[0])[0]", path)
        self.go_to(entry["step"])
        self.run_script("playhead.selection.select(arguments[0]); document.getElementById('tab-value').click()", tokens[:1])
        self.wait("return document.querySelector('#history-rows [aria-selected=true]') !== null")
        self.assertNotEqual(self.text("#history-rows [aria-selected=true] .name"), "")
        self.assertNotIn("(", self.text("#history-rows [aria-selected=true] .name"))

    def test_changed_values_show_what_they_were(self):
        tokens, path = self.open_with_number()
        entry = self.run_script("return playhead.history(arguments[0])[1]", path)
        self.go_to(entry["step"])
        self.run_script("playhead.selection.select(arguments[0])", tokens)
        row = self.text("#state-tree [aria-selected=true]")
        self.assertIn(f"{entry['old']}→{entry['new']}", row)

    def test_what_is_copied(self):
        tokens, path = self.open_with_number()
        step = self.steps()[8]
        self.go_to(step)
        self.run_script("playhead.selection.select(arguments[0])", tokens)
        self.run_script("navigator.clipboard.writeText = async (text) => { window.copied = text }")
        value = self.run_script("return playhead.session.valueAt(arguments[0], arguments[1])", step, tokens)
        for name, expected in [
            ("path", path), ("value", str(value)), ("command", f" {step} {path}"),
            ("expectation", f"step {step}\n{path} = {value}\n"),
        ]:
            self.find(f"#copy-{name}").click()
            self.wait("return window.copied !== undefined && window.copied.endsWith(arguments[0])", expected)

    def test_comparison_of_far_steps(self):
        self.open_suitable(LONG_ENOUGH)
        steps = self.steps()
        self.go_to(steps[2])
        self.press("c")
        self.go_to(steps[9])
        self.assertIn(f"from step {steps[2]} to step {steps[9]}", self.text("#changes-title"))
        self.assertIn(f"step {steps[2]}", self.text("#state-base"))
        self.press("c")
        self.assertIn(f"in step {steps[9]}", self.text("#changes-title"))

    # Two steps

    def compared(self):
        return self.run_script("return [playhead.selection.base ?? null, playhead.selection.step]")

    def drag_with_shift(self, start, *moves):
        """Moves are [x, y] from the element's middle."""
        drag = ActionChains(self.driver).key_down(Keys.SHIFT).move_to_element_with_offset(*start).click_and_hold()
        for move in moves:
            drag.move_by_offset(*move)
        drag.release().key_up(Keys.SHIFT).perform()

    def assert_compared(self, base, step):
        self.assertEqual(self.compared(), [base, step])
        self.assertEqual(self.find("#tab-changes").get_attribute("aria-selected"), "true")
        self.assertIn(f"from step {base} to step {step}", self.text("#changes-title"))
        self.assertIn(f"compared with step {base:,}", self.find("#timeline").get_attribute("aria-valuetext"))
        self.assertTrue(self.find("#timeline-range").is_displayed())
        self.press(Keys.ESCAPE)
        self.assertEqual(self.compared(), [None, step])
        self.assertFalse(self.find("#timeline-range").is_displayed())

    def test_a_drag_with_shift_on_the_timeline_compares_two_steps(self):
        self.open_suitable(LONG_ENOUGH)
        timeline = self.find("#timeline")
        end = timeline.size["width"] / 2 - 9
        # In the strip on top, and below it.
        for top in (10 - timeline.size["height"] / 2, timeline.size["height"] / 2 - 6):
            self.go_to(self.steps()[3])
            self.drag_with_shift((timeline, end, top), (-40, 0), (40 - 2 * end, 0))
            self.assertFalse(self.find("#zoom-all").is_enabled())
            self.assert_compared(self.steps()[-1], self.fact("first"))

    def test_a_click_with_shift_compares_with_the_step_where_the_reader_is(self):
        self.open_suitable(LONG_ENOUGH)
        timeline = self.find("#timeline")
        self.go_to(self.steps()[3])
        self.drag_with_shift((timeline, timeline.size["width"] / 2 - 9, 20))
        self.assert_compared(self.steps()[3], self.steps()[-1])
        self.go_to(self.steps()[3])
        self.drag_with_shift((self.find("#action-rows .action:nth-child(7)"), 0, 0))
        self.assert_compared(self.steps()[3], self.steps()[6])

    def test_a_drag_with_shift_over_the_actions_compares_two_steps(self):
        self.open_suitable(LONG_ENOUGH, "#step=0")
        self.drag_with_shift((self.find("#action-rows .action:nth-child(2)"), 0, 0), (0, 30), (0, 42))
        self.assertEqual(self.run_script("return document.querySelectorAll('#action-rows .compared').length"), 4)
        self.assertEqual(self.run_script("return getSelection().toString()"), "")
        self.assert_compared(self.steps()[1], self.steps()[4])

    def test_escape_ends_a_comparison_during_the_drag(self):
        self.open_suitable(LONG_ENOUGH)
        steps = self.steps()
        for selector, move in (("#timeline", (-200, 0)), ("#action-rows .action:nth-child(2)", (0, 30))):
            self.go_to(steps[0])
            ActionChains(self.driver).key_down(Keys.SHIFT).click_and_hold(self.find(selector)).move_by_offset(*move).send_keys(
                Keys.ESCAPE
            ).move_by_offset(*move).release().key_up(Keys.SHIFT).perform()
            self.assertIsNone(self.compared()[0])

    def test_arrow_keys_with_shift_compare(self):
        self.open_suitable(LONG_ENOUGH)
        steps = self.steps()
        for place, key in (("body", Keys.ARROW_RIGHT), ("#timeline", Keys.ARROW_RIGHT), ("#action-rows", Keys.ARROW_DOWN)):
            self.go_to(steps[2])
            self.run_script("document.activeElement.blur(); document.querySelector(arguments[0]).focus()", place)
            ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(key, key).key_up(Keys.SHIFT).perform()
            self.assert_compared(steps[2], steps[4])

    # The panels

    def size_of(self, element, side):
        return self.run_script("return document.getElementById(arguments[0]).getBoundingClientRect()[arguments[1]]", element, side)

    def border(self, name):
        return self.find(f"[role=separator][aria-label='{name}']")

    def test_borders_are_dragged_and_moved_by_keys_and_put_back(self):
        self.open_suitable(LONG_ENOUGH)
        for width, name, element, side, distance, keys in (
            (1440, "Size of the actions", "actions-panel", "width", (60, 0), (Keys.ARROW_LEFT, Keys.ARROW_RIGHT)),
            (1440, "Size of the details", "details-panel", "width", (-60, 0), (Keys.ARROW_RIGHT, Keys.ARROW_LEFT)),
            (1000, "Size of the actions", "actions-panel", "width", (60, 0), (Keys.ARROW_LEFT, Keys.ARROW_RIGHT)),
            (1000, "Size of the details", "details-panel", "height", (0, -60), (Keys.ARROW_DOWN, Keys.ARROW_UP)),
        ):
            with self.subTest(name, width=width):
                self.resize(width)
                border, usual = self.border(name), self.size_of(element, side)
                ActionChains(self.driver).click_and_hold(border).move_by_offset(*distance).release().perform()
                self.assertAlmostEqual(self.size_of(element, side), usual + 60, delta=1)
                border.send_keys(keys[0])
                self.assertAlmostEqual(self.size_of(element, side), usual + 44, delta=1)
                border.send_keys(keys[1])
                self.assertAlmostEqual(self.size_of(element, side), usual + 60, delta=1)
                value = int(border.get_attribute("aria-valuenow"))
                self.driver.refresh()
                self.wait("return window.playhead !== undefined && playhead.session.isRead")
                self.assertAlmostEqual(self.size_of(element, side), usual + 60, delta=1)
                self.assertEqual(int(self.border(name).get_attribute("aria-valuenow")), value)
                ActionChains(self.driver).double_click(self.border(name)).perform()
                self.assertAlmostEqual(self.size_of(element, side), usual, delta=1)

    def resize(self, width, height=900):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.wait("return innerWidth === arguments[0]", width)

    def test_a_panel_keeps_room_for_its_rows(self):
        self.open_suitable(LONG_ENOUGH)
        ActionChains(self.driver).click_and_hold(self.border("Size of the actions")).move_by_offset(-300, 0).release().perform()
        self.assertAlmostEqual(self.size_of("actions-panel", "width"), 220, delta=1)
        ActionChains(self.driver).double_click(self.border("Size of the actions")).perform()

    def test_the_timeline_is_made_higher(self):
        self.open_suitable(LONG_ENOUGH)
        border, usual = self.border("Height of the timeline"), self.size_of("timeline", "height")
        ActionChains(self.driver).click_and_hold(border).move_by_offset(0, 40).release().perform()
        self.assertAlmostEqual(self.size_of("timeline", "height"), usual + 40, delta=8)
        ActionChains(self.driver).double_click(border).perform()
        self.assertEqual(self.size_of("timeline", "height"), usual)

    def test_a_wide_window_has_a_panel_for_the_app(self):
        self.open_suitable(f"{LONG_ENOUGH} && session.facts.hasViews")
        self.resize(1800)
        view = self.find("#app-view-text")
        self.assertTrue(view.is_displayed())
        self.assertFalse(self.find("#tab-view").is_displayed())
        self.assertNotEqual(view.text, "")
        self.resize(1200)
        self.assertFalse(view.is_displayed())
        self.find("#tab-view").click()
        self.assertTrue(view.is_displayed())
        self.resize(1800)
        self.assertTrue(view.is_displayed())
        self.assertTrue(self.find("#action-view").is_displayed())

    def test_a_session_without_views_has_no_panel_for_the_app(self):
        self.open_suitable("!session.facts.hasViews")
        self.assertFalse(self.find("#app-panel").is_displayed())
        self.assertFalse(self.find("#tab-view").is_displayed())

    def test_an_error_is_said_on_the_page(self):
        self.open_suitable(LONG_ENOUGH)
        self.assertFalse(self.find("#problem").is_displayed())
        self.run_script("playhead.session.actions.offsets = undefined")
        # From the end, where the page opens.
        self.press("k")
        self.assertIn("TypeError", self.text("#problem"))

    # Every page

    def test_every_page_opens_without_an_error(self):
        for page in pages():
            with self.subTest(page.name):
                self.open(page)
                for tab in ("tab-changes", "tab-value", "tab-view", "tab-action"):
                    self.run_script("document.getElementById(arguments[0]).click()", tab)
                self.press(Keys.HOME, "j", "j", "k", Keys.END)
                self.assert_no_errors()

    def test_a_narrow_page_does_not_overflow_and_cuts_no_fact(self):
        cut = """
            const facts = document.getElementById('session-facts');
            const end = facts.getBoundingClientRect().right + 1;
            return Array.from(facts.children)
              .filter((fact) => !fact.checkVisibility() || fact.scrollWidth > fact.clientWidth + 1 || fact.getBoundingClientRect().right > end)
              .map((fact) => fact.textContent)
        """
        for page in pages():
            self.open(page, width=400, height=800)
            with self.subTest(page.name):
                # The app's name there has no end.
                self.assertEqual(self.run_script(cut) if page not in hostile_pages() else [], [])
            for tab in ("actions-panel", "state-panel", "details-panel"):
                with self.subTest(page.name, tab=tab):
                    self.run_script("document.querySelector(`#panel-tabs [aria-controls=${arguments[0]}]`).click()", tab)
                    self.assertLessEqual(self.run_script("return document.documentElement.scrollWidth"), 400)

    def test_on_a_narrow_page_two_thirds_are_for_the_session(self):
        tops = "return document.getElementById('panel-tabs').getBoundingClientRect().top - document.querySelector('main').getBoundingClientRect().top + document.querySelector('header').offsetHeight - document.getElementById('notices').offsetHeight"
        for page in pages():
            if page not in hostile_pages():
                self.open(page, width=400, height=800)
                with self.subTest(page.name):
                    self.assertLessEqual(self.run_script(tops), 800 / 3)

    def test_every_control_has_a_name(self):
        nameless = """
            return Array.from(document.querySelectorAll('button, input, select, [role=slider], [role=tree], [role=listbox]'))
              .filter((control) => !(control.getAttribute('aria-label') || control.labels?.length || control.textContent.trim()))
              .map((control) => control.outerHTML)
        """
        for page in pages():
            with self.subTest(page.name):
                self.open(page)
                self.assertEqual(self.run_script(nameless), [])

    def test_a_failure_opens_at_its_step(self):
        self.open_suitable("session.facts.failure")
        self.assertEqual(self.step(), self.fact("facts.failure.step"))
        notice = self.text("#notices").lower()
        self.assertIn(self.fact("facts.failure.text").lower(), notice)
        for value in self.fact("facts.failure.values"):
            self.assertIn(f"{value['name']}{value.get('json', 'nothing')}".lower(), notice)

    def test_of_a_long_chain_of_causes_the_nearest_and_the_first_are_listed(self):
        self.open_suitable("session.facts.title.startsWith('long-chain')", "#step=4990")
        causes = self.run_script("return Array.from(document.querySelectorAll('#cause-list li'), (item) => item.textContent)")
        steps = [int(re.match(r"[\d,]+", cause)[0].replace(",", "")) for cause in causes]
        self.assertEqual(steps, [1, 4788, *range(4790, 4990)])
        self.assertEqual(causes[1], "4,788 more")

    def test_missing_states_are_explained(self):
        self.open_suitable("session.facts.noStates")
        self.press(Keys.END)
        self.assertIn(self.fact("facts.noStates"), self.text("#state-missing"))

    def test_what_is_left_out_is_said(self):
        self.open_suitable("session.facts.leftOut")
        self.assertIn(self.fact("facts.leftOut.command"), self.text("#notices"))
