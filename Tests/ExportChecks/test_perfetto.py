"""The export 'perfetto': it keeps the rules of traces, and Perfetto's trace processor finds in it what the log says."""

import collections
import json

import trace_processor
from exporting import ExportTestCase, fixtures

# Numbers that are there from the start and change later, and one that comes later.
COUNTERS = {
    "clip-editor/cover": "coverPreview.position", "clip-editor/drafts": "preview.position",
    "text-editor/letter": "statistics.lines", "feed/likes": "feed.timeline.posts[0].confirmed.count",
}


def complaints(events):
    """What is wrong with a trace, by the description of its format; and what the trace processor would drop."""
    tracks, slices, flows, counters = {}, collections.defaultdict(list), collections.defaultdict(list), {}
    for event in events:
        kind, track = event["ph"], event.get("tid")
        if kind not in "XMsfiC":
            yield f"unknown kind: {event}"
        if not isinstance(event["pid"], int) or not isinstance(event["name"], str):
            yield f"no process or no name: {event}"
        if kind == "M":
            if event["name"] == "thread_name":
                if track in tracks:
                    yield f"a track has two names: {event}"
                tracks[track] = event["args"]["name"]
            continue
        if not isinstance(event["ts"], (int, float)) or event["ts"] < 0:
            yield f"no time: {event}"
        if kind != "C" and track not in tracks:
            yield f"a track without a name: {event}"
        if kind == "X":
            if event["dur"] < 0:
                yield f"it ends before it begins: {event}"
            slices[track].append((event["ts"], event["ts"] + event["dur"]))
        elif kind in "sf":
            flows[event["cat"], event["name"], event["id"]].append(event)
        elif kind == "i" and event["s"] not in "gpt":
            yield f"unknown reach: {event}"
        elif kind == "C":
            if event["ts"] < counters.get(event["name"], 0):
                yield f"a curve goes back in time: {event}"
            counters[event["name"]] = event["ts"]
            if not all(isinstance(value, (int, float)) for value in event["args"].values()):
                yield f"no number: {event}"
    for track, times in slices.items():
        open_ends = []
        for begin, end in sorted(times, key=lambda time: (time[0], -time[1])):
            while open_ends and open_ends[-1] <= begin:
                open_ends.pop()
            # In nanoseconds, because sums of microseconds are not exact.
            if open_ends and round(end * 1_000) > round(open_ends[-1] * 1_000):
                yield f"slices on track {track} overlap at {begin}"
            open_ends.append(end)
    begins = {track: {begin for begin, _ in times} for track, times in slices.items()}
    for name, (start, *rest) in flows.items():
        if [start["ph"], *(event["ph"] for event in rest)] != ["s", "f"] or start["ts"] > rest[0]["ts"]:
            yield f"an arrow without a start or an end: {name}"
        for event in (start, *rest):
            if event["ts"] not in begins.get(event["tid"], ()):
                yield f"an arrow that touches no slice: {event}"


class TraceTests(ExportTestCase):
    def trace(self, session, *words):
        file = session.export("perfetto", self.folder / f"{len(list(self.folder.iterdir()))}.json", *words)
        return file, json.loads(file.read_bytes())["traceEvents"]

    def test_a_trace_keeps_the_rules(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                _, events = self.trace(session)
                self.assertEqual(list(complaints(events)), [])
                kinds = collections.Counter(event["ph"] for event in events)
                changed = sum(len(action["changed"]) for action in session.actions)
                caused = sum(action["cause"] is not None for action in session.actions)
                self.assertEqual(kinds["X"], len(session.actions) + changed)
                self.assertEqual(kinds["s"], caused)
                self.assertEqual(kinds["i"], sum("gap" in line or "note" in line for line in session.lines))
                slices = [event for event in events if event["ph"] == "X" and event["tid"] == 1]
                for event, action in zip(slices, session.actions, strict=True):
                    self.assertEqual(event["args"], {"step": action["step"], "payload": action["payload"]})
                    self.assertEqual(round(event["ts"] * 1_000), action["offset"])
                    self.assertEqual(round(event["dur"] * 1_000), action["nanoseconds"])

    def test_a_part_of_a_session_keeps_the_rules(self):
        for session in fixtures():
            with self.subTest(session=str(session)):
                last = session.actions[-1]["step"]
                _, events = self.trace(session, f"{last // 2}..{last}")
                self.assertEqual(list(complaints(events)), [])

    def test_the_trace_processor_finds_what_the_log_says(self):
        reason = trace_processor.missing()
        if reason:
            self.skipTest(reason)
        for session in fixtures():
            with self.subTest(session=str(session)):
                file, _ = self.trace(session)
                with trace_processor.TraceProcessor(file) as processor:
                    bad = processor.query("SELECT name, value FROM stats WHERE value != 0 AND severity != 'info'")
                    self.assertEqual(bad, [])
                    slices = processor.query(
                        "SELECT EXTRACT_ARG(arg_set_id, 'args.step'), slice.ts, dur, slice.name FROM slice "
                        "JOIN thread_track ON thread_track.id = track_id JOIN thread USING (utid) "
                        "WHERE thread.name = 'actions' AND category = 'action' ORDER BY 1")
                    self.assertEqual(slices, [
                        (action["step"], action["offset"], action["nanoseconds"], action["type"])
                        for action in session.actions])
                    arrows = processor.query(
                        "SELECT EXTRACT_ARG(effect.arg_set_id, 'args.step'), EXTRACT_ARG(cause.arg_set_id, 'args.step') "
                        "FROM flow JOIN slice AS cause ON cause.id = slice_out JOIN slice AS effect ON effect.id = slice_in")
                    self.assertEqual(sorted(arrows), [
                        (action["step"], action["cause"]) for action in session.actions if action["cause"] is not None])

    def test_a_curve_has_the_numbers_of_the_states(self):
        for session in fixtures():
            path = COUNTERS.get(str(session))
            if path is None:
                continue
            with self.subTest(session=str(session)):
                _, events = self.trace(session, "--counter", path)
                self.assertEqual(list(complaints(events)), [])
                curve = [(round(event["ts"] * 1_000), event["args"]["value"]) for event in events if event["ph"] == "C"]
                for action in session.actions:
                    if action["step"] not in session.states:
                        continue
                    known = [value for time, value in curve if time <= action["offset"]]
                    expected = value(session.states[action["step"]], path)
                    self.assertEqual(known[-1] if known else None, expected, f"step {action['step']}")

    def test_a_curve_of_a_part_has_that_part(self):
        session = next(session for session in fixtures() if session.log.stem == "letter")
        last = session.actions[-1]
        _, events = self.trace(session, f"{last['step'] - 5}..{last['step']}", "--counter", "caret.head")
        times = [event["ts"] for event in events if event["ph"] == "X"]
        self.assertTrue(all(event["ts"] >= min(times) for event in events if event["ph"] == "C"))


def value(state, path):
    """What a state has at a path; None if it has nothing there."""
    for part in path.replace("[", ".[").split("."):
        try:
            state = state[int(part[1:-1])] if part.startswith("[") else state[part]
        except (KeyError, IndexError):
            return None
    return state
