"""Writes logs that no app would: a second, small writer of the format (PlayheadLog's 'Format.md')."""

import struct
from decimal import Decimal

MASK = 0xFFFF_FFFF


def log(app, stores, actions, notes=(), gaps=(), start=1_700_000_000_000_000_000, duration=300):
    """The bytes of a closed log without states.

    An action is (type, fields, cause): fields are a dictionary; cause is a step or None. A note is (step, text), a gap
    (first, last, detail). Actions take the steps that no gap takes, and last this number of nanoseconds.
    """
    begin = moment(0, start)
    header = varint(4) + bytes(range(16)) + text(app) + text("1.0") + begin + text("en") + text("UTC")
    header += varint(len(stores)) + b"".join(map(text, stores))
    # A checkpoint without states: a reader knows no store of it.
    file = frame(record(1, header) + record(2, varint(0) + varint(0)))
    waiting = list(actions)
    step, last = 1, 0
    for first, end, detail in [*sorted(gaps), (1 << 60, 0, "")]:
        run = waiting[: first - step]
        del waiting[: first - step]
        if run:
            inside = [note for note in notes if note[0] in range(step - 1, step + len(run))]
            records = b"".join(record(4, varint(at) + moment(at * 1_000_000, start) + text(words)) for at, words in inside)
            file += frame(records + record(3, chunk(step, run, start, duration)))
            step, last = step + len(run), step + len(run) - 1
        if end:
            file += frame(record(5, varint(first) + varint(end) + varint(1) + text(detail)))
            step, last = end + 1, end
    return file + frame(record(7, varint(last) + moment(last * 1_000_000, start)))


def chunk(first, actions, start, duration):
    """A run of actions, a millisecond apart, each with a shape of its own."""
    count = len(actions)
    types = sorted({name for name, _, _ in actions})
    causes = [(place, first + place - cause) for place, (_, _, cause) in enumerate(actions) if cause is not None]
    indices, before = b"", 0
    for place, _ in causes:
        indices += varint(place - before)
        before = place
    body = varint(first) + varint(count) + varint(count) + b"\1"
    # The ticks are microseconds.
    body += zigzag(first * 1_000) + varint(1_000) + numbers(list(range(1, count)))
    body += zigzag(start) + varint(0)
    body += varint(len(types)) + b"".join(text(name) + zigzag(1) for name in types)
    body += numbers([types.index(name) for name, _, _ in actions])
    body += varint(len(causes)) + (b"\0" + indices + numbers([distance for _, distance in causes]) if causes else b"")
    # One set of stores: the first one.
    body += varint(1) + varint(1) + varint(0) + numbers([0] * count) + numbers([duration] * count)
    rows = [row(fields) for _, fields, _ in actions]
    body += varint(count) + b"".join(shape for shape, _ in rows)
    body += varint(count) + b"".join(map(varint, range(count)))
    if count > 1:
        body += numbers(list(range(count)))
    return body + b"".join(columns for _, columns in rows) + varint(0)


def row(fields):
    """The shape of a value, and its columns."""
    entries, columns = [], []

    def add(parent, key, value, containers):
        kind, column = cell(value)
        entries.append(varint(parent) + bytes([kind]) + text(key))
        if kind:
            columns.append(column)
            return
        containers.append(key)
        number = len(containers)
        for name, part in value.items():
            add(number, name, part, containers)

    add(0, "", fields, [])
    return varint(len(entries)) + b"".join(entries), b"".join(columns)


def cell(value):
    """The kind of a value, and a column of it alone."""
    match value:
        case dict():
            return 0, b""
        case None:
            return 1, numbers([0])
        case bool():
            return 2, numbers([int(value)])
        case int() if -(1 << 63) <= value < 1 << 63:
            return 3, b"\1" + zigzag(value)
        case int() if 0 <= value < 1 << 64:
            return 4, numbers([value])
        case int():
            return 6, b"\0" + value.to_bytes(16, "little")
        case float():
            return 8, b"\0" + struct.pack("<d", value)
        case Decimal():
            return 9, texts(str(value).encode())
        case str():
            return 10, texts(value.encode("utf-8", "surrogatepass"))
        case bytes():
            return 11, texts(value)
    raise TypeError(value)


def numbers(values):
    return b"\0" + b"".join(map(varint, values)) if values else b""


def texts(data):
    return b"\0" + numbers([len(data)]) + data


def record(kind, body):
    return varint(kind) + varint(len(body)) + body


def moment(monotonic, start):
    return zigzag(monotonic) + zigzag(start + monotonic)


def text(words):
    data = words.encode("utf-8", "surrogatepass")
    return varint(len(data)) + data


def zigzag(number):
    return varint((number << 1 ^ number >> 63) & (1 << 64) - 1)


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def frame(content):
    """An LZ4 frame whose blocks are stored as they are."""
    size = 4 << 20
    descriptor = b"\x6c\x70" + struct.pack("<Q", len(content))
    blocks = (content[at : at + size] for at in range(0, len(content), size))
    body = b"".join(struct.pack("<I", len(block) | 1 << 31) + block for block in blocks)
    head = b"\x04\x22\x4d\x18" + descriptor + bytes([xxh32(descriptor) >> 8 & 0xFF])
    return head + body + struct.pack("<II", 0, xxh32(content))


def xxh32(data):
    """The hash with which LZ4 frames are checked."""
    p1, p2, p3, p4, p5 = 2654435761, 2246822519, 3266489917, 668265263, 374761393

    def turn(number, count):
        return (number << count | number >> (32 - count)) & MASK

    place = 0
    if len(data) >= 16:
        lanes = [(p1 + p2) & MASK, p2, 0, -p1 & MASK]
        for place in range(0, len(data) - 15, 16):
            for lane, word in enumerate(struct.unpack_from("<4I", data, place)):
                lanes[lane] = turn((lanes[lane] + word * p2) & MASK, 13) * p1 & MASK
        place += 16
        hash = sum(turn(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & MASK
    else:
        hash = p5
    hash = (hash + len(data)) & MASK
    while place + 4 <= len(data):
        hash = turn((hash + struct.unpack_from("<I", data, place)[0] * p3) & MASK, 17) * p4 & MASK
        place += 4
    for byte in data[place:]:
        hash = turn((hash + byte * p5) & MASK, 11) * p1 & MASK
    hash = (hash ^ hash >> 15) * p2 & MASK
    hash = (hash ^ hash >> 13) * p3 & MASK
    return hash ^ hash >> 16
