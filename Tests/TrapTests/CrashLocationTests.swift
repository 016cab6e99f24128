import PlayheadReplay
import FluxTesting
import Foundation
import Testing

@testable import PlayheadInspector

/// Where in the app's code a store crashes. Swift's backtracer takes a second for each; the transcripts of crashes have
/// what most commands say.
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
    let ending = try await onOwnThread {
      try Trapped(["add 1", "add 2", line])("state", "t.playhead", "end")
    }
    // The words of 'fatalError' name the module.
    var place = Trapped.place(of: source)
    if line == "fail" { place = place.replacing("TrapApp/", with: "trap_app/") }
    #expect(ending.error.contains("\(reason) (\(place)); step 2"), "\(ending.error)")
    #expect(ending.error.hasPrefix("the store's own words\n") == (line == "fail"))
    #expect(ending.code == 1)
  }

  @Test func `'state' reports a cast that fails in a store with the types, without addresses`()
    async throws
  {
    let ending = try await onOwnThread { try Trapped(["cast"])("state", "t.playhead", "end") }
    #expect(
      ending.error.contains(
        "crashes at step 1, 'Cast': Could not cast value of type 'Swift.Array<Swift.Int>' to 'Swift.Int'"
      ),
      "\(ending)")
    #expect(ending.code == 1)
  }

  @Test func `a crash in code that the compiler made is placed in its file without a line`() {
    let backtrace = Backtrace(
      """
      0 [ra] [system] 0x00007f01 abort + 1 in libc.so.6
      1 [ra] [system] 0x000055a1 appReducer(_:_:) + 12 in todo at /app/Sources/TodoApp/Todo.swift
      2 [ra] 0x000055a2 reduce(_:) + 10 in todo at /app/Sources/todo/main.swift:10:3

      """)
    #expect(backtrace.location?.description == "TodoApp/Todo.swift")
  }

  /// Commands that show a crash in a way that no transcript of one has.
  static let commands = [
    ["state", "t.playhead", "end"], ["check", "t.playhead"],
    ["debug", "t.playhead", "-ex", "print"], ["page", "t.playhead"],
    ["shrink", "t.playhead", "--crashes", "-o", "small.playhead"],
    ["fixture", "check", "Fixtures/t.playhead"],
  ]

  @Test(arguments: commands, Soak.isOn ? [true, false] : [true])
  func `each command that reports a store's crash names its source line, also with '--json'`(
    words: [String], isJSON: Bool
  ) async throws {
    let ending = try await onOwnThread {
      let trapped = try Trapped(files: [])
      let lines = ["add 1", "add 2", "index 7"]
      if words[0] == "fixture" {
        try trapped.keep(lines, as: "t")
      } else {
        try trapped.record(lines)
      }
      return try trapped.perform(words + (isJSON ? ["--json"] : []))
    }
    let place = Trapped.place(of: "numbers.all[take.index]")
    let parts = place.split(separator: ":")
    let wanted =
      isJSON
      ? #""reason":"Index out of range","file":"\#(parts[0])","line":\#(parts[1]),"#
      : "Index out of range (\(place))"
    #expect((ending.output + ending.error).contains(wanted), "\(ending)")
  }
}
