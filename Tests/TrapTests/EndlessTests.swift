import FluxTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct `A handler that never ends` {
  /// Where the process that does not end leaves its number.
  private static func mark(in trapped: Trapped) -> URL { trapped.folder.appending(path: "mark") }

  /// Waits for a process that does not end; gives its number.
  private static func endless(in trapped: Trapped) throws -> pid_t {
    for _ in 0..<6_000 {
      if let text = try? String(contentsOf: mark(in: trapped), encoding: .utf8),
        let number = pid_t(text)
      {
        return number
      }
      usleep(10_000)
    }
    throw CocoaError(.fileNoSuchFile)
  }

  /// Whether a process is no more, soon.
  private static func isGone(_ process: pid_t) -> Bool {
    for _ in 0..<1_000 where kill(process, 0) == 0 { usleep(10_000) }
    return kill(process, 0) != 0
  }

  private static func trapped(_ lines: [String]) throws -> Trapped {
    let trapped = try Trapped(lines)
    trapped.variables["TRAPPER_MARK"] = mark(in: trapped).path
    return trapped
  }

  /// Makes a session smaller that a smaller payload keeps from ending.
  private static let shrinking = [
    "shrink", "t.playhead", "--where", "state('numbers.last') >= 100", "-o", "small.playhead",
  ]

  @Test func `'shrink' discards a tried session whose handler never ends`() async throws {
    let (ending, small) = try await onOwnThread {
      let trapped = try Self.trapped(["add 1", "climb 60", "add 2"])
      let ending = try trapped.perform(Self.shrinking + ["--patience", "2"])
      return (ending, try trapped("state", "small.playhead", "end", "numbers.last"))
    }
    #expect(ending.code == 0 && ending.error == "", "\(ending)")
    #expect(ending.output.contains("Climb  (number: 1)"), "\(ending.output)")
    #expect(ending.output.contains("1 of the 2 actions up to step 2; tried "), "\(ending.output)")
    #expect(small.output == "100\n", "\(small)")
  }

  @Test
  func `Ctrl-C ends 'shrink' during an endless handler, and it writes the smallest session found`()
    async throws
  {
    let (ending, process, log) = try await onOwnThread {
      let trapped = try Self.trapped(["add 1", "climb 60", "add 2"])
      var process: pid_t = 0
      let ending = try trapped.perform(Self.shrinking + ["--patience", "600"]) { tool in
        process = try Self.endless(in: trapped)
        kill(tool.processIdentifier, SIGINT)
      }
      return (ending, process, try trapped("log", "small.playhead"))
    }
    #expect(ending.code == 1 && ending.error == "", "\(ending)")
    #expect(
      ending.output.contains(
        "1 of the 2 actions up to step 2, perhaps not the fewest, because the search was stopped"),
      "\(ending)")
    #expect(log.output.contains("Climb"), "\(log)")
    #expect(Self.isGone(process))
  }

  @Test func `'check' reports a handler that never ends and continues with the other logs`()
    async throws
  {
    let (ending, process) = try await onOwnThread {
      let trapped = try Self.trapped(["add 1", "climb 0"])
      try trapped.record(["add 1", "add 2"], to: "good.playhead")
      let ending = try trapped("check", "t.playhead", "good.playhead", "--patience", "2")
      return (ending, try Self.endless(in: trapped))
    }
    #expect(
      ending.error.contains(
        "in 't.playhead' store 'numbers' never ends at step 2, 'Climb': it made no progress for 2 seconds; "
          + "step 1 has the last state before it\n"
      ),
      "\(ending)")
    #expect(ending.output == "good.playhead: deterministic, 2 actions, 10 processes\n")
    #expect(ending.code == 1 && Self.isGone(process))
  }

  @Test
  func `'shrink' prints the smallest session it found if its output file exists by then`()
    async throws
  {
    let ending = try await onOwnThread {
      let trapped = try Self.trapped(["add 1", "climb 60", "add 2"])
      return try trapped.perform(Self.shrinking + ["--patience", "2"]) { _ in
        // Since the work began somebody else has written a file with this name.
        _ = try Self.endless(in: trapped)
        try Data().write(to: trapped.folder.appending(path: "small.playhead"))
      }
    }
    #expect(ending.code == 2 && ending.error.contains("already exists"), "\(ending)")
    #expect(ending.output == "not written: 2\n  step 2 with {\"number\":1}\n", "\(ending)")
  }
}
