import FluxTesting
import Testing

/// How much memory the tool may take to read a log.
@Suite(.timeLimit(.minutes(5))) struct MemoryOptionTests {
  private static let log = "fixtures/text-editor/letter.playhead"

  @Test(arguments: ["info", "log", "verify"])
  func `a command reads no more than '--memory' allows, and says how to allow more`(
    _ command: String
  ) async throws {
    let (refused, read) = try await onOwnThread {
      (
        try Tool.call(["--memory", "1KiB", command, Self.log], in: Tool.root),
        try Tool.call(["--memory", "64MiB", command, Self.log], in: Tool.root)
      )
    }
    #expect(refused.code == 1 || refused.code == 2, "\(refused)")
    #expect(
      (refused.output + refused.error).contains("'playhead --memory 4KiB …' allows more"),
      "\(refused)")
    #expect(read.code == 0, "\(read)")
  }

  @Test func `a process that a check starts has the limit of the check`() async throws {
    let fixtures = [Self.log, "fixtures/item-list/unlock.playhead"]
    let outcomes = try await onOwnThread {
      try ["1KiB", "64MiB"].map {
        try Tool.call(["--memory", $0, "check", "--runs", "2"] + fixtures, in: Tool.root)
      }
    }
    #expect(outcomes.map(\.code) == [2, 0], "\(outcomes)")
  }

  @Test(arguments: [["--memory"], ["--memory", "many"], ["--memory", "2h"]])
  func `a size that is none is refused with the units`(words: [String]) async throws {
    let outcome = try await onOwnThread { try Tool.call(words + ["help"], in: Tool.root) }
    #expect(outcome.code == 2 && outcome.error.contains("--memory"), "\(outcome)")
  }
}
