import CSQLite
import Foundation
import PlayheadDebugger
import PlayheadValues
import TestSupport
import Testing

/// The states and payloads of a session by step, in the form that JSON has of them.
struct ExportedStates {
  private(set) var states: [Int: Value] = [:]
  private(set) var payloads: [Int: Value] = [:]

  /// What each way to export a log of a desk has of it.
  static func all(of log: String, on desk: Desk) throws -> [(name: String, export: ExportedStates)]
  {
    for call in [
      "export \(log) --as ndjson -o m.ndjson", "page \(log) -o m.html",
      "export \(log) --as sqlite -o m.sqlite",
    ] {
      let outcome = desk.playhead(call)
      try #require(outcome.code == .good, "\(outcome)")
    }
    let text = { name in String(decoding: try desk.bytes(name), as: UTF8.self) }
    return [
      ("NDJSON", try ExportedStates(ndjson: text("m.ndjson"))),
      ("SQLite", try ExportedStates(sqlite: desk.path("m.sqlite"))),
      ("page", try ExportedStates(page: text("m.html"))),
    ]
  }

  /// As `export --as ndjson` writes them.
  init(ndjson text: String) throws {
    var state: Value?
    for line in text.split(separator: "\n") {
      let item = try #require(Value(json: String(line)))
      guard let step = item["step"]?.number else { continue }
      switch item["kind"] {
      case .string("state"): state = item["state"]
      case .string("action"):
        payloads[step] = item["payload"]
        if let patch = item["changes"] { state = try state?.patched(by: patch) }
      default: continue
      }
      states[step] = state
    }
  }

  /// As `export --as sqlite` writes them.
  init(sqlite path: String) throws {
    let database = try Rows(of: path)
    for row in try database.rows("SELECT step, payload FROM actions") {
      payloads[try #require(Int(row[0]))] = Value(json: row[1])
    }
    for row in try database.rows("SELECT step, state FROM states") {
      states[try #require(Int(row[0]))] = Value(json: row[1])
    }
    let changes = try database.rows(
      """
      SELECT step, json_object('op', op, 'path', path, 'at', at, 'old', json(old), 'value', json(new))
      FROM changes ORDER BY step, number
      """)
    let patches = Dictionary(grouping: changes) { Int($0[0]) ?? 0 }
    for step in payloads.keys.sorted() where states[step] == nil {
      let patch = try (patches[step] ?? []).map { try #require(Value(json: $0[1])) }
      states[step] = try states[step - 1]?.patched(by: .list(patch))
    }
  }

  /// As a page has them.
  init(page html: String) throws {
    let meta = try #require(
      Value(json: String(html.part("id=\"session\">", "</script>")).replacing("\\u003c", with: "<"))
    )
    guard case .list(let blocks)? = meta["blocks"] else { return }
    let texts = html.components(separatedBy: "class=\"block\">").dropFirst()
    try #require(texts.count == blocks.count)
    for (block, text) in zip(blocks, texts) {
      let packed = try #require(Data(base64Encoded: String(text.prefix { $0 != "<" })))
      let length = try #require(block["bytes"]?.number)
      let bytes = packed.count == length ? Array(packed) : try Self.unpacked(packed, length)
      var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      switch block["kind"] {
      case .string("actions"):
        var step = 0
        for line in lines {
          guard case .list(let row)? = Value(json: line), let steps = row[0].number else {
            continue
          }
          step += steps
          payloads[step] = row[3]
        }
      case .string("changes"):
        let first = try #require(block["first"]?.number)
        if block["state"] == .bool(true) { states[first - 1] = Value(json: lines.removeFirst()) }
        for (step, line) in zip(first..., lines) {
          states[step] = try states[step - 1]?.patched(by: #require(Value(json: line)))
        }
      default: break
      }
    }
  }

  /// The content of an LZ4 block: runs of literals, each but the last with a copy of earlier bytes behind it.
  private static func unpacked(_ packed: Data, _ length: Int) throws -> [UInt8] {
    var (rest, content) = (Array(packed)[...], [UInt8]())
    func count(_ nibble: UInt8) -> Int {
      var count = Int(nibble)
      guard count == 15 else { return count }
      var next = rest.removeFirst()
      while next == 255 { (count, next) = (count + 255, rest.removeFirst()) }
      return count + Int(next)
    }
    while let token = rest.popFirst() {
      let literals = count(token >> 4)
      content += rest.prefix(literals)
      rest = rest.dropFirst(literals)
      guard rest.count >= 2 else { break }
      let offset = Int(rest.removeFirst()) | Int(rest.removeFirst()) << 8
      for _ in 0..<(count(token & 15) + 4) { content.append(content[content.count - offset]) }
    }
    try #require(content.count == length)
    return content
  }
}

extension Value {
  var number: Int? {
    switch self {
    case .int(let number): Int(exactly: number)
    default: nil
    }
  }

  /// This JSON after the changes of a patch (RFC 6902, and `splice`). Every `old` must be what is there.
  func patched(by patch: Value) throws -> Value {
    guard case .list(let operations) = patch else { return self }
    return try operations.reduce(self) { value, operation in
      guard case .string(let pointer)? = operation["path"] else { return value }
      let keys = pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
        String($0).replacing("~1", with: "/").replacing("~0", with: "~")
      }
      return try #require(value.applying(operation, at: keys[...]), "\(operation) of \(value)")
    }
  }

  private func applying(_ operation: Value, at keys: ArraySlice<String>) -> Value? {
    let kind = operation["op"]
    guard let key = keys.first else {
      if kind == .string("splice") { return spliced(by: operation) }
      return replaced(by: operation)
    }
    let isLast = keys.count == 1
    switch self {
    case .list(var elements):
      guard let place = Int(key) else { return nil }
      if isLast, kind == .string("add") {
        guard place <= elements.count, let new = operation["value"] else { return nil }
        elements.insert(new, at: place)
      } else if isLast, kind == .string("remove") {
        guard elements.indices.contains(place), elements[place].isOld(of: operation) else {
          return nil
        }
        elements.remove(at: place)
      } else {
        guard elements.indices.contains(place),
          let new = elements[place].applying(operation, at: keys.dropFirst())
        else { return nil }
        elements[place] = new
      }
      return .list(elements)
    case .record(var fields):
      let place = fields.firstIndex { $0.name == key }
      if isLast, kind == .string("add") {
        guard place == nil, let new = operation["value"] else { return nil }
        fields.append(.init(key, new))
      } else if isLast, kind == .string("remove") {
        guard let place, fields[place].value.isOld(of: operation) else { return nil }
        fields.remove(at: place)
      } else {
        guard let place, let new = fields[place].value.applying(operation, at: keys.dropFirst())
        else { return nil }
        fields[place].value = new
      }
      return .record(fields.sorted { $0.name < $1.name })
    default: return nil
    }
  }

  private func replaced(by operation: Value) -> Value? {
    isOld(of: operation) ? operation["value"] : nil
  }

  /// Whether an operation has another value for the old one; a database has null where there is none.
  private func isOld(of operation: Value) -> Bool {
    guard let old = operation["old"], old != .null else { return true }
    return old == self
  }

  /// A text with a part replaced: by UTF-16 units with `count`, otherwise by scalars with `old`.
  private func spliced(by operation: Value) -> Value? {
    guard case .string(let text) = self, let at = operation["at"]?.number,
      case .string(let new)? = operation["value"]
    else { return nil }
    if let count = operation["count"]?.number {
      let units = Array(text.utf16)
      guard at + count <= units.count else { return nil }
      let spliced = units[..<at] + Array(new.utf16) + units[(at + count)...]
      return .string(String(decoding: spliced, as: UTF16.self))
    }
    guard case .string(let old)? = operation["old"] else { return nil }
    let scalars = Array(text.unicodeScalars)
    let end = at + old.unicodeScalars.count
    guard end <= scalars.count else { return nil }
    var spliced = String.UnicodeScalarView(scalars[..<at])
    spliced.append(contentsOf: new.unicodeScalars)
    spliced.append(contentsOf: scalars[end...])
    return .string(String(spliced))
  }
}

extension String {
  /// The text between two marks.
  func part(_ start: String, _ end: String) -> Substring {
    guard let from = range(of: start)?.upperBound,
      let to = self[from...].range(of: end)?.lowerBound
    else { return "" }
    return self[from..<to]
  }
}

/// A database, and the rows that it answers with.
final class Rows {
  private var handle: OpaquePointer?

  init(of path: String) throws {
    try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
  }

  deinit { sqlite3_close_v2(handle) }

  func rows(_ query: String) throws -> [[String]] {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map {
          sqlite3_column_text(statement, $0).map { String(cString: $0) } ?? ""
        })
    }
    return rows
  }
}
