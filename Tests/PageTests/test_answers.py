"""The page answers what the command-line tool answers. The layout of the folder of pages is in browser.py."""

from browser import PageTestCase, expectations, pages


class Answers(PageTestCase):
    def each_page(self, kind):
        for page in pages():
            expected = expectations(page).get(kind)
            if expected:
                self.open(page)
                yield page.name, expected

    def test_states_are_those_of_the_tool_byte_for_byte(self):
        for name, states in self.each_page("states"):
            # From the end to the start, and then forward: inverse operations and operations.
            steps = sorted(map(int, states), reverse=True)
            for step in steps + steps[::-1]:
                with self.subTest(name, step=step):
                    self.assertTrue(self.run_script("return playhead.stateJSON(arguments[0])", step) == states[str(step)])

    def test_diffs_are_those_of_the_tool_byte_for_byte(self):
        for name, diffs in self.each_page("diffs"):
            for step, expected in diffs.items():
                with self.subTest(name, step=step):
                    found = self.run_script("return playhead.diffJSON(arguments[0] - 1, arguments[0])", int(step))
                    self.assertEqual(found, expected)

    def test_histories_have_the_steps_of_the_tool(self):
        for kind in ("history", "changed"):
            for name, histories in self.each_page(kind):
                for path, steps in histories.items():
                    with self.subTest(name, path=path):
                        found = self.run_script("return playhead.history(arguments[0]).map(({step}) => step)", path)
                        self.assertEqual(found, steps)

    def test_a_diff_of_far_steps_leads_from_one_state_to_the_other(self):
        script = """
            const [from, to] = arguments;
            const {session} = playhead;
            const holder = {value: session.state(from)};
            const before = playhead.stateJSON(from);
            const operations = JSON.parse(playhead.diffJSON(from, to));
            return [before, operations, playhead.stateJSON(to)];
        """
        for name, states in self.each_page("states"):
            steps = sorted(map(int, states))
            from_step, to_step = steps[len(steps) // 3], steps[-1]
            if len(states[str(to_step)]) > 100_000:
                continue
            with self.subTest(name):
                before, operations, after = self.run_script(script, from_step, to_step)
                self.assertEqual(apply(before, operations), apply(after, []))


def apply(text, operations):
    """The state after operations, as Python has it; the order of members is another test's matter."""
    import json

    holder = {"root": json.loads(text)}
    for operation in operations:
        *parents, name = ["root"] + [
            token.replace("~1", "/").replace("~0", "~") for token in operation["path"].split("/")[1:]
        ]
        parent = holder
        for token in parents:
            parent = parent[int(token)] if isinstance(parent, list) else parent[token]
        if isinstance(parent, list):
            apply_to_list(parent, int(name), operation)
        elif operation["op"] == "remove":
            del parent[name]
        else:
            parent[name] = operation["value"]
    return holder["root"]


def apply_to_list(elements, place, operation):
    if operation["op"] == "remove":
        del elements[place]
    elif operation["op"] == "add":
        elements.insert(place, operation["value"])
    else:
        elements[place] = operation["value"]
