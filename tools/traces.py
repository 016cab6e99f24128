"""What 'tools/traces' does with each trace: records it and compares what comes back.

Every command is printed as it can be typed. The first that does not hold ends the run with 1.
"""

import argparse
import concurrent.futures
import datetime
import glob
import gzip
import json
import os
import random
import re
import shlex
import subprocess
import sys
import time

import jsonpatch

# Up to this number of patches, a pair of states takes some tenths of a second and the usual number of
# pairs is affordable; beyond, a fifth of it is.
SMALL = 100_000
USUAL_PAIRS = 200
FEWER_PAIRS = 40


class Trouble(Exception):
    """Something does not hold."""


class Trace:
    """What a trace says of itself."""

    def __init__(self, path):
        self.path = path
        self.name = os.path.basename(path).split(".json")[0]
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            content = json.load(file)
        self.end = content["endContent"].encode()
        self.times = [
            nanoseconds(transaction["time"])
            for transaction in content["txns"]
            for _ in transaction["patches"]
        ]


def nanoseconds(text):
    """An ISO 8601 time as nanoseconds since 1970; Python's own dates end at microseconds."""
    match = re.fullmatch(r"([^.]*?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)", text)
    if match is None:
        raise Trouble(f"'{text}' is not a time")
    whole, fraction, zone = match.groups()
    date = datetime.datetime.fromisoformat(whole + ("+00:00" if zone == "Z" else zone))
    seconds = (date - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // (
        datetime.timedelta(seconds=1)
    )
    return seconds * 1_000_000_000 + int((fraction or "").ljust(9, "0"))


def run(command, quiet=False):
    """What a shell's command prints; Trouble if it fails."""
    if not quiet:
        print("$ " + command, flush=True)
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True)
    if done.returncode != 0:
        raise Trouble(f"'{command}' ended with {done.returncode}:\n{done.stderr.decode()}")
    return done.stdout


def expect(holds, what):
    if not holds:
        raise Trouble(what)


def record(trace, log):
    reader = "gunzip -c" if trace.path.endswith(".gz") else "cat"
    source = f"{reader} {shlex.quote(trace.path)}"
    said = run(f"{source} | playhead record text-editor --input - -o {log}")
    print(said.decode(), end="")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def compare_times(trace, log):
    count = 0
    for line in run(f"playhead log {log} --json").splitlines():
        entry = json.loads(line)
        expect(entry["step"] == count + 1, f"step {entry['step']} follows step {count}")
        expect(
            nanoseconds(entry["time"]) == trace.times[count],
            f"step {count + 1} is said to be of {entry['time']}",
        )
        count += 1
    expect(count == len(trace.times), f"'log' lists {count} actions")


def pairs(trace, count):
    """Neighbors, near ones and far ones, forwards and backwards; the same on every run."""
    last = len(trace.times)
    chance = random.Random(f"{trace.name} 1")
    chosen = [(min(1000, last - 1), min(1001, last)), (0, last), (last, 0)]
    while len(chosen) < count:
        start = chance.randrange(last + 1)
        reach = chance.choice([1, 1, 100, last])
        end = min(max(start + chance.randint(-reach, reach), 0), last)
        chosen.append((start, end))
    return chosen[:count]


def compare_pair(log, pair):
    start, end = pair
    state = lambda step: json.loads(run(f"playhead state {log} {step} --json", quiet=True))
    patch = json.loads(run(f"playhead diff {log} {start}..{end} --json", quiet=True))
    if start != end:
        expect(patch, f"'diff {start}..{end}' is empty")
    given = jsonpatch.JsonPatch(patch).apply(state(start))
    expect(given == state(end), f"the patch of 'diff {start}..{end}' gives another state")


def compare_pairs(trace, log, count):
    chosen = pairs(trace, count)
    start, end = chosen[0]
    others = len(chosen) - 1
    print(f"$ playhead diff {log} {start}..{end} --json  # and {others} other pairs", flush=True)
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(compare_pair, log, pair) for pair in chosen]:
            done.result()
    return len(chosen)


def take(trace, count):
    start = time.monotonic()
    patches = len(trace.times)
    print(f"\n== {trace.name}: {patches} patches", flush=True)
    record(trace, "s.playhead")
    run("lz4 -t s.playhead")
    run("playhead verify s.playhead")
    actions = json.loads(run("playhead info s.playhead --json"))["actions"]
    expect(actions == patches, f"the log has {actions} actions")
    end = run("playhead state s.playhead end document.text --raw")
    expect(end == trace.end, "the last text is not the trace's")
    compare_times(trace, "s.playhead")
    record(trace, "again.playhead")
    expect(read("s.playhead") == read("again.playhead"), "the same input gives another log")
    run("playhead check s.playhead")
    if count is None:
        count = min(USUAL_PAIRS if patches <= SMALL else FEWER_PAIRS, patches)
    compared = compare_pairs(trace, "s.playhead", count) if count else 0
    os.remove("s.playhead")
    os.remove("again.playhead")
    counts = f"{patches} actions, {compared} pairs"
    spent = time.monotonic() - start
    print(f"== {trace.name}: {counts}, all as it has to be; {spent:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int)
    parser.add_argument("folder")
    parser.add_argument("scratch")
    given = parser.parse_args()
    inside = glob.escape(given.folder)
    paths = glob.glob(f"{inside}/*.json") + glob.glob(f"{inside}/*.json.gz")
    paths.sort(key=os.path.getsize)
    expect(paths, f"there is no 'NAME.json.gz' or 'NAME.json' in '{given.folder}'")
    os.chdir(given.scratch)
    for path in paths:
        try:
            take(Trace(path), given.pairs)
        except Trouble as trouble:
            raise Trouble(f"{os.path.basename(path)}: {trouble}") from None


try:
    main()
except Trouble as trouble:
    sys.exit(f"traces: {trouble}")
