import PlayheadDebugger
import TestSupport
import Testing

/// The words of `record --keep`.
@Suite struct RetentionTests {
  @Test(arguments: [
    "512KiB", "1gib", "3kB", "10min", "1d", "10min,50MB", "50MB,10min", "99999999999999999999MB",
    "999999999999999999d",
  ])
  func `'record --keep' accepts sizes and durations`(word: String) throws {
    let desk = try Desk()
    try desk.write("insert Hello\n".utf8, to: "a.txt")
    let outcome = desk.playhead("record text-editor --input a.txt -o a.playhead --keep \(word)")
    #expect(outcome.code == .good && outcome.output.contains("recorded 1 action"), "\(outcome)")
  }

  @Test(arguments: [
    "50", "MB", "0MB", "-5MB", "3m", "0.1s", "5_MB", "10min,", ",10min", "10min,5min", "1s,2MB,3s",
    "٣MB", "+5MB", " 5MB", "5 MB",
  ])
  func `'record --keep' refuses other words and names the units`(word: String) throws {
    let desk = try Desk()
    let terminal = MemoryTerminal()
    let tool = PlayheadCommand.tool(named: "playhead", apps: desk.apps)
    let words = ["record", "text-editor", "-o", desk.path("a.playhead"), "--keep", word]
    #expect(tool.run(words, Console(terminal)) == .unusable)
    let sentence =
      "playhead: --keep cannot be '\(word)': it must be a whole number from 1 up with one of the units "
      + "kB, MB, GB, KiB, MiB, GiB, s, min, h, d, or a size and a duration with a comma between them, "
      + "as in '10min,50MB'\n  'playhead help record' shows how to use it\n"
    #expect(terminal.errorText == sentence)
  }
}
