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
    var isUnread: Bool { session.hasPrefix("log ") }

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

    /// Of two answers about a session, a bad one counts more than a good one, and a failure least: it may be by chance.
    func isBefore(_ other: Entry) -> Bool {
      if outcome != other.outcome { return outcome.rank < other.outcome.rank }
      return log.hasSameBytes(as: other.log) ? line.precedes(other.line) : log.precedes(other.log)
    }
  }

  private var all: [Key: Entry] = [:]

  /// What counts: not what could not be read, if the same log could be read another time.
  private var entries: [Key: Entry] {
    if !all.keys.contains(where: \.isUnread) { return all }
    let read = Set(
      all.filter { !$0.key.isUnread }.map {
        Key(asked: $0.key.asked, build: $0.key.build, session: Self.name($0.value.log))
      })
    return all.filter { !read.contains($0.key) }
  }

  mutating func add(_ row: CorpusRow, _ line: String) {
    let key = Key(asked: row.asked, build: row.build, session: row.digest ?? Self.name(row.log))
    add(Entry(row, line), key)
  }

  /// What stands for a log without a digest.
  private static func name(_ log: String) -> String { "log \(LogNames.key(of: log))" }

  mutating func merge(_ other: Corpus) {
    for (key, entry) in other.all { add(entry, key) }
  }

  private mutating func add(_ entry: Entry, _ key: Key) {
    if let known = all[key], !entry.isBefore(known) { return }
    all[key] = entry
  }

  /// The questions that the rows are about.
  var questions: [String] { Set(entries.keys.map(\.asked)).sorted() }
  var builds: [String] { Set(entries.keys.map(\.build)).sorted() }
  var sessionCount: Int { entries.count }
  var lossyCount: Int { entries.values.count(where: \.isLossy) }
  /// How many actions match; the largest number if there are more, as a row written by hand may claim.
  var matchCount: Int {
    entries.values.reduce(0) { sum, entry in
      let (count, isOver) = sum.addingReportingOverflow(entry.count)
      return isOver ? .max : count
    }
  }

  func count(_ outcome: CorpusRow.Outcome) -> Int {
    entries.values.count { $0.outcome == outcome }
  }

  /// The rows as they were written, in the order of their sessions. Also those about a log that could be read another time:
  /// whether they count depends on what else they are merged with.
  var lines: [String] { all.sorted { $0.key < $1.key }.map(\.value.line) }

  /// Few groups that explain all bad outcomes, and then those that explain the failures, the largest first.
  func groups(before: Corpus? = nil) -> [GroupAnswer] {
    let former = before.map { corpus in
      Dictionary(uniqueKeysWithValues: corpus.found.map { ($0.cause, $0.members.count) })
    }
    let found = found
    let alike = Dictionary(grouping: found.indices) { found[$0].cause.comparedPlace }
    return found.enumerated().map { number, item in
      let others = item.cause.comparedPlace.flatMap { alike[$0] } ?? []
      return GroupAnswer(
        number + 1, item.cause, alsoAt: item.alsoAt, item.members,
        samePlaceAs: others.filter { $0 != number }.map { $0 + 1 },
        before: former.map { $0[item.cause] ?? 0 })
    }
  }

  /// The groups that there were, and are no more.
  func gone(since before: Corpus) -> [GroupAnswer] {
    let now = Set(found.map(\.cause))
    return before.found.filter { !now.contains($0.cause) }.enumerated().map {
      var group = GroupAnswer(
        $0 + 1, $1.cause, alsoAt: $1.alsoAt, $1.members, samePlaceAs: [], before: nil)
      group.gone = true
      return group
    }
  }

  private typealias Found = (cause: CorpusCause, alsoAt: [String], members: [CorpusRow])

  private var found: [Found] {
    let rows = entries.values.compactMap(\.row).sorted {
      $0.log.hasSameBytes(as: $1.log) ? $0.build.precedes($1.build) : $0.log.precedes($1.log)
    }
    return [CorpusRow.Outcome.bad, .failed].flatMap { outcome in
      Self.groups(rows.filter { $0.outcome == outcome })
    }
  }

  /// Groups numbers, in the order of the causes that they stand for: these take long to compare.
  private static func groups(_ rows: [CorpusRow]) -> [Found] {
    let sets = rows.map { Set($0.causes.map(\.common)) }
    let causes = sets.reduce(into: Set()) { $0.formUnion($1) }.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(causes, causes.indices))
    let groups = DifferenceGroup.groups(of: sets.map { Set($0.compactMap { numbers[$0] }) })
    return groups.map { group in
      let places = group.alsoCommon.compactMap { causes[$0].place }
      return (causes[group.cause], places, group.members.map { rows[$0] })
    }
  }
}

extension CorpusRow.Outcome {
  fileprivate var rank: Int {
    switch self {
    case .bad: 0
    case .good: 1
    case .failed: 2
    }
  }
}

extension CorpusCause {
  /// Where values differ: groups at the same place may have the same reason.
  fileprivate var comparedPlace: String? { kind == "values" ? place : nil }
}

extension String {
  /// Canonically equivalent names are different names.
  fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

/// A file with rows: lines of JSON. The last one may have been cut off when its writer was killed.
struct CorpusFile {
  private let path: String

  init(_ path: String) throws {
    _ = try FileHandle(openingList: path)
    self.path = path
  }

  /// Adds the rows to a corpus. Returns how many lines are no rows.
  func read(into corpus: inout Corpus) throws -> Int {
    var bad = 0
    try forEachLine { line in
      if let schema = Self.value(Schema.self, line)?.schema, schema > CorpusRow.schema {
        throw CorpusError.laterSchema(path, schema)
      }
      guard let row = Self.value(CorpusRow.self, line), row.schema > 0, (row.count ?? 0) >= 0 else {
        return bad += 1
      }
      corpus.add(row, line)
    }
    return bad
  }

  /// What stands for the names of the logs that have a row of this question and build. A file that could not be read may be
  /// there by now; but a log at which the tool died would only end another process.
  func namesDone(_ asked: String, _ build: String) throws -> Set<Digest> {
    var names: Set<Digest> = []
    try forEachLine { line in
      guard let row = Self.value(CorpusRow.self, line), row.asked == asked, row.build == build,
        row.digest != nil || row.causes.contains(where: { $0.why == "tool" })
      else { return }
      names.insert(LogNames.key(of: row.log))
    }
    return names
  }

  private struct Schema: Decodable { let schema: Int }

  private static func value<Row: Decodable>(_ type: Row.Type, _ line: String) -> Row? {
    try? JSONDecoder().decode(type, from: Data(line.utf8))
  }

  /// Whether the last line has no end.
  func isTorn() throws -> Bool {
    let file = try FileHandle(openingList: path)
    guard try file.seekToEnd() > 0 else { return false }
    try file.seek(toOffset: file.offset() - 1)
    return try file.read(upToCount: 1) != Data("\n".utf8)
  }

  private func forEachLine(_ body: (String) throws -> Void) throws {
    let file = try FileHandle(openingList: path)
    var rest: [UInt8] = []
    while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
      rest += bytes
      var start = 0
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        if end > start { try body(String(decoding: rest[start..<end], as: UTF8.self)) }
        start = end + 1
      }
      rest.removeFirst(start)
    }
    if !rest.isEmpty { try body(String(decoding: rest, as: UTF8.self)) }
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
