import FluxTesting
import Foundation
import TestSupport
import Testing

/// Where in the app's code a store crashes.
@Suite(.timeLimit(.minutes(15))) struct CrashLocationTests {
  /// A line of the session that crashes, the runtime's words, and the text in the app's source.
  static let crashes: [(line: String, reason: String, source: String)] = [
    ("index 7", "Index out of range", "numbers.all[take.index]"),
    ("overflow", "", "Int.max - numbers.all.count"),
    ("fail", "there is no such number", "fatalError(\"there is no such number\")"),
    ("recurse", "an invalid memory access, or a stack overflow", "private func depth(of"),
  ]

  @Test(arguments: crashes)
  func
    `'state' reports a failed index, overflow, fatalError or stack overflow in a store with its line`(
      line: String, reason: String, source: String
    ) async throws
  {
    let (text, json) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2", line])
      return (
        try trapped("state", "t.playhead", "end"),
        try trapped("state", "t.playhead", "end", "--json")
      )
    }
    // The words of 'fatalError' name the module.
    var place = Trapped.place(of: source)
    if line == "fail" { place = place.replacing("TrapApp/", with: "trap_app/") }
    #expect(text.error.contains("\(reason) (\(place)); step 2"), "\(text.error)")
    let parts = place.split(separator: ":")
    #expect(json.error.contains(#""file":"\#(parts[0])","line":\#(parts[1]),"#), "\(json.error)")
    #expect(json.error.contains(#""crash":{"step":3,"#) && json.code == 1, "\(json.error)")
  }

  /// Every command that shows a crash.
  static let commands = [
    ["state", "t.playhead", "end"], ["show", "t.playhead", "3"], ["diff", "t.playhead", "2..3"],
    ["check", "t.playhead"], ["debug", "t.playhead", "-ex", "print"], ["page", "t.playhead"],
    ["shrink", "t.playhead", "--crashes", "-o", "small.playhead"],
    ["fixture", "check", "t.playhead"],
  ]

  @Test(arguments: commands)
  func `each command that reports a store's crash names its source line, also with '--json'`(
    words: [String]
  ) async throws {
    let (text, json) = try await onOwnThread {
      let trapped = try Trapped(["add 1", "add 2"])
      if words[0] == "fixture" {
        try trapped.keep(["add 1", "add 2", "index 7"], as: "t2")
      }
      try FileManager.default.removeItem(at: trapped.folder.appending(path: "t.playhead"))
      try trapped.record(["add 1", "add 2", "index 7"])
      let words = words[0] == "fixture" ? ["fixture", "check", "Fixtures/t2.playhead"] : words
      let text = try trapped.perform(words)
      for file in ["small.playhead", "t.html"] {
        try? FileManager.default.removeItem(at: trapped.folder.appending(path: file))
      }
      return (text, try trapped.perform(words + ["--json"]))
    }
    let place = Trapped.place(of: "numbers.all[take.index]")
    #expect((text.output + text.error).contains("Index out of range (\(place))"), "\(text)")
    let parts = place.split(separator: ":")
    #expect(
      (json.output + json.error).contains(
        #""reason":"Index out of range","file":"\#(parts[0])","line":\#(parts[1]),"#), "\(json)")
  }

  @Test func `'page' names the source line of a store's crash in its warning and on the HTML page`()
    async throws
  {
    let trapped = try Trapped(["add 1", "index 7"])
    let ending = try await onOwnThread { try trapped("page", "t.playhead") }
    #expect(ending.error.contains(Trapped.place(of: "numbers.all[take.index]")), "\(ending)")
    let html = try String(contentsOf: trapped.folder.appending(path: "t.html"), encoding: .utf8)
    #expect(html.contains("Index out of range (\(Trapped.place(of: "numbers.all[take.index]")))"))
  }

  @Test func `'debug' reports the source line of a crash that an edited action causes in a branch`()
    async throws
  {
    let ending = try await onOwnThread {
      try Trapped(["add 1", "index 0", "add 2"])(
        "debug", "t.playhead", "2", "-ex", "edit index 7", "-ex", "print", "-ex", "quit")
    }
    let place = Trapped.place(of: "numbers.all[take.index]")
    #expect(ending.output.contains("Index out of range (\(place))"), "\(ending)")
  }

  @Test func `'shrink' turns Swift's backtracer off while it tries sessions`() async throws {
    let (ending, traces) = try await onOwnThread {
      let trapped = try Trapped(["add 5", "add 6", "add 7", "index 1", "overflow", "add 8"])
      let traces = trapped.folder.appending(path: "traces")
      try FileManager.default.createDirectory(at: traces, withIntermediateDirectories: true)
      trapped.variables = ["SWIFT_BACKTRACE": "enable=yes,output-to=\(traces.path)"]
      let ending = try trapped("shrink", "t.playhead", "--crashes", "-o", "small.playhead")
      return (ending, try FileManager.default.contentsOfDirectory(atPath: traces.path))
    }
    #expect(ending.code == 0, "\(ending)")
    #expect(traces == [])
  }
}
