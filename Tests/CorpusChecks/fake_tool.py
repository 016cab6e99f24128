#!/usr/bin/env python3
"""Stands in for 'playhead check --files-from -': the logs are texts that say what happens to the process.

'good' and 'bad' are answers. Of the others the process dies: 'dies', 'dies once', 'exits', 'tears' its line, or 'hangs'; of
'dies early' while the log before it has no row yet, as the tool works on several logs at once.
FAKE_FOLDER is where it writes down its calls, and that it has died once.
"""

import json
import os
import pathlib
import signal
import sys
import tarfile
import time

FOLDER = pathlib.Path(os.environ["FAKE_FOLDER"])


def main():
    words = sys.argv[1:]
    done = set()
    if "--resume" in words:
        lines = pathlib.Path(words[words.index("--resume") + 1]).read_text().splitlines()
        rows = map(json.loads, lines)
        done = {row["log"] for row in rows if row["digest"] or row["causes"][0]["why"] == "tool"}
    logs = [log for name in sys.stdin.read().split("\0")[:-1] for log in contents(name) if log[0] not in done]
    with open(FOLDER / "calls", "a") as calls:
        calls.write(f"{len(logs)}\n")
    if "broken" in words:
        sys.exit(127)
    for place, (log, text) in enumerate(logs):
        if place + 1 < len(logs) and logs[place + 1][1] == "dies early":
            die()
        act(log, text)


def contents(name):
    """The logs at a path with their texts."""
    shard, _, entry = name.partition("::")
    if not shard.endswith(".tar"):
        return [(name, pathlib.Path(name).read_text())]
    with tarfile.open(shard) as tar:
        logs = [
            (f"{shard}::{member.name}", tar.extractfile(member).read().decode())
            for member in tar
            if member.name != "playhead-index.jsonl" and entry in ("", member.name)
        ]
    return logs or [(shard, "")]


def act(log, text):
    row = {"schema": 1, "asked": sys.argv[1], "build": "00", "log": log, "digest": "11", "outcome": text, "causes": []}
    if not text:
        row |= {"digest": os.environ.get("FAKE_DIGEST", "11") or None, "outcome": "failed", "causes": [{"kind": "failed", "why": "empty"}], "error": "it is empty"}
    line = json.dumps(row)
    if text in ("dies", "dies early") or text == "dies once" and is_first_time():
        die()
    if text == "exits":
        sys.exit(3)
    if text == "tears":
        print(end=line[:20], flush=True)
        die()
    if text == "hangs":
        time.sleep(60)
    print(line, flush=True)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def is_first_time():
    try:
        (FOLDER / "died").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


main()
