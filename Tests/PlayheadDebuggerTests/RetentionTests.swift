import PlayheadDebugger
import TestSupport
import Testing

/// The words of `record --keep`.
@Suite struct RetentionTests {
  private func record(_ word: String) throws -> Outcome {
    let desk = try Desk()
    try desk.write("insert Hello\n".utf8, to: "a.txt")
    return desk.playhead("record text-editor --input a.txt -o a.playhead --keep \(word)")
  }

  @Test(arguments: [
    "50MB", "512KiB", "1gib", "3kB", "2GB", "1MiB", "10min", "30s", "2h", "1d", "10min,50MB",
    "50MB,10min", "1kB", "1s", "99999999999999999999MB", "9999999999999GB", "999999999999999999d",
  ])
  func `'record --keep' accepts sizes and durations`(word: String) throws {
    let outcome = try record(word)
    #expect(outcome.code == .good && outcome.output.contains("recorded 1 action"), "\(outcome)")
  }

  @Test(arguments: [
    "0", "1", "50", "MB", "0MB", "0s", "-5MB", "-3m", "3m", "1b", "1.5mb", "0.1s", "5parsecs",
    "5_MB",
    "10min,", ",10min", "10min,5min", "1MB,2MB", "1s,2MB,3s", "٣MB", "+5MB",
  ])
  func `'record --keep' refuses other words and names the units`(word: String) throws {
    let outcome = try record(word)
    let sentence =
      "playhead: --keep cannot be '\(word)': it must be a whole number from 1 up with one of the units "
      + "kB, MB, GB, KiB, MiB, GiB, s, min, h, d, or a size and a duration with a comma between them, "
      + "as in '10min,50MB'\n  'playhead help record' shows how to use it\n"
    #expect(outcome.code == .unusable && outcome.error == sentence)
  }

  @Test(arguments: ["5 MB", "10min, 5MB", " 5MB", "5MB "])
  func `'record --keep' refuses an amount with a space`(word: String) throws {
    let desk = try Desk()
    let tool = PlayheadCommand.tool(named: "playhead", apps: desk.apps)
    let words = ["record", "text-editor", "-o", desk.path("a.playhead"), "--keep", word]
    #expect(tool.run(words, Console(MemoryTerminal())) == .unusable)
  }
}
