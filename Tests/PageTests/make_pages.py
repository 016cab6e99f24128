"""Makes the pages that the browser's tests open, and writes down what the tool answers about their sessions.

Run:  PLAYHEAD=FILE python3 Tests/PageTests/make_pages.py FOLDER [--traces DIR] [--long]
Needs: the tool, in PLAYHEAD or in PATH, with 'trap-app' and 'hostile-app' beside it.

Without options the sessions are those under 'fixtures', and some that are recorded here: empty, short,
hostile, with a gap, a large one, a long chain of causes, a trap or a failure. With '--traces' they are 20,000 steps of two of the editing sessions in DIR,
which 'tools/traces' describes. With '--long' they are those that 'measure.py' measures.

The steps and paths are chosen at random. PLAYHEAD_SEED=N makes another choice; the same N makes the same again.
The layout of FOLDER is in browser.py.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import gzip
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/ExportChecks"))
import log_writer

TOOL = pathlib.Path(os.environ.get("PLAYHEAD") or shutil.which("playhead") or "playhead").absolute()
SEED = os.environ.get("PLAYHEAD_SEED", "1")

APPS = ("text-editor", "annotations", "feed", "item-list", "clip-editor")

# States of each session, and differences of steps that follow each other; all if it has no more steps.
STATES = 200
# Differences of steps that do not.
FAR_DIFFS = 50
# Of these, this number is also asked for by the commands that a person types, each of which takes a process.
TYPED = 2
# Paths of each session whose changes are listed, by each of two commands.
PATHS = 6
# The states in which these paths are.
PATHS_FROM = 2
# A list of changes has the value at each of them, so longer values are left out.
LONGEST_VALUE = 10_000
# Characters of a text that a page keeps whole in a history.
LONGEST_KEPT = 160
# Steps of an editing session.
WINDOW = 20_000


class Trouble(Exception):
    """The tool does not do what a page needs."""


@dataclasses.dataclass
class Session:
    """A log, and how it is shown."""

    log: pathlib.Path
    # The page's name; usually the log's.
    name: str = ""
    # An executable beside the tool whose app this is; usually the tool's own.
    app: str = ""
    environment: dict = dataclasses.field(default_factory=dict)
    # The first and the last action that the page shows; usually all.
    shown: tuple = None
    options: tuple = ()
    # The stores that the page shows; usually all.
    stores: tuple = ()
    # Whether the tool is asked about states.
    has_states: bool = True
    states: int = STATES
    paths: int = PATHS

    def __post_init__(self):
        self.name = self.name or self.log.stem

    def tool(self, *words, text=None):
        """What a command prints."""
        app = ["--app", TOOL.with_name(self.app)] if self.app else []
        # 1 says that something is wrong with the session, as with some of these.
        return run([TOOL, *app, *words], text, (0, 1), self.environment)

    def answers(self, questions):
        """What 'debug' answers to each of these lines: a list of lines of JSON."""
        # A question has any number of answers, so the next one comes after an answer that nothing else gives.
        lines = ["bookmark between", *(line for question in questions for line in (question, "bookmarks"))]
        text = "".join(f"{line}\n" for line in lines)
        answers = [[]]
        for line in self.tool("debug", self.log, "--json", text=text).split("\n")[1:-1]:
            if line.startswith('[{"bookmark":"between",'):
                answers.append([])
            else:
                answers[-1].append(line)
        if len(answers) != len(questions) + 1:
            raise Trouble(f"'debug {self.log}' answers {len(answers) - 1} of {len(questions)} questions")
        return answers[:-1]


def run(words, text=None, codes=(0,), environment={}):
    """What a program prints, which has to end with one of these codes."""
    done = subprocess.run(
        words, input=(text or "").encode(), capture_output=True, env={**os.environ, **environment}
    )
    if done.returncode not in codes:
        call = " ".join(map(str, words))
        raise Trouble(f"'{call}' ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}")
    return done.stdout.decode()


# Sessions


def fixtures(logs):
    """The sessions under 'fixtures', with the apps that recorded them."""
    for log in sorted((ROOT / "fixtures").rglob("*.playhead")):
        parts = log.relative_to(ROOT / "fixtures").with_suffix("").parts
        copy = logs / f"{'-'.join(parts)}.playhead"
        for part in log.parent.glob(f"{log.name}*"):
            shutil.copy(part, copy.with_name(part.name.replace(log.name, copy.name)))
        session = Session(copy)
        if parts[0] == "exercises" and not has_states(session):
            # An app with a planted mistake may have a store more than the sound one.
            session.environment = {"PLAYHEAD_FAULT": "/".join(parts[1:])}
            # The mistakes are of a kind that gives another state at each replay.
            session.states = session.paths = 0
        session.has_states = has_states(session)
        app = json.loads(session.tool("info", copy, "--json"))["app"]
        if session.has_states != (app in APPS):
            raise Trouble(f"'{copy}' is of '{app}', whose states {'are' if session.has_states else 'are not'} known")
        yield session


def has_states(session):
    try:
        return session.tool("state", session.log, "end", "--json") != ""
    except Trouble:
        return False


def recorded(logs):
    """Sessions that are recorded here, and other ways to show some of the fixtures."""
    # Three actions with a text of 10 MB, which is three times in the history of edits.
    patches = [(0, 0, "long " * 2_000_000), (7, 1, "L"), (9, 3, "")]
    session = record(logs / "long-text.playhead", editing(patches))
    yield dataclasses.replace(session, stores=("document", "caret"), paths=0)

    yield record(logs / "edited.playhead", editing(list(random_patches(1_500))))
    yield record(logs / "feed.playhead", feed_lines(1_000), app="feed")

    yield record(logs / "empty.playhead", "")
    yield record(logs / "one-action.playhead", "insert one")
    yield gapped(logs / "gapped.playhead")
    yield damaged(logs / "damaged.playhead")

    gap = (5, 1 << 50, "a gap of any length")
    yield written(logs / "large-gap.playhead", [("A", {}, None)] * 10, gaps=[gap], shown=(1, gap[1] + 6))
    yield written(logs / "long-chain.playhead", [("Tick", {"count": i}, i or None) for i in range(5_000)])

    letter = logs / "text-editor-letter.playhead"
    yield Session(letter, "part", shown=(40, 90))
    yield Session(letter, "some-stores", stores=("document", "caret"))
    yield Session(letter, "without-states", options=("--without-state",), has_states=False)

    trapped = logs / "transcripts-debug-trapped.playhead"
    # 'history' and 'log' end at the trap.
    yield Session(trapped, "trapped", app="trap-app", environment={"TRAPPER": "armed"}, paths=0)

    # The page has the name of the log in it.
    hostile = logs / "<img src=x onerror='window.pwned = 0'> \x1b[31m\u202e.playhead"
    run([TOOL.with_name("hostile-app"), "--write", hostile])
    yield Session(hostile, "hostile", app="hostile-app")
    yield Session(hostile, "hostile-unknown", has_states=False)


def record(log, lines, *options, app="text-editor"):
    run([TOOL, "record", app, "--input", "-", "-o", log, "--exact", *options], lines)
    return Session(log)


def written(log, actions, gaps=(), shown=None):
    """A session of an unknown app."""
    log.write_bytes(log_writer.log("App", ["store"], actions, gaps=gaps))
    return Session(log, shown=shown, has_states=False)


def gapped(log):
    """A session with a gap in the place of its second action."""
    whole = record(log.with_stem("gapped-whole"), "insert one\ninsert two\ninsert three\nundo")
    joined = log.with_stem("gapped-joined")
    joined.write_bytes(b"".join(cut(whole, "1..1", "3..4")))
    # 1 says that the step is lost.
    run([TOOL, "recover", joined, "-o", log], codes=(1,))
    return Session(log)


def damaged(log):
    """A session whose middle cannot be read."""
    lines = [f"insert {number}" for number in range(6)] + ["undo"]
    first, second, third = cut(record(log.with_stem("damaged-whole"), "\n".join(lines)), "1..2", "3..5", "6..7")
    content = bytearray(second)
    middle = len(content) // 2
    content[middle:middle + 20] = bytes(20)
    log.write_bytes(first + content + third)
    return Session(log)


def cut(session, *parts):
    """The bytes of parts of a session, each a log that begins with the states."""
    for part in parts:
        log = session.log.with_stem(f"{session.log.stem}-{part}")
        run([TOOL, "cut", session.log, part, "-o", log])
        yield log.read_bytes()


def editing(patches):
    """An editing session as 'tools/traces' describes it."""
    changes = [{"time": "2026-01-01T00:00:00Z", "patches": patches}]
    return json.dumps({"startContent": "", "endContent": "", "txns": changes})


def random_patches(count):
    """Pieces of text that come and go, as (place, characters that go, text that comes)."""
    chance = random.Random(SEED)
    pieces = ["a", "word ", "\n", "é", "日本", "👩‍👧", "</script>", "\\", '"', "\u202e", "\0"]
    length = 0
    for _ in range(count):
        place = chance.randint(0, length)
        gone = min(chance.choice([0, 0, 0, 1, 5]), length - place)
        piece = chance.choice(pieces) * chance.choice([0, 1, 1, 2])
        length += len(piece) - gone
        yield place, gone, piece


def failures(folder):
    """The page of a check that failed."""
    log = folder / "logs" / "exercises-feed-local-order.playhead"
    pages = folder / "failures"
    call = [TOOL, "check", log, "--page", pages]
    # A failed check ends with 1.
    run(call, codes=(1,), environment={"PLAYHEAD_FAULT": "feed/local-order"})
    (pages / f"{log.stem}.html").rename(folder / "failure.html")


def editing_sessions(logs, traces, count):
    """Sessions of people who edited a text, as (log, number of steps)."""
    files = sorted(file for ending in ("json", "json.gz") for file in traces.glob(f"*.{ending}"))
    if not files:
        raise Trouble(f"there is no 'NAME.json' or 'NAME.json.gz' in '{traces}'")
    for file in random.Random(SEED).sample(files, len(files)):
        content = (gzip.open if file.suffix == ".gz" else open)(file, "rb").read()
        steps = sum(len(change["patches"]) for change in json.loads(content)["txns"])
        if steps >= count:
            log = logs / f"{file.name.split('.')[0]}.playhead"
            run([TOOL, "record", "text-editor", "--input", "-", "-o", log], content.decode())
            yield log, steps


def windows(logs, traces):
    """20,000 steps of two editing sessions."""
    for log, steps in itertools.islice(editing_sessions(logs, traces, WINDOW), 2):
        first = random.Random(f"{SEED} {log.stem}").randrange(1, steps - WINDOW + 2)
        yield Session(log, shown=(first, first + WINDOW - 1))


def long_sessions(logs, traces):
    """10,000 actions of the feed, and the end of an editing session, of which a page shows 50,000 steps."""
    feed = record(logs / "feed.playhead", feed_lines(6_000), app="feed")
    yield dataclasses.replace(feed, shown=(1, 10_000), has_states=False)
    if traces:
        for log, _ in itertools.islice(editing_sessions(logs, traces, 50_000), 1):
            yield Session(log, has_states=False)


def feed_lines(count):
    """Likes that come and go, purchases, and a server that sometimes fails: about twice as many actions as likes."""
    chance = random.Random(SEED)
    lines = ["server slow 0", "wait", "server flaky 5"]
    liked = set()
    for number in range(count):
        post = chance.randint(1, 5)
        lines += [f"unlike {post}" if post in liked else f"like {post}", "wait"]
        liked ^= {post}
        if number % 50 == 0:
            lines += [chance.choice(["more", "refresh", "buy sticker 1", "retry"]), "wait"]
    return "\n".join(lines)


# Pages and expectations


def make(session, folder):
    """Writes the page of a session and what it must answer, and returns a line about both."""
    page = folder / f"{session.name}.html"
    range_words = ["{}..{}".format(*session.shown)] if session.shown else []
    paths = [word for store in session.stores for word in ("--paths", store)]
    session.tool("page", session.log, *range_words, *paths, *session.options, "-o", page)
    if not page.exists():
        raise Trouble(f"'page {session.log}' writes no page")
    expected = expectations(session) if session.has_states else {}
    page.with_suffix(".json").write_text(json.dumps(expected))
    counts = ", ".join(f"{len(values)} {kind}" for kind, values in expected.items())
    return f"{session.name}: {counts or 'nothing to compare'}"


def expectations(session):
    chance = random.Random(f"{SEED} {session.name}")
    info = json.loads(session.tool("info", session.log, "--json"))
    first, last = session.shown or (info["firstStep"] or 1, info["lastStep"] or 0)
    # The page has the state before its first action.
    steps = range(first - 1, last + 1)
    steps = sorted(chance.sample(steps, min(session.states, len(steps))))
    states = states_at(session, steps)
    near = [(step - 1, step) for step in steps if step >= first]
    far = list(itertools.combinations(steps, 2))
    far = chance.sample(far, min(FAR_DIFFS, len(far))) if session.states else []
    diffs = {} if session.stores else diffs_of(session, near + far)
    compare_typed(session, states, diffs, chance)
    history, changed = changes(session, states, (first, last), chance)
    return {"states": states, "diffs": diffs, "history": history, "changed": changed}


def states_at(session, steps):
    stores = session.stores or ("",)
    questions = [question for step in steps for question in (f"goto {step}", *(f"print {store}" for store in stores))]
    answers = iter(session.answers(questions))
    states = {}
    for step in steps:
        # A move shows the action before it says that the step cannot be replayed.
        moved = the_answer(next(answers)[-1:])
        parts = [the_answer(next(answers)) for _ in stores]
        states[step] = whole(parts, session.stores) if moved else None
    return states


def whole(parts, stores):
    if not stores or None in parts:
        return parts[0]
    return "{" + ",".join(f'"{store}":{part}' for store, part in zip(stores, parts)) + "}"


def diffs_of(session, pairs):
    pairs = [f"{one}..{other}" for one, other in pairs]
    answers = session.answers([f"diff {pair}" for pair in pairs])
    return {pair: the_answer(answer) for pair, answer in zip(pairs, answers)}


def the_answer(lines):
    """The one line of an answer; None if it is an error."""
    if len(lines) != 1:
        raise Trouble(f"one line was expected, not {len(lines)}")
    return None if lines[0].startswith('{"error":') else lines[0]


def compare_typed(session, states, diffs, chance):
    """Some of the answers of 'debug' are compared with those of the commands."""
    typed = {("state", str(step)): text for step, text in states.items() if not session.stores}
    typed |= {("diff", pair): text for pair, text in diffs.items()}
    good = [words for words, text in typed.items() if text is not None]
    for command, steps in chance.sample(good, min(2 * TYPED, len(good))):
        if session.tool(command, session.log, steps, "--json") != typed[command, steps] + "\n":
            raise Trouble(f"'{command} {session.log} {steps} --json' is not what 'debug' answers")


def changes(session, states, shown, chance):
    """The changes of some values, as 'history' gives them, and the steps that 'log' lists for others."""
    known = [step for step, text in states.items() if text]
    steps = chance.sample(known, min(PATHS_FROM, len(known))) if session.paths else []
    paths = {step: sorted(paths_at(session, step, states[step])) for step in steps}
    places = [(step, path) for step in steps for path in chance.sample(paths[step], min(session.paths, len(paths[step])))]
    # At another step something else, or nothing, may have the path.
    places += [(chance.choice(known), path) for _, path in places]
    answers = session.answers([line for step, path in places for line in (f"goto {step}", f"history {''.join(path)}")])
    history = {
        f"{step} {''.join(path)}": [seen(entry) for entry in entries_in(lines, shown)]
        for (step, path), moved, lines in zip(places, answers[::2], answers[1::2]) if the_answer(moved)
    }
    # 'log' looks at a place, which elements come to and leave, so paths without elements have to do.
    members = sorted(path for path in set().union(*paths.values()) if not any(map(ELEMENT.fullmatch, path)))
    members = ["".join(path) for path in chance.sample(members, min(session.paths, len(members)))]
    changed = {path: [entry["step"] for entry in entries_in(list_changes(session, path, shown), shown)] for path in members}
    return history, changed


def seen(entry):
    """A change as a page keeps it: its step, the path's tokens, and values that are short."""
    change = entry["change"]
    return [entry["step"], list(map(token, PATH_PART.findall(change["path"]))), kept(change["old"]), kept(change["new"])]


def token(part):
    if '"' not in part:
        return part.strip(".[]")
    # A key is written as in Swift.
    return re.sub(r"\\(u\{([0-9a-f]+)\}|.)", unescaped, part[part.index('"') + 1:-2])


def unescaped(escape):
    return chr(int(escape[2], 16)) if escape[2] else {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}.get(escape[1], escape[1])


def kept(value):
    is_long = isinstance(value, str) and len(value.encode("utf-16-le")) > 2 * LONGEST_KEPT
    return "(long)" if is_long or isinstance(value, (dict, list)) else value


def paths_at(session, step, state):
    """The paths of all parts of a state that are not too long, each as a tuple of what it consists of."""
    # 'blame' writes paths as the tool does. Of a large state it takes long, so there its small stores are enough.
    questions = ["blame"]
    if len(state) > LONGEST_VALUE:
        stores = {name for name, value in json.loads(state).items() if len(json.dumps(value)) <= LONGEST_VALUE}
        questions = [f"blame {name}" for name in sorted(stores) if name.isidentifier()]
    _, *answers = session.answers([f"goto {step}", *questions])
    lengths = collections.Counter()
    for leaf in map(json.loads, itertools.chain(*answers)):
        parts = PATH_PART.findall(leaf["path"])
        for count in range(1, len(parts) + 1):
            lengths[tuple(parts[:count])] += len(json.dumps(leaf["value"]))
    stores = session.stores or {path[0] for path in lengths}
    return {path for path, length in lengths.items() if length <= LONGEST_VALUE and path[0] in stores}


# 'name', '.name', '[3]', '["a b"]'
PATH_PART = re.compile(r"""\.?[^.\[\]"]+|\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]""")
ELEMENT = re.compile(r"\[\d+\]")


def list_changes(session, path, shown):
    return session.tool("log", session.log, "{}..{}".format(*shown), "--json", "--", path).split("\n")[:-1]


def entries_in(lines, shown):
    entries = [json.loads(line) for line in lines]
    if len(entries) == 1 and NOTHING.search(entries[0].get("error", "")):
        return []
    if any("error" in entry for entry in entries):
        raise Trouble(f"a list of changes is an error: {lines}")
    # Notes and gaps have no type. A change that nothing recorded led to has none either, but a step.
    return [entry for entry in entries if "type" in entry and shown[0] <= entry["step"] <= shown[1]]


NOTHING = re.compile(r" has never changed$| has not changed in the steps that the log has; |^the state at step \d+ has no '")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--traces", type=pathlib.Path, help="a folder of editing sessions")
    parser.add_argument("--long", action="store_true", help="make the pages that are measured")
    parser.add_argument("folder", type=pathlib.Path)
    given = parser.parse_args()
    logs = given.folder.resolve() / "logs"
    logs.mkdir(parents=True)
    print(f"seed {SEED}; PLAYHEAD_SEED=N takes another", flush=True)
    if given.long:
        sessions = list(long_sessions(logs, given.traces))
    elif given.traces:
        sessions = list(windows(logs, given.traces))
    else:
        usual = list(fixtures(logs))
        # The long one first, so that nothing waits for it alone.
        sessions = [*recorded(logs), *usual]
        failures(logs.parent)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(lambda session: make(session, logs.parent), sessions):
            print(line, flush=True)


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"make_pages: {trouble}")
