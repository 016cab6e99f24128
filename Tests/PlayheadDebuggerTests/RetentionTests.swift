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
    "50MB,10min",
  ])
  func `sizes and durations are taken`(word: String) throws {
    let outcome = try record(word)
    #expect(outcome.code == .good && outcome.output.contains("recorded 1 action"), "\(outcome)")
  }

  @Test(arguments: [
    "50", "MB", "0MB", "-5MB", "5.5MB", "5parsecs", "10min,", ",10min", "10min,5min", "1MB,2MB",
    "1s,2MB,3s", "99999999999999999999MB", "9999999999999GB", "999999999999999999d", "٣MB",
  ])
  func `anything else is answered with what it must be`(word: String) throws {
    let outcome = try record(word)
    let sentence =
      "playhead: --keep cannot be '\(word)': it must be a size or a duration: '50MB', '10min', or "
      + "both, '10min,50MB'\n  'playhead help record' shows how it is used\n"
    #expect(outcome.code == .unusable && outcome.error == sentence)
  }
}
