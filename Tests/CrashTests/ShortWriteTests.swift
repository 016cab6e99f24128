import FluxTesting
import Testing

/// The system takes a part of what it is given, and says so.
@Suite struct ShortWriteTests {
  /// Files cannot grow beyond a size, so that a write that comes there is a short one, and later they can:
  /// wherever in a frame that is, it is written whole then, from the tail.
  @Test func `after a file size limit cut a write short and was lifted, the log lacks no action`()
    throws
  {
    var failures = 0
    // From nothing to beyond what eight actions take.
    for limit in stride(from: 1, to: 3_500, by: Soak.isOn ? 1 : 500) {
      let scene = try Scene()
      let app = try scene.run([
        "--threads", "1", "--count", "40", "--flushes", "8", "--notes", "3", "--limit-late", "yes",
        "--file-limit", "\(limit)", "--limit-ends", "15", "--noise", "1:300",
      ])
      #expect(app.report["closed"] == "well", "limit \(limit)")
      #expect(app.report["failures"] == app.report["recoveries"])
      if app.report["failures"] == "1" { failures += 1 }
      let problems = try scene.problemsAtEnd()
      #expect(problems == [], "limit \(limit)")
    }
    #expect(failures >= (Soak.isOn ? 2_000 : 4))
    print("\(failures) logs met a limit that was lifted, and are whole")
  }
}
