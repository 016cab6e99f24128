import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import TextEditor

/// What it takes to move around in a long log: the editing sessions one after another, in documents of
/// their own, until there are so many actions.
enum TimeTravelBenchmarks {
  /// A frame of a screen, in milliseconds.
  private static let frame = 16.0
  private static let seeks = 10_000

  static func rows(
    _ sessions: [Session], isLarge: Bool, _ scratch: borrowing Scratch
  ) throws -> [Row] {
    let count = isLarge ? 10_000_000 : 200_000
    let path = scratch.path("library.playhead")
    try record(count, sessions, to: path)
    let log = try LogReader(path: path)
    let replay = try Replay(log, of: Library.self)
    let pass = try milliseconds { try replay.go(to: log.lastStep) }
    let input = "\(count.formatted(.number.locale(Locale(identifier: "en")))) actions"
    var generator = SeededGenerator()
    var times: [Double] = []
    for _ in 0..<seeks {
      let step = Step(UInt64.random(in: 0...log.lastStep.number, using: &generator))
      times.append(try milliseconds { try replay.go(to: step) })
    }
    times.sort()
    return [
      Row(
        subject: "first pass, an action", input: input, playhead: pass * 1_000_000 / Double(count),
        competitor: "nothing", other: 0, unit: .nanoseconds),
      Row(
        subject: "go to a random step, median", input: input, playhead: times[seeks / 2],
        competitor: "a screen's frame", other: frame, unit: .milliseconds, goal: 1),
      Row(
        subject: "go to a random step, 99 %", input: input, playhead: times[seeks * 99 / 100],
        competitor: "a screen's frame", other: frame, unit: .milliseconds, goal: 1),
    ]
  }

  static func record(_ count: Int, _ sessions: [Session], to path: String) throws {
    let library = try Library(environment: .live)
    var options = RecordingOptions()
    options.waits = true
    let recorder = try library.dispatcher.record(
      to: path, app: Library.appName, options: options)
    var (left, number) = (count, 0)
    while left > 0 {
      let session = sessions[number % sessions.count]
      number += 1
      library.dispatcher.dispatch(Open(name: "\(session.name) \(number)"))
      for action in session.actions.prefix(left - 1) {
        library.dispatcher.dispatch(action.action)
      }
      left -= min(left, session.actions.count + 1)
    }
    try recorder.close()
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .milliseconds(1)
  }
}

/// The same steps in every run.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Marsaglia's xorshift64*.
  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
