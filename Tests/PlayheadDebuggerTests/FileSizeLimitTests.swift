import FluxTesting
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import TestSupport
import Testing
import TextEditor

/// The tool where files may not get long, as under `ulimit -f`.
@Suite struct FileSizeLimitTests {
  /// What the tool says that makes no file longer than `limit`.
  private func playhead(
    _ call: String, on desk: Desk, limit: Int, exits code: ExitCode
  ) async -> (output: String, error: String) {
    let words = ["playhead"] + desk.words(of: call)
    let result = await #expect(
      processExitsWith: .exitCode(code.rawValue),
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) { [words = words as [String], limit = limit as Int] in
      try FileLimit.set(to: limit, reached: .signal)
      PlayheadCommand.main(apps: [Safe.self, TextEditor.self], words: words)
    }
    return (
      String(decoding: result?.standardOutputContent ?? [], as: UTF8.self),
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    )
  }

  @Test func `'pack' exits with an error at the file size limit instead of dying from a signal`()
    async throws
  {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\n".utf8, to: "s.txt")
    #expect(desk.playhead("record safe -i s.txt -o s.playhead").code == .good)
    // Less than any log's first frame.
    let call = "pack s.playhead -o new.playhead"
    let said = await playhead(call, on: desk, limit: 64, exits: .unusable).error
    let log = desk.path("new.playhead")
    #expect(said.contains("playhead: '\(log)' cannot be written: file too large; "), "\(said)")
  }

  @Test
  func
    `under a file size limit, 'record' and 'recover' report the steps in neither log nor tail file`()
    async throws
  {
    let desk = try Desk()
    var generator = SplitMix64(seed: 4)
    // Half as much again as two pages of the tail and what the log has room for.
    let lines = (1...4_500).map { _ in
      "insert "
        + String(
          decoding: (0..<1_120).map { _ in UInt8.random(in: 97...122, using: &generator) },
          as: UTF8.self) + "\n"
    }
    try desk.write(lines.joined().utf8, to: "s.txt")
    // As much as the first two pages of the tail take, and a little more.
    let said = await playhead(
      "record text-editor -o new.playhead -i s.txt", on: desk, limit: 2_200_000, exits: .badAnswer
    ).error
    let path = desk.path("new.playhead")
    let log = try LogReader(path: path)
    let gap = try #require(log.gaps().first)
    #expect(gap.steps.upperBound == 4_500 && gap.steps.lowerBound == log.lastStep.next)
    #expect(
      said.contains(
        "warning: '\(path)' could not be written completely: file too large; the rest of what was recorded is in"
      )
        && said.contains(
          "actions could not be recorded in '\(path)': \(gap.steps.words) are missing"),
      "\(said)")
    let saved = desk.playhead("recover new.playhead -o saved.playhead")
    #expect(
      saved.output.hasSuffix(
        "\n  \(gap.steps.words) are missing because the log could not be written\n"))
    #expect(saved.code == .badAnswer)
    let missing = "and \(Format.count(gap.steps.count)) missing in gaps"
    for call in ["info new", "verify new", "info saved", "verify saved"] {
      #expect(desk.playhead("\(call).playhead").output.contains(missing), "\(call)")
    }
  }

  @Test
  func `'record' warns if its tail file exceeds the file size limit and reports the lost actions`()
    async throws
  {
    let desk = try Desk(apps: [Safe.self])
    // As much as fills a chunk, and does not pack.
    let lines = (1...9_000).map { "fill \($0 &* 7_919 % 97)\n" }.joined()
    try desk.write(lines.utf8, to: "s.txt")
    // As much as the first frame takes, and much less than a chunk.
    let (told, said) = await playhead(
      "record safe -i s.txt -o new.playhead", on: desk, limit: 1_024, exits: .badAnswer)
    let log = desk.path("new.playhead")
    #expect(
      said == """
        warning: the latest actions are lost if the app crashes: '\(log).tail' cannot be written: \
        file too large; choose another place
        warning: 9,000 actions could not be recorded in '\(log)': steps 1–9000 are missing because the log \
        could not be written (file too large)

        """)
    #expect(told.contains("recorded 0 actions in '\(log)'"), "\(told)")
  }
}
