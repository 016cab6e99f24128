import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues

struct Add: Action { var amount = 1 }
struct Rename: Action { var name = "" }
struct Roll: Action {}
/// Something that no store takes.
struct Blink: Action {}

/// An action that cannot be encoded.
struct Stubborn: Action {
  struct Refusal: Error {}
  init() {}
  init(from decoder: any Decoder) throws { throw Refusal() }
  func encode(to encoder: any Encoder) throws { throw Refusal() }
}

/// An action after which the state tells the order of all actions so far.
struct Mix: Codable {
  var amount: Int

  static func reduce(_ state: inout Int, _ action: Mix) {
    state = (state &* 31 &+ action.amount) & 0xFFFF_FFFF
  }
}

/// A counter, a name and dice, recorded into a file that is gone with the desk.
final class Desk {
  let count = Store("count", 0)
    .on(Add.self) { $0 += $1.amount }
    .on(Stubborn.self) { count, _ in count += 1_000 }
  let name = Store("name", "").on(Rename.self) { $0 = $1.name }
  let rolls = Store("rolls", [UInt64]()).on(Roll.self) { rolls, _, context in
    rolls.append(context.random(in: 0...UInt64.max))
  }
  let dispatcher: Dispatcher
  let clock = ManualClock(Moment(monotonic: 0, wall: 1_000_000_000))
  let url = FileManager.default.temporaryDirectory.appending(path: "desk-\(UUID())")
  var path: String { url.appending(path: "log").path(percentEncoded: false) }

  init(middleware: [any Middleware] = []) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    Leftovers.remove(url)
    dispatcher = Dispatcher(inputs: .seeded(), middleware: middleware)
    try dispatcher.register(count, name, rolls)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func record(_ options: RecordingOptions = RecordingOptions()) throws -> Recording {
    try dispatcher.record(to: path, app: "desk", clock: clock, options: options)
  }

  func log() throws -> LogReader { try LogReader(path: path) }

  /// The amounts of the log's `Add`s, by step.
  func amounts() throws -> [UInt64: Int64] {
    var amounts: [UInt64: Int64] = [:]
    let log = try log()
    for steps in log.steps {
      try log.forEachEntry(in: steps) { entry in
        if let amount = try entry.payload().amount { amounts[entry.step.number] = Int64(amount) }
      }
    }
    return amounts
  }
}

/// A middleware made of a closure.
struct Doing: Middleware {
  let body: @Sendable (any Action, Dispatcher, Next) -> Void

  init(_ body: @escaping @Sendable (any Action, Dispatcher, Next) -> Void) { self.body = body }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    body(action, dispatcher, next)
  }
}

/// Something from any thread.
final class Box<Value: Sendable>: Sendable {
  private let content: Guarded<Value>
  init(_ value: Value) { content = Guarded(value) }
  var value: Value { content.withLock { $0 } }
  func change(_ body: @Sendable (inout Value) -> Void) { content.withLock { body(&$0) } }
}

extension Value {
  /// The first field of an `Add`, or of another action that begins with an amount.
  var amount: Int? {
    guard case .record(let fields) = self, case .int(let amount)? = fields.first?.value else {
      return nil
    }
    return Int(amount)
  }
}

extension LogReader {
  /// The states of the stores that came at `step`, by name.
  func arrivals(at step: Step) throws -> [String: Value] {
    var states: [String: Value] = [:]
    for arrival in try storeLists.epoch(after: step).arrived {
      states[stores[arrival.store]] = try arrival.states.trees()[arrival.place]
    }
    return states
  }

  func states(at step: Step) throws -> [Value] {
    guard let checkpoint = try checkpoints().last(where: { $0.step == step }) else { return [] }
    return try checkpoint.trees()
  }
}

extension Checkpoint {
  func trees() throws -> [Value] {
    try (0..<storeCount).map { store in
      try state(of: store) { (shape, row) throws(ByteFault) in
        try Value(shapes: shapes, shape: shape, row: row)
      }
    }
  }
}
