import FluxTesting
import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadTerminal
import Synchronization
import TestSupport
import Testing

/// PlayheadFlux has another.
private typealias Outcome = TestSupport.Outcome

/// Recordings of an app whose effects take their time.
@Suite struct EffectRecordingTests {
  private let hands = Mailroom.Hands()
  private let desk: Desk

  init() throws { desk = try Desk(apps: [Mailroom.self]) }

  private func record(_ terminal: MemoryTerminal) async throws -> Outcome {
    await onOwnThread { [hands, desk] in
      Mailroom.$hands.withValue(hands) {
        desk.playhead("record mailroom -o s.playhead", on: terminal)
      }
    }
  }

  private func record(_ input: String) async throws -> Outcome {
    try await record(MemoryTerminal(input: input))
  }

  /// The actions of the log, with their causes: `3 Arrive ← 2`.
  private var actions: [String] {
    get throws {
      let log = try LogReader(path: desk.path("s.playhead"))
      #expect(log.isClosed)
      var lines: [String] = []
      try log.forEachEntry(in: 1...log.lastStep) { entry in
        lines.append("\(entry.type.name)" + (entry.cause.map { " ← \($0)" } ?? ""))
      }
      return lines
    }
  }

  @Test func `'record' waits for running effects at the end and records their results`()
    async throws
  {
    #expect(try await record("post a\npost b\n").code == .good)
    #expect(try actions.prefix(3) == ["Open", "Post", "Post"])
    #expect(try actions.dropFirst(3).sorted() == ["Arrive ← 2", "Arrive ← 3"])
  }

  @Test func `'record' records the results of running effects even if an input line is wrong`()
    async throws
  {
    let outcome = try await record("post a\nsteal\npost b\n")
    let error = """
      playhead: line 2 of standard input cannot be executed: there is no 'steal'; say 'post TEXT'
        's.playhead' is closed and has the 3 actions before it

      """
    #expect(outcome == Outcome(error: error, code: .unusable))
    #expect(try actions == ["Open", "Post", "Arrive ← 2"])
  }

  @Test
  func
    `if an app cannot start, 'record' calls its 'finish()', closes the log and prints the reason`()
    async throws
  {
    hands.startError.withLock { $0 = CommandError("there is no post office") }
    hands.onFinish.withLock { $0 = { [hands] in hands.performed.withLock { $0 = ["finish"] } } }
    let error = """
      playhead: 'mailroom' cannot be started: there is no post office
        's.playhead' is closed and has the 1 action before it

      """
    #expect(try await record("post a\n") == Outcome(error: error, code: .unusable))
    #expect(hands.performed.withLock { $0 } == ["finish"])
    #expect(try actions == ["Open"])
  }

  @Test func `an interrupt while 'record' waits for effects closes the log without their results`()
    async throws
  {
    let terminal = MemoryTerminal(input: "post a\n")
    let said = Mutex("")
    nonisolated(unsafe) let interrupted = { terminal.interrupted?() ?? "not listening" }
    hands.onFinish.withLock { $0 = { said.withLock { $0 = interrupted() } } }
    #expect(try await record(terminal).code == .good)
    #expect(said.withLock { $0 }.hasSuffix("is closed and has 2 actions"))
    #expect(try actions == ["Open", "Post"])
  }

  @Test func `an empty line at the prompt of 'record' shows the app's view with new results`()
    async throws
  {
    let terminal = MemoryTerminal(typed: "post a", "")
    let readLine = terminal.beforeRead
    terminal.beforeRead = { terminal in
      if terminal.input.first == UInt8(ascii: "\n") {
        hands.gate.open()
        hands.waitForLetters()
      }
      readLine?(terminal)
    }
    let page = """
      'help' lists the commands, Return shows the view again, 'quit' ends the recording
      letters:\u{20}
      mailroom> letters:\u{20}
      mailroom> letters: a
      mailroom>\u{20}
      recorded 3 actions in 's.playhead'
      """
    #expect(try await record(terminal).output.hasPrefix(page))
    #expect(hands.performed.withLock { $0 } == ["post a"])
  }

  @Test func `'quit' at the prompt ends a recording, with or without spaces around it`()
    async throws
  {
    for line in ["quit", " quit", "quit\t"] {
      #expect(try await record(MemoryTerminal(typed: line, "post a")).code == .good)
      #expect(hands.performed.withLock { $0 } == [])
      try FileManager.default.removeItem(atPath: desk.path("s.playhead"))
    }
  }
}
