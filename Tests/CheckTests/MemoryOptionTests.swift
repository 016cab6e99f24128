import FluxTesting
import Foundation
import Testing

/// How much memory the tool may take to read a log.
@Suite(.timeLimit(.minutes(5))) struct MemoryOptionTests {
  private static let log = "fixtures/text-editor/letter.playhead"

  @Test(arguments: ["info", "state"])
  func `a command that needs more memory than '--memory' allows fails and says how to allow more`(
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
    #expect(!(refused.output + refused.error).contains(#"\n"#), "\(refused)")
    #expect(read.code == 0, "\(read)")
  }

  /// A log with a step of 300 kB.
  private static let long: Result<String, any Error> = Result {
    let folder = try Attack.folder()
    let lines = ["a", "b", String(repeating: "word ", count: 60_000), "c"]
    let input = lines.map { "insert \($0)\n" }.joined()
    _ = try Tool.call(["record", "text-editor", "-o", "s"], in: folder, input: input)
    return folder.appending(path: "s").path
  }

  @Test(arguments: [["log"], ["verify"], ["recover", "-o", "new"], ["cut", "1..2", "-o", "new"]])
  func
    `commands do not call a log damaged or lost that only needs more memory than '--memory' allows`(
      _ words: [String]
    ) async throws
  {
    let folder = try Attack.folder()
    let (refused, read) = try await onOwnThread {
      try FileManager.default.copyItem(
        atPath: Self.long.get(), toPath: folder.appending(path: "s").path)
      let call = [words[0], "s"] + words.dropFirst()
      return (
        try Tool.call(["--memory", "64KiB"] + call, in: folder),
        try Tool.call(["--memory", "64MiB"] + call, in: folder)
      )
    }
    let said = refused.output + refused.error
    #expect(said.contains("'playhead --memory 256KiB …' allows more"), "\(refused)")
    for word in ["damage", " lost", "recover s"] {
      #expect(!said.contains(word), "\(refused)")
    }
    #expect(read.code <= 1 && !read.error.contains("memory"), "\(read)")
  }

  @Test func `'check' fails under a '--memory' limit that is too small for its worker processes`()
    async throws
  {
    let fixtures = [Self.log, "fixtures/item-list/unlock.playhead"]
    let outcomes = try await onOwnThread {
      try ["1KiB", "64MiB"].map {
        try Tool.call(["--memory", $0, "check", "--runs", "2"] + fixtures, in: Tool.root)
      }
    }
    #expect(outcomes.map(\.code) == [2, 0], "\(outcomes)")
  }

  @Test
  func `'record' loses no actions under a '--memory' limit that is too small to read its log`()
    async throws
  {
    let folder = try Attack.folder()
    let lines = String(repeating: "insert some words\n", count: 200)
    let record = ["record", "text-editor", "-o", "s"]
    let outcomes = try await onOwnThread {
      [
        try Tool.call(["--memory", "1KiB"] + record, in: folder, input: lines),
        try Tool.call(["--memory", "1KiB", "recover", "s", "-o", "saved"], in: folder),
        try Tool.call(["info", "s", "--json"], in: folder),
      ]
    }
    #expect(outcomes.map(\.code) == [0, 2, 0], "\(outcomes)")
    #expect(outcomes[1].error.contains("'playhead --memory 4KiB …' allows more"), "\(outcomes[1])")
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "saved").path))
    #expect(outcomes[2].objects.first?["actions"] as? Int == 200, "\(outcomes[2])")
  }

  @Test
  func `'info', 'log' and 'recover' refuse a forged tail file of 40 GB instead of reading it`()
    async throws
  {
    let folder = try Attack.folder()
    let outcomes = try await onOwnThread {
      _ = try Tool.call(
        ["record", "text-editor", "-o", "s"], in: folder, input: "insert a\ninsert b\n")
      let tail = folder.appending(path: "s.tail")
      try Data("PLAYHEAD".utf8).write(to: tail)
      let file = try FileHandle(forWritingTo: tail)
      // A file without content takes no room on the disk.
      try file.truncate(atOffset: 40_000_000_000)
      try file.close()
      return try [["info", "s"], ["log", "s"], ["recover", "s", "-o", "saved"]].map {
        try Tool.call($0, in: folder, within: Attack.limits)
      }
    }
    for outcome in outcomes {
      #expect(outcome.code == 2 && outcome.error.contains("--memory"), "\(outcome)")
    }
  }

  @Test(arguments: ["0", "1GiB"])
  func `'info' refuses an invalid value of the variable 'PLAYHEAD_MEMORY'`(text: String)
    async throws
  {
    let outcome = try await onOwnThread {
      try Tool.call(
        ["info", Self.log], in: Tool.root, variables: ["PLAYHEAD_MEMORY": text])
    }
    #expect(outcome.code == 2 && outcome.error.contains("PLAYHEAD_MEMORY"), "\(outcome)")
  }
}
