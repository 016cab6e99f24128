"""Goes through a session with a program, and compares what it prints with what it should.

Run:  python3 drive.py PROGRAM SESSION [--rewrite]

SESSION has commands, each behind '$ ', what is typed into one, each line behind '> ', and what they print, with the exit
code in brackets if it is not 0. '--rewrite' writes what they print now. Times, dates and identities are not compared.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

VARYING = [
    (r"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", "IDENTITY"),
    (r"\d{4}-\d\d-\d\dT[\d:.]+Z", "DATE"),
    (r"\+\d[\d.]*s", "TIME"),
    (r"\d[\d.]* (ms|µs|s)\b", "TIME"),
    (r"(?<=finished\(when: )[\d.]+", "DATE"),
    (r"\b\d+ B\b", "SIZE"),
    (r" {2,}", "  "),
]


def plain(text):
    for pattern, word in VARYING:
        text = re.sub(pattern, word, text)
    return text


def run(command, typed, folder, program):
    words = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "TZ": "UTC"}
    done = subprocess.run(
        ["bash", "-c", command], input=typed, cwd=folder, env=words, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=300)
    code = f"[{done.returncode}]\n" if done.returncode else ""
    return plain(done.stdout) + code


def main(program, session, *options):
    program, session = pathlib.Path(program).absolute(), pathlib.Path(session)
    text = session.read_text()
    parts = re.split(r"(?m)^(?=\$ )", text)
    told = [parts[0]]
    with tempfile.TemporaryDirectory() as folder:
        for part in parts[1:]:
            lines = part.splitlines()
            asked = [lines[0]] + [line for line in lines[1:] if line.startswith("> ")]
            typed = "".join(line[2:] + "\n" for line in asked[1:])
            told.append("\n".join(asked) + "\n" + run(asked[0][2:], typed, folder, program) + "\n")
    new = "".join(told).rstrip("\n") + "\n"
    if "--rewrite" in options:
        session.write_text(new)
    elif new != text:
        import difflib
        sys.exit("".join(difflib.unified_diff(
            text.splitlines(True), new.splitlines(True), str(session), "what it prints now")))
    print(f"{session.name}: {len(parts) - 1} commands print what they should")


main(*sys.argv[1:])
