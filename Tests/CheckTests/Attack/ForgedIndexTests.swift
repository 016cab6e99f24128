import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import Synchronization
import Testing

/// Damaged and forged indexes of changes, through the command line.
@Suite(.enabled(if: Attack.hasLimits), .timeLimit(.minutes(60))) struct ForgedIndexTests {
  private static let count = Attack.isFull ? 1_000 : 30
  private static let pageSize = 4_096

  @Test func `a damaged index never gives a wrong answer, and a forged one ends no command`()
    async throws
  {
    let faults = try await onOwnThread { try Self.campaign() }
    #expect(faults == [])
  }

  /// Each call, and what is typed into it.
  private static let calls: [(words: [String], input: String)] = [
    (["blame", "log", "end"], ""),
    (["blame", "log", "700", "document"], ""),
    (["debug", "log"], "last document.text\ngoto 300\nlast caret\nhistory statistics\nquit\n"),
    (["debug", "log"], "watch caret\nreverse-continue\nreverse-continue\nquit\n"),
  ]

  private static func campaign() throws -> [String] {
    let folder = try Attack.folder()
    let lines = (0..<2_000).map { "insert \(["a", "b", "cd"][$0 % 3])\n" }.joined()
    try Data(lines.utf8).write(to: folder.appending(path: "typed"))
    let recorded = try Tool.call(["record", "text-editor", "-i", "typed", "-o", "log"], in: folder)
    guard recorded.code == 0 else { return ["nothing was recorded: \(recorded)"] }
    // Of a log as short as this an index is kept where a file of that name is there.
    try Data().write(to: folder.appending(path: "log.index"))
    var truth: [Tool.Outcome] = []
    for number in calls.indices {
      _ = try call(number, in: folder)
      truth.append(try call(number, in: folder))
    }
    let index = try [UInt8](Data(contentsOf: folder.appending(path: "log.index")))
    guard index.count > 4 * pageSize, truth.allSatisfy({ $0.code == 0 }) else {
      return ["no index was kept: \(index.count) bytes, \(truth)"]
    }
    var faults: [String] = []
    for number in 0..<count {
      if let fault = try trial(number, index, truth, in: folder) { faults.append(fault) }
    }
    if Attack.isFull { print("\(count) forged indexes, \(faults.count) faults") }
    return faults
  }

  private static func trial(
    _ number: Int, _ index: [UInt8], _ truth: [Tool.Outcome], in folder: URL
  ) throws -> String? {
    var generator = SplitMix64(seed: UInt64(number))
    var forged = index
    let isForged = generator.below(2) == 0
    for _ in 0...generator.below(5) {
      let place = generator.below(forged.count)
      forged[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(generator.below(256))][generator.below(6)]
      if isForged { mend(&forged, page: place / pageSize) }
    }
    if !isForged, generator.below(4) == 0 { forged.removeLast(generator.below(forged.count)) }
    try Data(forged).write(to: folder.appending(path: "log.index"))
    let asked = generator.below(calls.count)
    let outcome = try call(asked, in: folder)
    guard outcome.isOrderly else { return "index \(number), call \(asked): \(outcome)" }
    // An index whose checksums fit may lie, as a log that somebody forged may.
    guard !isForged else { return nil }
    let isRight =
      lines(of: outcome) == lines(of: truth[asked])
      || (outcome.output + outcome.error).contains("log.index")
    return isRight ? nil : "index \(number), call \(asked) is wrong: \(outcome)"
  }

  /// What is answered, without what is said of the index that is kept.
  private static func lines(of outcome: Tool.Outcome) -> [Substring] {
    outcome.output.split(separator: "\n").filter { !$0.contains("log.index") }
  }

  private static func call(_ number: Int, in folder: URL) throws -> Tool.Outcome {
    try Tool.call(
      calls[number].words, in: folder, within: Attack.limits, input: calls[number].input)
  }

  /// Gives a page the checksum of what it holds now.
  private static func mend(_ index: inout [UInt8], page: Int) {
    let (start, end) = (page * pageSize, (page + 1) * pageSize)
    guard end <= index.count else { return }
    let sum = index[start..<end - 8].withUnsafeBytes { XXHash.hash64($0, seed: UInt64(start)) }
    withUnsafeBytes(of: sum.littleEndian) { index.replaceSubrange(end - 8..<end, with: $0) }
  }
}
