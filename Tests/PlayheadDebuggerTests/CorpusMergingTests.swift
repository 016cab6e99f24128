import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Testing

@testable import PlayheadDebugger

/// Parts of a corpus by chance, merged in every way.
@Suite struct CorpusMergingTests {
  private static func row(_ random: inout SplitMix64) throws -> (row: CorpusRow, line: String) {
    let session = random.below(40)
    // What a build finds in a session does not depend on who asks.
    var fixed = SplitMix64(seed: UInt64(session))
    let outcome = [CorpusRow.Outcome.good, .bad, .bad, .failed][fixed.below(4)]
    var row = CorpusRow(
      asked: "compare", build: "b", log: "\(["a", "b"][random.below(2)])/\(session)",
      digest: fixed.below(9) == 0 ? nil : "digest \(session)", app: "feed",
      actions: fixed.below(50), outcome: outcome, causes: [])
    if outcome != .good {
      row.step = Step(UInt64(fixed.below(20)))
      row.causes = (0...fixed.below(3)).map { _ in
        CorpusCause(
          kind: outcome == .bad ? "values" : "failed", why: outcome == .bad ? nil : "damaged",
          action: ["A", "B"][fixed.below(2)], place: "p\(fixed.below(4))[*]",
          path: "p[\(session)]", old: "1", new: "\"\(session)\"")
      }
    }
    return (row, try JSON(row).text)
  }

  private static func corpus(_ rows: some Sequence<(row: CorpusRow, line: String)>) -> Corpus {
    var corpus = Corpus()
    for row in rows { corpus.add(row.row, row.line) }
    return corpus
  }

  /// All that a merge shows.
  private static func shown(_ corpus: Corpus) throws -> [String] {
    try corpus.lines + corpus.groups().map { try JSON($0).text }
      + ["\(corpus.sessionCount) \(corpus.count(.bad)) \(corpus.matchCount)"]
  }

  @Test(arguments: 1...50)
  func `merging is associative, commutative and idempotent`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let rows = try (0..<random.below(120) + 1).map { _ in try Self.row(&random) }
    let parts = (0..<3).map { _ in Self.corpus(rows.filter { _ in random.below(2) == 0 }) }
    func merged(_ parts: [Corpus]) -> Corpus {
      parts.dropFirst().reduce(into: parts[0]) { $0.merge($1) }
    }
    let (a, b, c) = (parts[0], parts[1], parts[2])
    let all = try Self.shown(merged([a, b, c]))
    #expect(try Self.shown(merged([c, a, b])) == all)
    #expect(try Self.shown(merged([a, merged([b, c])])) == all)
    #expect(try Self.shown(merged([b, a, c, b, a])) == all)
    #expect(
      try Self.shown(Self.corpus(rows.shuffled(using: &random))) == Self.shown(Self.corpus(rows)))
  }

  private static func counts(_ rows: [CorpusRow]) throws -> [Int] {
    let lines = try rows.map { try JSON($0).text }
    let orders = [Array(zip(rows, lines)), zip(rows, lines).reversed()]
    let all = orders.map { corpus($0.map { (row: $0, line: $1) }) }
    #expect(try shown(all[0]) == shown(all[1]))
    return [all[0].count(.good), all[0].count(.bad), all[0].count(.failed)]
  }

  @Test func `a bad answer hides behind no other one, and a failure behind each`() throws {
    func row(_ log: String, _ digest: String?, _ outcome: CorpusRow.Outcome) -> CorpusRow {
      CorpusRow(
        asked: "check", build: "b", log: log, digest: digest, outcome: outcome,
        causes: outcome == .good ? [] : [CorpusCause(kind: "x")])
    }
    #expect(try Self.counts([row("a", "1", .good), row("b", "1", .bad)]) == [0, 1, 0])
    #expect(try Self.counts([row("a", "1", .failed), row("a", "1", .good)]) == [1, 0, 0])
    // It was not there, and is now.
    #expect(try Self.counts([row("a", nil, .failed), row("a", "1", .good)]) == [1, 0, 0])
    // Also if the lines of a merge are merged again, with the session under another name.
    let known = Self.corpus(
      try [row("b", nil, .failed), row("b", "1", .good)].map { ($0, try JSON($0).text) })
    let other = row("a", "1", .good)
    let again = Self.corpus(
      try known.lines.map {
        (try JSONDecoder().decode(CorpusRow.self, from: Data($0.utf8)), $0)
      } + [(other, try JSON(other).text)])
    var whole = known
    whole.add(other, try JSON(other).text)
    #expect(try Self.shown(again) == Self.shown(whole))
    // Two files, though their names look the same.
    #expect(
      try Self.counts([row("\u{E9}", nil, .failed), row("e\u{301}", nil, .failed)]) == [0, 0, 2])
  }

  @Test(arguments: 1...20) func `a row is read as it was written`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let (row, line) = try Self.row(&random)
    let read = try JSONDecoder().decode(CorpusRow.self, from: Data(line.utf8))
    #expect(try JSON(read).text == line && read.log == row.log && read.step == row.step)
  }
}

extension SplitMix64 {
  fileprivate mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
