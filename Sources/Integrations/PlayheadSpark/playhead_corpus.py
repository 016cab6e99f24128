"""Asks 'playhead' about shards of sessions on Apache Spark.

    corpus.compare(spark, shards, "playhead", "before/playhead", output=folder).where("outcome = 'bad'").show()
    spark-submit playhead_corpus.py compare SHARD... --tool playhead --baseline before/playhead --output FOLDER --rows FILE

Each task runs one process of the tool, which reads names of shards and writes a line of JSON for each log in them.
"""

import argparse
import atexit
import contextlib
import functools
import hashlib
import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import tarfile
import tempfile
import uuid

FIELDS = """asked string, build string, log string, digest string, app string, actions bigint, outcome string, step bigint,
    causes array<struct<kind string, why string, action string, place string, path string, old string, new string>>,
    count bigint, error string"""


def check(spark, shards, tool, **how):
    """Which sessions do not always lead to the same states. 'ask' says what comes back, and what 'how' may be."""
    return ask(spark, shards, ["check"], tool, **how)


def compare(spark, shards, tool, baseline, **how):
    """Which sessions differ between the tool and the baseline, which is another build, and why."""
    return ask(spark, shards, ["compare"], tool, baseline, **how)


def search(spark, shards, tool, expression, **how):
    """How many actions of each session match an expression."""
    return ask(spark, shards, ["log", "--where", expression], tool, **how)


def ask(spark, shards, question, tool, baseline=None, output=None, partitions=None, silence=600, options=()):
    """A DataFrame with a row for each log: FIELDS, and 'row', which is the whole line. Spark asks when it needs rows.

    output: a folder that all nodes see. Each shard gets a file of rows there, once; later calls read it.
            Without a folder, each use of the DataFrame asks again.
    partitions: the number of tasks; one for each shard by default.
    silence: the seconds without a row after which a process is killed.
    options: more words for the tool, such as '--salvage'.
    """
    shards = list(dict.fromkeys(map(os.path.abspath, shards)))
    question, builds = [*question, *options], [file for file in (tool, baseline) if file]
    folder = output and folder_for(output, builds, question)
    names = [ship(spark, file) for file in builds]
    work = functools.partial(rows_about, question=question, executables=names, folder=folder, silence=silence)
    count = max(1, min(partitions or len(shards), len(shards)))
    if context := getattr(spark, "sparkContext", None):
        context.addPyFile(__file__)
        rows = context.parallelize(shards, count).mapPartitions(work)
        frame = spark.createDataFrame(rows.map(lambda row: (row,)), "row string")
    else:
        # Spark Connect has no RDDs.
        spark.addArtifact(__file__, pyfile=True)
        listed = spark.createDataFrame([(shard,) for shard in shards], "shard string").coalesce(1).repartition(count)
        frame = listed.mapInArrow(functools.partial(batches_about, work=work), "row string")
    return frame.selectExpr(f"from_json(row, '{FIELDS}') as answer", "row").selectExpr("answer.*", "row")


def folder_for(output, builds, question):
    """The folder for what these executables answer to a question."""
    return os.path.join(os.path.abspath(output), digest(*map(digest_of, builds), *question))


def ship(spark, file):
    """Sends an executable to the nodes, under a name of its own, because two builds may be called 'playhead'."""
    copy = os.path.join(shipping_folder(), f"{os.path.basename(file)}-{digest_of(file)[:16]}")
    if not os.path.exists(copy):
        shutil.copy(file, copy)
    if context := getattr(spark, "sparkContext", None):
        context.addFile(copy)
    else:
        spark.addArtifact(copy, file=True)
    return os.path.basename(copy)


@functools.cache
def shipping_folder():
    """Stays until Python ends: nodes that join later need the files, and Spark wants those of a name from one place."""
    folder = tempfile.mkdtemp(prefix="playhead-spark.")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def digest_of(file):
    with open(file, "rb") as content:
        return hashlib.sha256(content.read()).hexdigest()


def digest(*facts):
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


# The rest runs on the nodes.


def batches_about(batches, work):
    """The rows about the shards in a column of a table, as such a column."""
    import pyarrow

    shards = [shard for batch in batches for shard in batch.column(0).to_pylist()]
    yield pyarrow.RecordBatch.from_arrays([pyarrow.array(work(shards), "string")], ["row"])


def rows_about(shards, question, executables, folder, silence):
    """The rows about shards, as lines. A shard without a file of rows gets one."""
    from pyspark import SparkFiles

    tool, *others = map(SparkFiles.get, executables)
    for file in (tool, *others):
        os.chmod(file, 0o755)
    words = [tool, *question, "--files-from", "-", "-0", *(["--with", *others] if others else [])]
    with tempfile.TemporaryDirectory() as scratch:
        for file in files_about(shards, words, folder or scratch, silence):
            with open(file, "rb") as rows:
                yield from (row.rstrip(b"\n").decode() for row in rows)


def files_about(shards, words, folder, silence):
    """The files of the rows about shards, after those that are missing have been written."""
    # An error, so that Spark tries another node: this one may not have the disk.
    files = {shard: file_for(shard, folder, os.stat(shard)) for shard in shards}
    missing = [shard for shard, file in files.items() if not os.path.exists(file)]
    rows = answers(missing, words, silence)
    logs = list(map(log_of, rows))
    parts = [[row for row, log in zip(rows, logs) if log == shard or log.startswith(f"{shard}::")] for shard in missing]
    if sum(map(len, parts)) != len(rows):
        raise RuntimeError(f"the tool has rows about other logs than those in {missing}")
    for shard, part in zip(missing, parts):
        commit(part, files[shard])
    return files.values()


def file_for(shard, folder, facts):
    """The file for the rows about a shard: another one once the shard has changed."""
    version = digest(shard, facts.st_size, facts.st_mtime_ns)
    return os.path.join(folder, f"{os.path.basename(shard)}-{version}.jsonl")


def log_of(row):
    return json.loads(row)["log"]


def commit(rows, file):
    """Writes a file that is there as a whole or not at all, also if several tasks write it at the same time."""
    folder = os.path.dirname(file)
    os.makedirs(folder, exist_ok=True)
    part = os.path.join(folder, f".{uuid.uuid4().hex}.part")
    with open(part, "wb") as content:
        content.writelines(row + b"\n" for row in rows)
        content.flush()
        # Otherwise a power loss may leave the file's name without its content.
        os.fsync(content.fileno())
    os.replace(part, file)


def answers(shards, words, silence):
    """The rows about shards, from as many processes as it takes."""
    rows, has_all = {}, False
    while shards:
        try:
            for row in process(shards, rows.values(), words, silence):
                rows[log_of(row)] = row
            break
        except Died as died:
            # The tool works on several logs at once, so the first without a row need not be what it died of.
            log = next((log for shard in shards for log in logs_in(shard) if log not in rows), None)
            if log is not None:
                rows[log] = row_about(log, rows.values(), words, silence)
            elif has_all:
                raise RuntimeError(f"the tool {died} at a log that is not listed in {shards}") from None
            # It may have died at its end; the next one has nothing to do then.
            has_all = log is None
    return list(rows.values())


def logs_in(shard):
    """What the tool has rows about: a shard's logs, in order, and itself if it has none or no end. So has a file that is no tar."""
    names = []
    try:
        with tarfile.open(shard, "r:") as tar:
            for entry in tar:
                is_whole = entry.offset_data + entry.size + -entry.size % 512 <= os.path.getsize(shard)
                if is_whole and entry.isfile() and entry.name != "playhead-index.jsonl":
                    names.append(f"{shard}::{entry.name}")
            # Some damage looks like the end to the reader.
            tar.fileobj.seek(tar.offset)
            has_end = tar.fileobj.read(512) == bytes(512)
    except (OSError, tarfile.TarError):
        has_end = False
    return names if names and has_end else [*names, shard]


def row_about(log, done, words, silence):
    """The tool's row about one log, or that the tool dies of it."""
    try:
        return next_row(log, done, words, silence)
    except Died as died:
        death = died
    try:
        # What it says of an empty file has the question, the build, and all that a row needs.
        row = json.loads(next_row(os.devnull, [], words, silence))
    except Died:
        raise RuntimeError(f"the tool {death} at every log; the executor's log has what it said") from None
    row["causes"][0]["why"] = "tool"
    return json.dumps(row | {"log": log, "digest": None, "error": f"the tool {death} at this log, twice"}).encode()


def next_row(log, done, words, silence):
    for row in process([log], done, words, silence):
        if log_of(row) == log:
            return row
    raise Died("gave no row")


class Died(Exception):
    """How a process ended that may not have answered about all logs."""


def process(names, done, words, silence):
    """The rows that one process gives about these names, except those that are done."""
    with tempfile.TemporaryFile() as listed, tempfile.NamedTemporaryFile() as rows:
        for file, items, end in ((listed, map(os.fsencode, names), b"\0"), (rows, done, b"\n")):
            file.writelines(item + end for item in items)
            file.flush()
        listed.seek(0)
        # In a session of its own, so that what it has started can be ended with it.
        tool = subprocess.Popen(
            [*words, *(["--resume", rows.name] if done else [])],
            stdin=listed, stdout=subprocess.PIPE, start_new_session=True)
        try:
            yield from lines_of(tool.stdout, silence)
            try:
                code = tool.wait(silence)
            except subprocess.TimeoutExpired:
                raise Died(f"did not end for {silence} s") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(tool.pid, signal.SIGKILL)
            tool.wait()
            tool.stdout.close()
    if code:
        raise Died(f"ended by signal {-code}" if code < 0 else f"ended with code {code}")


def lines_of(pipe, silence):
    """The lines from a pipe. What comes after the last line's end is torn, and left out."""
    rest = b""
    while select.select([pipe], [], [], silence)[0]:
        data = os.read(pipe.fileno(), 65_536)
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
    raise Died(f"gave no row for {silence} s")


def main():
    parser = argparse.ArgumentParser(description="Asks 'playhead' about shards of sessions on Apache Spark.")
    parser.add_argument("question", choices=["check", "compare", "search"])
    parser.add_argument("shards", nargs="+", metavar="SHARD")
    parser.add_argument("--tool", required=True, metavar="FILE", help="the executable that answers")
    parser.add_argument("--baseline", metavar="FILE", help="for 'compare': the other build")
    parser.add_argument("--where", metavar="EXPR", help="for 'search': the condition")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="a folder that all nodes see")
    parser.add_argument("--rows", required=True, metavar="FILE", help="where to write all rows, for 'playhead corpus merge'")
    parser.add_argument("--partitions", type=int, metavar="N", help="the number of tasks; one for each shard by default")
    parser.add_argument("--silence", type=float, default=600, metavar="SECONDS", help="without a row, before a kill")
    parser.add_argument(
        "--option", action="append", default=[], dest="options", metavar="WORD", help="for the tool: '--option=--salvage'")
    given = parser.parse_args()
    if (given.question == "compare") != bool(given.baseline) or (given.question == "search") != bool(given.where):
        parser.error("'compare' needs '--baseline', 'search' needs '--where', and no other question takes them")
    question = ["log", "--where", given.where] if given.where else [given.question]
    builds = [file for file in (given.tool, given.baseline) if file]
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(f"playhead {given.question}").getOrCreate()
    how = {name: getattr(given, name) for name in ("output", "partitions", "silence", "options")}
    frame = ask(spark, given.shards, question, *builds, **how)
    # First all at once, because an iterator has the partitions done one by one.
    frame.groupBy("outcome").count().show()
    commit((row.row.encode() for row in frame.select("row").toLocalIterator()), os.path.abspath(given.rows))
    print(f"playhead corpus merge {shlex.quote(given.rows)}")
    spark.stop()


if __name__ == "__main__":
    main()
