import Foundation
import PlayheadCoding
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The rows of a question about many logs. A session that a build was asked about twice counts once.
///
/// Corpora are made in parts: merging them gives the same in whatever order, and however often.
struct Corpus {
  /// What is one session and one build. A file that could not be read has no digest, so that its name counts.
  private struct Key: Hashable, Comparable {
    let asked: String
    let build: String
    let session: String

    static func < (left: Self, right: Self) -> Bool {
      (left.session, left.build, left.asked) < (right.session, right.build, right.asked)
    }
  }

  /// A row as it was written, which is decoded only if there is more to say about it.
  private struct Entry {
    let line: String
    let log: String
    let outcome: CorpusRow.Outcome
    let count: Int
    let isLossy: Bool
    let row: CorpusRow?

    init(_ row: CorpusRow, _ line: String) {
      (self.line, log, outcome) = (line, row.log, row.outcome)
      (count, isLossy) = (row.count ?? 0, row.loss != nil)
      self.row = row.causes.isEmpty ? nil : row
    }

    func isBefore(_ other: Entry) -> Bool { (log, line) < (other.log, other.line) }
  }

  private var entries: [Key: Entry] = [:]

  mutating func add(_ row: CorpusRow, _ line: String) {
    let key = Key(asked: row.asked, build: row.build, session: row.digest ?? "log \(row.log)")
    add(Entry(row, line), key)
  }

  mutating func merge(_ other: Corpus) {
    for (key, entry) in other.entries { add(entry, key) }
  }

  private mutating func add(_ entry: Entry, _ key: Key) {
    if let known = entries[key], !entry.isBefore(known) { return }
    entries[key] = entry
  }

  /// The questions that the rows are about.
  var questions: [String] { Set(entries.keys.map(\.asked)).sorted() }
  var builds: [String] { Set(entries.keys.map(\.build)).sorted() }
  var sessionCount: Int { entries.count }
  var lossyCount: Int { entries.values.count(where: \.isLossy) }
  /// How many actions match.
  var matchCount: Int { entries.values.reduce(0) { $0 + $1.count } }

  func count(_ outcome: CorpusRow.Outcome) -> Int {
    entries.values.count { $0.outcome == outcome }
  }

  /// The rows as they were written, in the order of their sessions.
  var lines: [String] { entries.sorted { $0.key < $1.key }.map(\.value.line) }

  /// Few groups that explain all bad outcomes, and then those that explain the failures, the largest first.
  func groups(before: Corpus? = nil) -> [GroupAnswer] {
    let former = before.map { corpus in
      Dictionary(uniqueKeysWithValues: corpus.found.map { ($0.group.cause, $0.members.count) })
    }
    let found = found
    return found.enumerated().map { number, item in
      let alike = found.indices.filter {
        $0 != number && found[$0].group.cause.isAtSamePlace(as: item.group.cause)
      }
      return GroupAnswer(
        number + 1, item.group, item.members, samePlaceAs: alike.map { $0 + 1 },
        before: former.map { $0[item.group.cause] ?? 0 })
    }
  }

  /// The groups that there were, and are no more.
  func gone(since before: Corpus) -> [GroupAnswer] {
    let now = Set(found.map(\.group.cause))
    return before.found.filter { !now.contains($0.group.cause) }.enumerated().map {
      GroupAnswer($0 + 1, $1.group, $1.members, samePlaceAs: [], before: $1.members.count)
    }
  }

  private typealias Found = (group: DifferenceGroup<CorpusCause>, members: [CorpusRow])

  private var found: [Found] {
    let rows = entries.values.compactMap(\.row).sorted { ($0.log, $0.build) < ($1.log, $1.build) }
    return [CorpusRow.Outcome.bad, .failed].flatMap { outcome -> [Found] in
      let rows = rows.filter { $0.outcome == outcome }
      return DifferenceGroup.groups(of: rows.map { Set($0.causes.map(\.common)) }).map { group in
        (group, group.members.map { rows[$0] })
      }
    }
  }
}

extension CorpusCause {
  fileprivate func isAtSamePlace(as other: Self) -> Bool {
    kind == "values" && other.kind == kind && place == other.place
  }
}

/// A file with rows: lines of JSON. The last one may have been cut off when its writer was killed.
struct CorpusFile {
  private let path: String

  init(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure.missingInput(path: path)
    }
    self.path = path
  }

  /// Adds the rows to a corpus. Returns how many lines are no rows.
  func read(into corpus: inout Corpus) throws -> Int {
    var bad = 0
    try forEachLine { line, isWhole in
      guard isWhole, let row = Self.row(line) else { return bad += 1 }
      guard row.schema <= CorpusRow.schema else {
        throw CorpusError.laterSchema(path, row.schema)
      }
      corpus.add(row, line)
    }
    return bad
  }

  /// What stands for the names of the logs that have a row of this question and build.
  func namesDone(_ asked: String, _ build: String) throws -> Set<Digest> {
    var names: Set<Digest> = []
    try forEachLine { line, isWhole in
      guard isWhole, let row = Self.row(line), row.asked == asked, row.build == build else {
        return
      }
      names.insert(LogNames.key(of: row.log))
    }
    return names
  }

  private static func row(_ line: String) -> CorpusRow? {
    try? JSONDecoder().decode(CorpusRow.self, from: Data(line.utf8))
  }

  private func forEachLine(_ body: (String, Bool) throws -> Void) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure.unreadableInput(path: path, reason: String(cString: strerror(errno)))
    }
    var rest: [UInt8] = []
    while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
      rest += bytes
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        if end > start { try body(String(decoding: rest[start..<end], as: UTF8.self), true) }
        start = end + 1
      }
      rest.removeFirst(start)
    }
    if !rest.isEmpty { try body(String(decoding: rest, as: UTF8.self), false) }
  }
}

/// Why files cannot be merged.
enum CorpusError: ErrorWithKind {
  case laterSchema(String, Int)
  case noRows([String])
  case severalQuestions([String])

  var failureKind: FailureKind { .unusable }

  var description: String {
    switch self {
    case .laterSchema(let path, let schema):
      "'\(path)' has rows of schema \(schema), and this build reads up to \(CorpusRow.schema); use the build that wrote them"
    case .noRows(let paths):
      "there is no row in \(paths.quotedList); 'check', 'compare', 'fixture check' and 'log' print them with '--files-from'"
    case .severalQuestions(let questions):
      "these are rows of several questions: \(questions.quotedList); merge those of each by themselves"
    }
  }
}
