import FluxTesting
import Testing

/// What changed where, and files that are made, of logs at whose actions a store traps.
@Suite(.timeLimit(.minutes(15))) struct `A log that traps` {
  @Test(arguments: [
    ["blame", "t.playhead", "2"], ["log", "t.playhead", "1..2", "--", "numbers.all"],
  ])
  func `'blame' and 'log -- PATH' answer about steps before a store's crash without an error`(
    words: [String]
  )
    async throws
  {
    let ending = try await onOwnThread { try Trapped(Trapped.lines).perform(words) }
    #expect(ending.error == "" && ending.code == 0)
    #expect(ending.output.contains("Add") && !ending.output.contains("TakeAt"), "\(ending.output)")
  }

  @Test(arguments: [["blame", "t.playhead"], ["log", "t.playhead", "--", "numbers.all"]])
  func `'blame' and 'log -- PATH' report a store's crash if asked about later steps`(
    words: [String]
  )
    async throws
  {
    let ending = try await onOwnThread { try Trapped(Trapped.lines).perform(words) }
    #expect(ending.error == "trap-app: \(Trapped.sentence)\n" && ending.code == 1)
    let listed = ending.lines.filter { $0.contains("Add") }
    #expect(listed.count == (words[0] == "log" ? 2 : 0), "\(ending.output)")
  }

  @Test
  func
    `'debug' answers about changes before a store's crash and reports the crash when it gets there`()
    async throws
  {
    let ending = try await onOwnThread {
      try Trapped(Trapped.lines)(
        "debug", "t.playhead",
        input: [
          "goto 2", "last numbers.all", "last numbers.all", "goto 2", "history numbers.all",
          "blame",
          "watch numbers.all", "rc", "goto 2", "c", "goto 4",
        ])
    }
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(ending.error == "" && ending.code == 1)
    #expect(
      conversation.hasPrefix(
        """
        #6/6 100%> goto 2
        2 Add (number: 2) → numbers
        #2/6 33%> last numbers.all
        2 Add (number: 2) → numbers
         numbers.all[1]: nothing → 2
        """), "\(conversation)")
    #expect(conversation.contains("> history numbers.all\n 1 Add numbers.all"), "\(conversation)")
    #expect(conversation.contains("> rc\nwatchpoint 1: numbers.all\n2 Add"), "\(conversation)")
    #expect(conversation.contains("> c\n\(Trapped.sentence)\n"), "\(conversation)")
    #expect(
      conversation.contains("> goto 4\n4 Add (number: 3) → numbers\n\(Trapped.sentence)\n2 Add"),
      "\(conversation)")
  }

  /// A log at whose third action a store traps, with states again behind a gap.
  @Test(arguments: [["export", "t.playhead", "--as", "ndjson"], ["page", "t.playhead"]])
  func `'export' and 'page' continue after a store's crash and a gap, and report the crash`(
    words: [String]
  ) async throws {
    let ending = try await onOwnThread {
      try Trapped(parts: [["add 1", "add 2", "index 7", "add 3"], ["add 5", "add 6"]])
        .perform(words)
    }
    #expect(ending.error == "warning: \(Trapped.sentence)\n")
    #expect(ending.output.contains("'t.playhead' in 't."))
    #expect(ending.code == 1)
  }
}
