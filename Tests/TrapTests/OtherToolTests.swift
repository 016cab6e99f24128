import FluxTesting
import Foundation
import Testing

/// The stock tool, which does not know the app, with an executable that does.
@Suite(.timeLimit(.minutes(15))) struct `Another executable with the app` {
  private static func stock(_ lines: [String]) throws -> Trapped {
    let trapped = try Trapped(lines)
    trapped.program = Bundle.main.bundleURL.appending(path: "playhead")
    return trapped
  }

  @Test(arguments: [
    ["state", "t.playhead", "end"], ["check", "t.playhead", "--runs", "2"],
    ["shrink", "t.playhead", "--where", "state('numbers.all[1]') = 2", "-o", "s.playhead"],
  ])
  func `'playhead --app' prints the same as the app's own executable for each of three commands`(
    words: [String]
  ) async throws {
    let (alone, driven, without) = try await onOwnThread {
      let trapped = try Self.stock(["add 1", "add 2", "add 3"])
      let driven = try trapped.perform(["--app", Trapped.program] + words)
      try? FileManager.default.removeItem(at: trapped.folder.appending(path: "s.playhead"))
      let without = try trapped.perform(words)
      try? FileManager.default.removeItem(at: trapped.folder.appending(path: "s.playhead"))
      trapped.program = URL(fileURLWithPath: Trapped.program)
      return (try trapped.perform(words), driven, without)
    }
    #expect(alone.code == 0 && alone == driven, "\(alone)\n\(driven)")
    #expect(without.code == 2 && without.error.contains("trapper"), "\(without)")
  }

  @Test func `'playhead --app' passes its input on to 'debug' in the app's executable`()
    async throws
  {
    let ending = try await onOwnThread {
      try Self.stock(["add 1", "index 7"]).perform(
        ["--app", Trapped.program, "debug", "t.playhead"], input: ["print", "print"])
    }
    #expect(ending.lines.contains("* (numbers: (all: [1]))"), "\(ending)")
    #expect(ending.output.contains("store 'numbers' crashes at step 2"), "\(ending)")
  }

  @Test(arguments: [
    (["--app"], "'--app' needs a value"),
    (["--app", "nowhere/tool", "state"], "there is no file 'nowhere/tool'"),
    (["--app", "/bin/true", "state"], "'/bin/true' does not answer like an app's tool"),
  ])
  func `'playhead --app' refuses an executable that is not an app's tool`(
    words: [String], sentence: String
  )
    async throws
  {
    let ending = try await onOwnThread { try Self.stock(["add 1"]).perform(words) }
    #expect(ending.code == 2 && ending.error.contains(sentence), "\(ending)")
  }
}
