import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadRecorder
import PlayheadValues
import TextEditor

/// The cost of running an app's stores in a separate process: asks for the states of a short editing session.
enum WorkerBenchmarks {
  /// The session's length, in actions. Its states have a few kB.
  private static let length = 2_000
  /// The number of states that one REPL session prints.
  private static let questions = 500
  /// The number of runs of a command. The median counts.
  private static let runs = 21

  static func rows(_ session: Session, _ scratch: borrowing Scratch) throws -> [Row] {
    let log = scratch.path("worker.playhead")
    try record(session.edits.prefix(length), to: log)
    return [try start(log), try question(log)]
  }

  private static func record(_ edits: ArraySlice<Replace>, to log: String) throws {
    let editor = try TextEditor(inputs: .live)
    let recorder = try editor.dispatcher.record(to: log, app: TextEditor.appName)
    for edit in edits { editor.dispatcher.dispatch(edit) }
    try recorder.close()
  }

  /// `state` starts a worker, which replays nothing for step 0. `log` of one step starts none.
  private static func start(_ log: String) throws -> Row {
    let with = try median { try tool(["state", log, "0", "--json"]) }
    let without = try median { try tool(["log", log, "0..0", "--json"]) }
    return Row(
      subject: "start a worker", input: "a command", playhead: with - without,
      competitor: "allowed", other: 20, unit: .milliseconds, goal: 1)
  }

  /// A REPL session goes to each step and prints its state. Subtracts the time of the same moves without
  /// printing, and of making the same states in this process.
  private static func question(_ log: String) throws -> Row {
    let steps = (0..<questions).map { UInt64($0 * length / questions) }
    let asked = steps.map { "goto \($0)\nprint\n" }.joined()
    let moved = steps.map { "goto \($0)\n" }.joined()
    let talk = try median(of: 5) { try tool(["debug", log, "--json"], input: asked) }
    let empty = try median(of: 5) { try tool(["debug", log, "--json"], input: moved) }
    let here = try median(of: 5) {
      let inspector = try Inspector(URL(fileURLWithPath: log), of: TextEditor.self)
      for step in steps { consume(try inspector.ask(StateRequest(of: Step(step))).value.json) }
    }
    return Row(
      subject: "a small state, beyond replaying", input: "\(length) edits",
      playhead: (talk - empty - here) / Double(questions), competitor: "allowed", other: 1,
      unit: .milliseconds, goal: 1)
  }

  private static func tool(_ words: [String], input: String = "") throws {
    _ = try Tool.run(Program.file, [Options.toolOption] + words, input: Data(input.utf8))
  }

  private static func median(of runs: Int = runs, _ work: () throws -> Void) throws -> Double {
    let times = try (0..<runs).map { _ in
      try ContinuousClock().measure(work) / .milliseconds(1)
    }
    return times.sorted()[runs / 2]
  }
}
