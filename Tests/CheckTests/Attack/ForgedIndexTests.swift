import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Testing

@testable import PlayheadReplay

/// Damaged and forged indexes of changes, through the command line.
@Suite(.enabled(if: Attack.hasLimits), .timeLimit(.minutes(60))) struct ForgedIndexTests {
  private static let count = Soak.isOn ? 1_000 : 6

  @Test
  func
    `'blame' and 'debug' answer correctly with a damaged index file, and a forged one crashes neither`()
    async throws
  {
    let faults = try await onOwnThread { try Self.campaign() }
    #expect(faults == [])
  }

  /// Each call, and what is typed into it.
  private static let calls: [(words: [String], input: String)] = [
    (["blame", "log", "120"], ""),
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
    var truth: [FinishedProcess] = []
    for number in calls.indices {
      _ = try call(number, in: folder)
      truth.append(try call(number, in: folder))
    }
    let index = try [UInt8](Data(contentsOf: folder.appending(path: "log.index")))
    guard index.count > 1_024, truth.allSatisfy({ $0.code == 0 }) else {
      return ["no index was kept: \(index.count) bytes, \(truth)"]
    }
    var faults: [String] = []
    for number in 0..<count {
      if let fault = try trial(number, index, truth, in: folder) { faults.append(fault) }
    }
    if Soak.isOn { print("\(count) forged indexes, \(faults.count) faults") }
    return faults
  }

  private static func trial(
    _ number: Int, _ index: [UInt8], _ truth: [FinishedProcess], in folder: URL
  ) throws -> String? {
    var generator = SplitMix64(seed: UInt64(number))
    var forged = index
    let isForged = generator.below(2) == 0
    let sections = try sections(of: index)
    for _ in 0...generator.below(5) {
      let section = sections[generator.below(2) == 0 ? 0 : generator.below(sections.count)]
      let place =
        isForged ? section.offset + generator.below(section.count) : generator.below(forged.count)
      forged[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(generator.below(256))][generator.below(6)]
      if isForged { mend(&forged, section) }
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
  private static func lines(of outcome: FinishedProcess) -> [Substring] {
    outcome.output.split(separator: "\n").filter { !$0.contains("log.index") }
  }

  private static func call(_ number: Int, in folder: URL) throws -> FinishedProcess {
    try Tool.call(
      calls[number].words, in: folder, within: Attack.limits, input: calls[number].input)
  }

  /// The parts of an index that have a checksum, the last first.
  private static func sections(of index: [UInt8]) throws -> [IndexSection] {
    let words = index.suffix(24).withUnsafeBytes { bytes in
      (0..<2).map { Int(bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
    }
    let last = IndexSection(offset: words[0], count: words[1])
    let content = Data(index[words[0]..<words[0] + words[1]])
    let states = try CompactDecoder().decode(IndexContent.self, from: content).states
    return [last] + states.pieces + states.checkpoints.map(\.section)
  }

  /// Gives a section the checksum of what it holds now.
  private static func mend(_ index: inout [UInt8], _ section: IndexSection) {
    let end = section.offset + section.count
    let sum = index[section.offset..<end].withUnsafeBytes {
      IndexFile.checksum($0, at: section.offset)
    }
    withUnsafeBytes(of: sum.littleEndian) { index.replaceSubrange(end..<end + 8, with: $0) }
  }
}
