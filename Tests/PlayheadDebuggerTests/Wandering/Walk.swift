import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import ReplayTesting
import TestSupport
import Testing

@testable import PlayheadDebugger
@testable import PlayheadInspector

/// A conversation about a session in which somebody goes here and there, looks at the state each time, and
/// now and then presses Ctrl-C.
struct Walk {
  /// How often that ended something.
  private(set) var interruptions = 0
  private let session: RandomSession
  private let replay: Replay
  private let debug: DebugSession
  private let terminal = MemoryTerminal()
  private var isIndexed = false
  /// Where one was, …
  private var visited: [UInt64]
  /// … and which of those is the present place.
  private var place = 0

  init(_ session: RandomSession, _ policy: CheckpointPolicy) throws {
    self.session = session
    let player = try session.player()
    replay = try Replay(session.log, with: player, policy: policy)
    let console = Console(terminal)
    console.form = .json
    debug = DebugSession(
      Inspector(session.log, stores: replay), on: console, InterruptFlag())
    visited = [session.log.lastStep.number]
  }

  private var step: UInt64 { visited[place] }
  private var last: UInt64 { session.log.lastStep.number }

  // MARK: Moving

  /// Goes somewhere, and is where the command leads.
  mutating func move(_ generator: inout SplitMix64) throws {
    let count = UInt64.random(in: 1...20, using: &generator)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0, 1: try visit(min(last, step + count), by: "step \(count)")
    case 2, 3: try visit(step - min(step, count), by: "back \(count)")
    case 4, 5: try visit(.random(in: 0...last, using: &generator), by: "goto")
    case 6: try Bool.random(using: &generator) ? visit(0, by: "goto") : visit(last, by: "goto")
    case 7, 8: try undo()
    case 9, 10: try redo()
    default: try moveReplay(count, &generator)
    }
    try #require(debug.position == Step(step))
  }

  private mutating func visit(_ target: UInt64, by command: String) throws {
    let answer = try say(command == "goto" ? "goto \(target)" : command)
    if target != step {
      visited.removeSubrange((place + 1)...)
      visited.append(target)
      place += 1
    }
    #expect(answer.hasPrefix("{\"step\":\(target),"))
  }

  private mutating func undo() throws {
    guard place > 0 else { return try refuse("undo") }
    place -= 1
    #expect(try say("undo").hasPrefix("{\"step\":\(step),"))
  }

  private mutating func redo() throws {
    guard place < visited.count - 1 else { return try refuse("redo") }
    place += 1
    #expect(try say("redo").hasPrefix("{\"step\":\(step),"))
  }

  private func refuse(_ command: String) throws {
    #expect(throws: DebugError.self) { try say(command) }
  }

  /// Moves what the conversation has its states from, as commands do that look elsewhere.
  private func moveReplay(_ count: UInt64, _ generator: inout SplitMix64) throws {
    let isForward = Bool.random(using: &generator)
    for _ in 0..<count {
      guard try isForward ? replay.stepForward() : replay.stepBack() else { break }
    }
    try check()
  }

  /// Says a command; gives its answer.
  private func say(_ line: String) throws -> String {
    let (word, rest) = LineWords.parts(of: line)
    let command = try REPLCommands.named(word)
    let given = try ArgumentParser.parse(command.words(of: rest), for: command.parameters)
    terminal.output = []
    // As the REPL does before each line.
    debug.interrupts.lower()
    try command.run(given, in: debug)
    try debug.console.flush()
    return terminal.outputText
  }

  // MARK: Looking

  /// Looks at the present state, or makes an index, with which there are states in a file.
  mutating func look(_ generator: inout SplitMix64) throws {
    if !isIndexed, Int.random(in: 0..<300, using: &generator) == 0 {
      isIndexed = try interrupting(&generator) { try $0.index() } != nil
    }
    let isThere =
      try interrupting(&generator) { [step] in
        try $0.replaying { try $0.go(to: Step(step)) }
      } != nil
    try #require(debug.position == Step(step) && (!isThere || replay.position == Step(step)))
    try check()
  }

  /// Does what somebody may end with Ctrl-C at some step; nil if that happened.
  private mutating func interrupting<T>(
    _ generator: inout SplitMix64, _ body: (Inspector) throws -> T
  ) throws -> T? {
    var rest = Int.random(in: 0..<3, using: &generator) == 0 ? Int(last / 16) : .max
    if rest < .max { rest = Int.random(in: 0...rest, using: &generator) }
    debug.interrupts.lower()
    do {
      return try debug.inspecting { [debug] inspector in
        let check = inspector.onEvent
        inspector.onEvent = { event in
          if rest == 0 { debug.interrupts.raise() }
          rest -= 1
          try check(event)
        }
        return try body(inspector)
      }
    } catch is Interruption {
      interruptions += 1
      return nil
    }
  }

  /// Wherever the replay is, it has the state of there.
  private func check() throws {
    try #require(try replay.digests() == session.digests[Int(replay.position.number)])
  }
}
