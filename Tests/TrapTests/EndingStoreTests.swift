import FluxTesting
import Foundation
import Testing

/// Stores that cost their process, each in another way, in every command that replays.
@Suite(.timeLimit(.minutes(15))) struct `A store that costs its process` {
  /// How it does so.
  enum Way: String, CaseIterable {
    case trap = "index 7"
    case endless = "climb 0"
    case killed = "die"
    case exit = "leave"
    case stack = "recurse"
    case memory = "hoard"

    /// The type of its action, what the store does, and why.
    var words: (type: String, verb: String, reason: String) {
      switch self {
      case .trap: ("TakeAt", "crashes", "Index out of range")
      case .endless: ("Climb", "never ends", "it made no progress for 2 seconds")
      case .killed: ("Die", "ends its process", "it was killed")
      case .exit: ("Leave", "ends its process", "it exited with code 3")
      case .stack: ("Recurse", "crashes", "an invalid memory access")
      case .memory: ("Hoard", "crashes", "")
      }
    }

    var sentence: String {
      "store 'numbers' \(words.verb) at step 2, '\(words.type)': \(words.reason)"
    }
  }

  enum Command: String, CaseIterable {
    case debug, state, log, check, compare, shrink, fixture

    var words: [String] {
      let condition = ["--where", "state('numbers.last') = 9", "--patience", "2"]
      return switch self {
      case .debug: ["debug", "t.playhead"]
      case .state: ["state", "t.playhead", "end", "--patience", "2"]
      case .log: ["log", "t.playhead"] + condition
      case .check: ["check", "t.playhead", "--patience", "2", "--runs", "2"]
      case .compare: ["compare", "t.playhead", "--with", "./sound", "--patience", "2"]
      case .shrink: ["shrink", "t.playhead", "-o", "s.playhead"] + condition
      case .fixture: ["fixture", "check", "Fixtures", "--patience", "2"]
      }
    }
  }

  /// Each command with each way for 'PLAYHEAD_SOAK=1'; else all ways with one command, and each command with one.
  static let cases = Command.allCases.flatMap { command -> [(Command, Way)] in
    let ways: [Way] =
      switch command {
      case .state: Way.allCases
      case .debug: [.trap, .endless]
      case .log, .shrink: [.killed]
      case .check, .fixture: [.exit]
      case .compare: [.trap]
      }
    return (Soak.isOn ? Way.allCases : ways).map { (command, $0) }
  }

  /// Most of a case is waiting; more at once would take the processor from what is timed.
  private static let room = DispatchSemaphore(value: 4)

  /// With so little memory to take that a handler without end does not take the machine's.
  private static let limited = "ulimit -v 1500000; exec \"$0\" \"$@\""

  @Test(arguments: cases)
  func
    `commands report a store that crashes, exits or never ends with its step and leave no process`(
      command: Command, way: Way
    ) async throws
  {
    let (ending, left) = try await onOwnThread {
      Self.room.wait()
      defer { Self.room.signal() }
      let trapped = try Trapped(files: [])
      let lines = ["add 1", way.rawValue, "add 2"]
      if command == .fixture {
        try trapped.keep(lines, as: "t")
      } else {
        try trapped.record(lines)
      }
      _ = try trapped.build("sound", "TRAPPER=")
      let mark = trapped.folder.appending(path: "mark")
      trapped.variables["TRAPPER_MARK"] = mark.path
      trapped.program = URL(fileURLWithPath: "/bin/sh")
      let words = ["-c", Self.limited, Trapped.program] + command.words
      let input =
        command == .debug
        ? ["print", "print", "break if state('numbers.last') = 9", "c"] : []
      let ending = try trapped.perform(words, input: input) { tool in
        // Ctrl-C ends the answer, and not the conversation.
        guard way == .endless, command == .debug else { return }
        while !FileManager.default.fileExists(atPath: mark.path), tool.isRunning { usleep(10_000) }
        kill(tool.processIdentifier, SIGINT)
        // The condition crosses the step once more.
        try FileManager.default.removeItem(at: mark)
        while !FileManager.default.fileExists(atPath: mark.path), tool.isRunning { usleep(10_000) }
        kill(tool.processIdentifier, SIGINT)
      }
      return (ending, try trapped.processesLeft())
    }
    #expect(left == [])
    switch command {
    case .debug: expectConversation(ending, way)
    case .compare: expectGroup(ending, way)
    case .fixture: expectFailure(ending, way)
    default: expectSentence(ending, way)
    }
  }

  private func expectFailure(_ ending: Trapped.Ending, _ way: Way) {
    let (_, verb, reason) = way.words
    #expect(ending.code == 1 && ending.error == "", "\(ending)")
    #expect(ending.output.contains("store 'numbers' \(verb) at step 2: \(reason)"), "\(ending)")
  }

  private func expectSentence(_ ending: Trapped.Ending, _ way: Way) {
    let lines = ending.error.split(separator: "\n").filter { !$0.contains("the clock was not") }
    #expect(lines.count == 1 && ending.code == 1, "\(ending)")
    #expect(ending.error.contains(way.sentence), "\(ending)")
    #expect(lines[0].hasSuffix("; step 1 has the last state before it"), "\(ending)")
  }

  private func expectGroup(_ ending: Trapped.Ending, _ way: Way) {
    let (type, verb, reason) = way.words
    #expect(
      ending.output.contains(
        "group 1: 1 session stops at \(type) in this build: store 'numbers' \(verb): \(reason)"),
      "\(ending)")
    #expect(ending.output.contains("step 2 of 3, the same up to step 1"), "\(ending)")
    #expect(ending.error == "" && ending.code == 1, "\(ending)")
  }

  private func expectConversation(_ ending: Trapped.Ending, _ way: Way) {
    let conversation = ending.conversation.joined(separator: "\n")
    if way == .endless {
      #expect(conversation.contains("store 'numbers' at step 2"), "\(ending)")
      #expect(conversation.ranges(of: "> ").count > 3, "\(ending)")
      return
    }
    #expect(conversation.contains("> print\n\(way.sentence)"), "\(ending)")
    #expect(conversation.contains("\n1 Add (number: 1) → numbers\n#1/3"), "\(conversation)")
    #expect(conversation.contains("> print\n* (numbers: (all: [1]))\n"), "\(conversation)")
    #expect(
      ending.code == 1 && conversation.hasSuffix("has the last state before it\n"),
      "\(conversation)")
  }
}

extension Trapped {
  /// The program's file.
  static var program: String { Bundle.main.bundleURL.appending(path: "trap-app").path }

  /// The processes that have the folder in their environment and are still there after so many seconds.
  func processesLeft(after seconds: Double = 2) throws -> [String] {
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      let left = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { process in
        guard Int(process) != nil else { return false }
        let environment = try? Data(contentsOf: URL(filePath: "/proc/\(process)/environ"))
        return environment?.range(of: Data(folder.path.utf8)) != nil
      }
      if left.isEmpty || .now >= end { return left }
      usleep(20_000)
    }
  }
}
