"""Compares two builds over many sessions with one command and with Spark, which have to find the same.

Run:  PLAYHEAD=FILE .build/corpus-python/bin/python Tests/CorpusChecks/corpus.py [--sessions N] [--folder FOLDER]
Needs: the tool, with 'trap-app' beside it; Java; what 'tools/setup --corpus' installs. 'tools/soak corpus' does all of this.

Sessions of the sample apps are recorded and packed into shards. 'compare --files-from' goes through all of them, and
'corpus merge' groups the differences: that is what is expected. Then Spark goes through the shards, with two executors that
are processes of their own: undisturbed, with an executor that is killed, with speculation, and with logs among them that are
damaged, empty, foreign or crash. 'corpus merge' of its rows has to print the same, byte for byte.

With '--folder' everything stays there, and sessions that are there are not recorded again.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import pyspark
from pyspark.sql import SparkSession

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = pathlib.Path(os.environ.get("PLAYHEAD") or shutil.which("playhead") or ROOT / ".build/debug/playhead").absolute()
MODULE = ROOT / "Sources/Integrations/PlayheadSpark/playhead_corpus.py"
SPARK = pathlib.Path(pyspark.__file__).parent
sys.path.insert(0, str(MODULE.parent))
import playhead_corpus as corpus

# Some are left when an executor is killed; each takes a task and a process. Both executors get as many.
SHARDS = 12
# Recorders mostly wait for their servers.
RECORDERS = 8 * (os.cpu_count() or 1)
# Of so many sessions, one more log is damaged, empty, foreign or crashes.
ODD = 100
# With fewer sessions the start of tasks is most of the time, and the ratio says nothing.
LEAST_MEASURED = 10_000
# How many times longer than the single command Spark may take, without its own start.
LARGEST_RATIO = 1.3
# One after the other, both are run as often at most: others may use the machine.
MEASUREMENTS = 3

# What 'feed/three-changes' changes: types of actions, and places.
CHANGES = {
    ("LikeConfirmed", "feed.timeline.posts[*].confirmed.count"),
    ("PurchaseConfirmed", "feed.shop.bought[*]"),
    ("RetryScheduled", "feed.timeline.posts[*].request.attempt"),
}

# For each app, how a session begins, and what is done in it by chance.
APPS = {
    "feed": (["server slow 0", "wait"], [
        ["like #", "wait"], ["unlike #", "wait"], ["more", "wait"], ["refresh", "wait"], ["buy shirt 1", "wait"],
        ["buy mug #"], ["server fail 1", "like #", "wait"], ["retry", "wait"]]),
    "text-editor": (["insert Once upon a time"], [
        ["insert  word"], ["insert #, #"], ["delete #"], ["move #", "insert é"], ["select # 9"], ["undo"], ["redo"]]),
    "clip-editor": (["add clip 4 beach.mov", "add clip 3 waves.mov"], [
        ["add clip # more.mov"], ["add text 2 Holidays #"], ["select clip 1", "split"], ["undo"], ["add filter # sepia"]]),
    "annotations": ([], [
        ["issue Door # does not close"], ["add photo Crack #"], ["add text Note #"], ["status # closed"], ["sheet 2"]]),
}

# The tool, with a process around it that dies instead of giving a row about some logs.
DYING_TOOL = """#!{python}
import json, os, signal, subprocess, sys
tool = subprocess.Popen([{tool!r}, *sys.argv[1:]], stdout=subprocess.PIPE)
for row in tool.stdout:
    if json.loads(row)["log"] in {deadly!r}:
        os.killpg(0, signal.SIGKILL)
    sys.stdout.buffer.write(row)
    sys.stdout.flush()
sys.exit(tool.wait())
"""

# Spark looks for slow tasks as soon as half of them have ended.
SPECULATION = {
    "spark.speculation": "true", "spark.speculation.interval": "100ms", "spark.speculation.quantile": "0.5",
    "spark.speculation.multiplier": "1.5"}


def main():
    parser = argparse.ArgumentParser(description="Compares one command with Spark over many sessions.")
    parser.add_argument("--sessions", type=int, default=20_000, metavar="N")
    parser.add_argument("--folder", type=pathlib.Path, help="keep everything here")
    given = parser.parse_args()
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    with contextlib.ExitStack() as stack:
        folder = given.folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="playhead-corpus."))
        campaign(pathlib.Path(folder).absolute(), given.sessions)


def campaign(folder, count):
    sessions, odd = folder / "sessions", folder / "odd"
    with timed(f"{count:,} sessions recorded"):
        record_sessions(sessions, count)
    record_odd_logs(odd, sessions, max(5, count // ODD))
    before = script(folder / "before", "export PLAYHEAD_FAULT=feed/three-changes")
    good = Corpus(folder / "good", [sessions], TOOL, before)
    require(good.changes == CHANGES, f"the groups are {good.changes}")
    with timed("good: two shards, with three logs at which the tool dies"):
        check_deaths(good, folder)
    # In this build, some sessions of the clip editor crash.
    now = script(folder / "now", "export PLAYHEAD_FAULT=clip-editor/kept-handles")
    mixed = Corpus(folder / "mixed", [sessions, odd], now, before)
    with spark("local-cluster[2,1,1024]") as session:
        good.compare(session, "Spark")
        good.compare(session, "Spark, with rows that are there", again="Spark")
        if count >= LEAST_MEASURED:
            require(any(good.is_fast(session) for _ in range(MEASUREMENTS)), f"Spark takes more than {LARGEST_RATIO} ×")
        good.compare(session, "Spark, an executor killed", meanwhile=kill_executor)
        mixed.compare(session, "Spark, odd logs")
        mixed.compare(session, "Spark, odd logs, an executor killed", meanwhile=kill_executor)
        require(lost_executors(session) == 2, "not every kill has cost Spark an executor")
    with cluster(folder / "cluster") as master, spark(master, SPECULATION) as session:
        with slow_task(folder) as tool:
            good.compare(session, "Spark, with speculation", tool=tool)
        require(speculative_tasks(session) > 0, "Spark has copied no task")
    with spark_connect() as session:
        good.compare(session, "Spark Connect")
    with timed("good: spark-submit"):
        check_submission(good, folder)


class Corpus:
    """Shards of logs, and what one command and a merge say of them."""

    def __init__(self, folder, logs, tool, baseline):
        self.folder, self.tool, self.baseline = folder, tool, baseline
        shutil.rmtree(folder, ignore_errors=True)
        # A tar has 512 bytes before each file and fills its last 512; each log has a line in the index.
        size = sum(log.stat().st_size + 900 for source in logs for log in source.iterdir())
        words = ["corpus", "pack", *logs, "-o", folder / "shards", "--size", f"{size // SHARDS // 1_000 + 1}kB"]
        with timed(f"{folder.name}: {size / 1e6:,.0f} MB packed"):
            self.shards = run(TOOL, *words).splitlines()
        rows = folder / "rows.jsonl"
        self.run_alone(rows)
        self.rows = sorted(rows.read_text().splitlines())
        self.merged = merge([rows])
        print(run(TOOL, "corpus", "merge", rows, codes=(0, 1)).partition("\n")[0], flush=True)

    def run_alone(self, rows):
        """Has one command compare the builds, and keeps the time that it takes."""
        words = [self.tool, "compare", "--files-from", "-", "--with", self.baseline]
        with timed(f"{self.folder.name}: one command over {len(self.shards)} shards") as clock:
            with open(rows, "w") as file:
                shards = "".join(shard + "\n" for shard in self.shards)
                subprocess.run(words, check=True, text=True, input=shards, stdout=file)
        self.time = clock.seconds

    def is_fast(self, session):
        """Whether Spark takes not much longer than a command that runs just before."""
        self.run_alone(self.folder / "again.jsonl")
        return self.compare(session, "Spark, measured") <= LARGEST_RATIO

    @property
    def changes(self):
        """The groups' types of actions and places."""
        groups = [json.loads(line) for line in self.merged.splitlines()[1:]]
        return {(group["action"], group["place"]) for group in groups}

    def compare(self, session, name, tool=None, again=None, meanwhile=contextlib.nullcontext):
        """Has Spark compare the builds; it has to find the same. Returns how many times longer it takes than one command."""
        tool, output = tool or self.tool, self.folder / (again or name)
        parts = pathlib.Path(corpus.folder_for(output, [tool, self.baseline], ["compare"]))
        if not again:
            shutil.rmtree(output, ignore_errors=True)
        with meanwhile((session, parts, len(self.shards))), timed(f"{self.folder.name}: {name}") as clock:
            frame = corpus.compare(session, self.shards, str(tool), str(self.baseline), output=str(output))
            rows = sorted(row.row for row in frame.select("row").collect())
        ratio = clock.seconds / self.time
        print(f"{ratio:8.2f} × the single command", flush=True)
        require(rows == self.rows, f"{name}: the rows are not those of the single command")
        files = list(parts.glob("*.jsonl"))
        require(len(files) == len(self.shards), f"{name}: {len(files)} files for {len(self.shards)} shards")
        require(merge(files) == self.merged, f"{name}: the groups are not those of the single command")
        return ratio


# Sessions.


def record_sessions(folder, count):
    """Records sessions by chance, the same for each call but for their times and UUIDs."""
    folder.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(RECORDERS) as pool:
        list(pool.map(lambda seed: record_session(folder / f"{seed:06}.playhead", seed), range(count)))


def record_session(log, seed):
    chance = random.Random(seed)
    app = chance.choice(["feed", *APPS])
    beginning, blocks = APPS[app]
    lines = list(beginning)
    for _ in range(chance.randint(3, 20)):
        number = str(chance.randint(1, 6))
        lines += [line.replace("#", number) for line in chance.choice(blocks)]
    record(log, app, lines)


def record(log, app, lines, *options):
    if log.exists():
        return
    # A line that is refused ends the recording, and has the code 1 or 2.
    run(TOOL, *options, "record", app, "-i", "-", "-o", log, codes=(0, 1, 2), given="".join(line + "\n" for line in lines))


def record_odd_logs(folder, sessions, count):
    """Makes so many logs that are damaged, empty, of another app, no logs, or crash a store of the build 'kept-handles'."""
    folder.mkdir(exist_ok=True)
    crash = (ROOT / "fixtures/exercises/clip-editor/kept-handles.txt").read_text().splitlines()
    for number, session in zip(range(count), sorted(sessions.iterdir())):
        log = folder / f"odd-{number:04}.playhead"
        match number % 5:
            case 0:
                data = bytearray(session.read_bytes())
                data[len(data) // 2] ^= 0xFF
                log.write_bytes(data)
            case 1:
                log.touch()
            case 2:
                record(log, "trapper", [f"add {number}"], "--app", TOOL.with_name("trap-app"))
            case 3:
                log.write_text(f"{number} is no log\n")
            case 4:
                record(log, "clip-editor", crash)


def check_deaths(good, folder):
    """A log at which the tool dies has a row that says so, and all others have the rows that they have without that."""
    shards = good.shards[:2]
    known = {log: row for row in good.rows for log in [json.loads(row)["log"]] if log.startswith(tuple(shards))}
    logs = list(known)
    deadly = [logs[0], logs[len(logs) // 2], logs[-1]]
    tool = folder / "dying"
    tool.write_text(DYING_TOOL.format(python=sys.executable, tool=str(TOOL), deadly=deadly))
    tool.chmod(0o755)
    rows = corpus.answers(shards, [tool, "compare", "--files-from", "-", "-0", "--with", good.baseline], 60)
    found = {log: row for row in rows for log in [json.loads(row)["log"]]}
    require(len(rows) == len(known) and found.keys() == known.keys(), "the rows are of other logs")
    for log, row in found.items():
        if log in deadly:
            row = json.loads(row)
            require(row["outcome"] == "failed" and row["causes"][0]["why"] == "tool", f"the tool did not die of '{log}'")
        else:
            require(row.decode() == known[log], f"the row of '{log}' is another one")


def check_submission(good, folder):
    """The module as a job of its own writes the rows that one command has, and its last line groups them."""
    rows = folder / "submitted rows.jsonl"
    words = [SPARK / "bin/spark-submit", "--master", "local[2]", MODULE, "compare", *good.shards, "--tool", good.tool]
    said = run(*words, "--baseline", good.baseline, "--output", folder / "submitted", "--rows", rows)
    require(sorted(rows.read_text().splitlines()) == good.rows, "spark-submit: the rows are not those of the single command")
    command = shlex.split(said.splitlines()[-1])
    require(command == ["playhead", "corpus", "merge", str(rows)], f"spark-submit: its last line is {command}")
    require(merge([rows]) == good.merged, "spark-submit: the groups are not those of the single command")


# Spark, and what disturbs it.


@contextlib.contextmanager
def spark(master, options={}):
    """A session with two executors of one core each, which are there when it begins."""
    options = {
        "spark.cores.max": "2", "spark.scheduler.minRegisteredResourcesRatio": "1", "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false", **options}
    with timed(f"{master}: Spark started"):
        session = SparkSession.builder.master(master).appName("corpus").config(map=options).getOrCreate()
        executors(session)
    application = session.sparkContext.applicationId
    try:
        yield session
    finally:
        session.stop()
        # What the executors were sent stays otherwise.
        shutil.rmtree(SPARK / "work" / application, ignore_errors=True)


@contextlib.contextmanager
def spark_connect():
    """A session that knows its Spark, in another process, by a connection only."""
    with timed("Spark Connect started"):
        session = SparkSession.builder.remote("local[2]").getOrCreate()
        session.range(1).count()
    yield session
    session.stop()


@contextlib.contextmanager
def cluster(folder):
    """A master with two workers of different addresses: Spark copies no task to where it runs already."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master = f"spark://127.0.0.1:{port}"
    folder.mkdir(exist_ok=True)
    programs = [["master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"]]
    programs += [
        ["worker.Worker", "--host", host, "--cores", "1", "--memory", "1g", "--webui-port", "0", "-d", folder, master]
        for host in ("127.0.0.1", "127.0.0.2")]
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(open(folder / "log", "w"))
        for name, *words in programs:
            command = [SPARK / "bin/spark-class", f"org.apache.spark.deploy.{name}", *words]
            process = stack.enter_context(subprocess.Popen(command, stdout=log, stderr=log))
            stack.callback(process.terminate)
        yield master
    shutil.rmtree(folder)


def executors(session):
    """The executors' process numbers, once there are two."""
    def parent(number):
        return int(pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[1])

    def executor(_):
        # Long enough for the other task to be given to the other executor.
        time.sleep(1)
        # Python's parent forks it, and is a child of the executor.
        return parent(os.getppid())

    numbers = set()
    while len(numbers) < 2:
        numbers = set(session.sparkContext.parallelize(range(2), 2).map(executor).collect())
    return numbers


@contextlib.contextmanager
def kill_executor(task):
    """Kills an executor when a third of the shards have their rows."""
    session, parts, count = task
    victim = min(executors(session))
    is_over = threading.Event()

    def kill():
        while len(list(parts.glob("*.jsonl"))) < count // 3:
            if is_over.wait(0.01):
                return
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    yield
    is_over.set()
    killer.join()


@contextlib.contextmanager
def slow_task(folder):
    """A tool whose first process does nothing, for an hour."""
    mark = folder / "slow"
    shutil.rmtree(mark, ignore_errors=True)
    yield script(folder / "slow-once", f"mkdir '{mark}' 2>/dev/null && echo $$ >'{mark}/process' && exec sleep 3600")
    # Spark has killed the task, but not what the task had started.
    with contextlib.suppress(ProcessLookupError):
        os.kill(int((mark / "process").read_text()), signal.SIGKILL)


def lost_executors(session):
    return sum(not executor["isActive"] for executor in status(session, "allexecutors"))


def speculative_tasks(session):
    stages = status(session, "stages")
    tasks = [status(session, f"stages/{stage['stageId']}/0/taskList?length=1000") for stage in stages]
    return sum(task["speculative"] for stage in tasks for task in stage)


def status(session, path):
    context = session.sparkContext
    with urllib.request.urlopen(f"{context.uiWebUrl}/api/v1/applications/{context.applicationId}/{path}") as answer:
        return json.load(answer)


# Programs.


def script(file, line):
    """Another build: the tool, after a line of shell."""
    file.write_text(f"#!/bin/sh\n{line}\nexec '{TOOL}' \"$@\"\n")
    file.chmod(0o755)
    return file


def merge(files):
    """What a merge says. It ends with 1, because sessions differ."""
    return run(TOOL, "corpus", "merge", *files, "--json", codes=(0, 1))


def run(*words, codes=(0,), given=""):
    """What a program prints, which has to end with one of these codes."""
    words = [str(word) for word in words]
    done = subprocess.run(words, capture_output=True, input=given.encode(), env={**os.environ, "PLAYHEAD_FAULT": ""})
    if done.returncode not in codes:
        raise AssertionError(f"{words[:9]} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')}")
    return done.stdout.decode()


def require(condition, sentence):
    if not condition:
        sys.exit(f"corpus: {sentence}")


@contextlib.contextmanager
def timed(what):
    clock = argparse.Namespace(seconds=0)
    start = time.monotonic()
    yield clock
    clock.seconds = time.monotonic() - start
    print(f"{clock.seconds:8.1f} s  {what}", flush=True)


if __name__ == "__main__":
    main()
