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
  @Test(arguments: ["record safe -i s.txt -o new.playhead", "pack s.playhead -o new.playhead"])
  func
    `'record' and 'pack' exit with an error at the file size limit instead of dying from a signal`(
      call: String
    )
    async throws
  {
    let desk = try Desk(apps: [Safe.self])
    try desk.write("lock\n".utf8, to: "s.txt")
    #expect(desk.playhead("record safe -i s.txt -o s.playhead").code == .good)
    let words = ["playhead"] + desk.words(of: call)
    let result = await #expect(
      processExitsWith: .exitCode(ExitCode.unusable.rawValue), observing: [\.standardErrorContent]
    ) { [words = words as [String]] in
      // Less than any log's first frame.
      try FileLimit.set(to: 64, reached: .signal)
      PlayheadCommand.main(apps: [Safe.self], words: words)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
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
    let lines = (1...45_000).map { _ in
      "insert "
        + String(
          decoding: (0..<112).map { _ in UInt8.random(in: 97...122, using: &generator) },
          as: UTF8.self) + "\n"
    }
    try desk.write(lines.joined().utf8, to: "s.txt")
    let words = ["playhead"] + desk.words(of: "record text-editor -o new.playhead -i s.txt")
    let result = await #expect(
      processExitsWith: .exitCode(ExitCode.badAnswer.rawValue), observing: [\.standardErrorContent]
    ) { [words = words as [String]] in
      // As much as the first two pages of the tail take, and a little more.
      try FileLimit.set(to: 2_200_000, reached: .signal)
      PlayheadCommand.main(apps: [TextEditor.self], words: words)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let path = desk.path("new.playhead")
    let log = try LogReader(path: path)
    let gap = try #require(log.gaps().first)
    #expect(gap.steps.upperBound == 45_000 && gap.steps.lowerBound == log.lastStep.next)
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
    let words = ["playhead"] + desk.words(of: "record safe -i s.txt -o new.playhead")
    let result = await #expect(
      processExitsWith: .exitCode(ExitCode.badAnswer.rawValue),
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) { [words = words as [String]] in
      // As much as the first frame takes, and much less than a chunk.
      try FileLimit.set(to: 1_024, reached: .signal)
      PlayheadCommand.main(apps: [Safe.self], words: words)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let log = desk.path("new.playhead")
    #expect(
      said == """
        warning: the latest actions are lost if the app crashes: '\(log).tail' cannot be written: \
        file too large; choose another place
        warning: 9,000 actions could not be recorded in '\(log)': steps 1–9000 are missing because the log \
        could not be written (file too large)

        """)
    let told = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(told.contains("recorded 0 actions in '\(log)'"), "\(told)")
  }
}
