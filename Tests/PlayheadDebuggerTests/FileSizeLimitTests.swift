import FluxTesting
import PlayheadDebugger
import TestSupport
import Testing

/// The tool where files may not get long, as under `ulimit -f`.
@Suite struct FileSizeLimitTests {
  @Test(arguments: ["record safe -i s.txt -o new.playhead", "pack s.playhead -o new.playhead"])
  func `a log that may not grow costs a sentence, not a death by signal`(call: String) async throws
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

  @Test func `what fits in no log and no tail is told, and that it may be so`() async throws {
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
        warning: the recording is not safe from the end of the app: '\(log).tail' cannot be written: \
        file too large; choose another place
        warning: 9,000 actions had to be left out of '\(log)': steps 1–9000 are missing because the log \
        could not be written (file too large)

        """)
    let told = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(told.contains("recorded 0 actions in '\(log)'"), "\(told)")
  }
}
