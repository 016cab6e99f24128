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
}
