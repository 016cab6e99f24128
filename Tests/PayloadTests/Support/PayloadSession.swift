import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay

/// How fast actions come.
enum Pace: CaseIterable {
  /// As in a busy app: 1,000 a second.
  case steady
  /// As fast as they can be dispatched; the recorder has them wait.
  case flatOut
}

/// Whether a payload can be encoded.
enum Encodability {
  case encodable, unencodable, unknown
}

/// The action of all tests here.
struct Deliver<Payload: Sample>: Action {
  static var actionName: String { "Deliver" }
  var payload: Payload
}

/// The state has the first payload as long as the app runs, and always the last one.
struct Deliveries<Payload: Sample>: Codable, Equatable, Sendable {
  var first: Payload?
  var last: Payload?
  var count = 0

  mutating func handle(_ payload: Payload, _ encodability: Encodability) {
    count += 1
    // The state stays one that can be encoded.
    guard encodability == .encodable else { return }
    first = first ?? payload
    last = payload
  }
}

/// Records payloads of one type, and holds that each of them comes back from the log.
final class PayloadSession<Payload: Sample> {
  private let payloads: [Payload]
  private let initial: Payload?
  private let encodability: @Sendable (Payload) -> Encodability
  private let folder = FileManager.default.temporaryDirectory.appending(path: "payloads-\(UUID())")
  private var problems: [String] = []

  init(
    _ payloads: [Payload], initial: Payload?,
    _ encodability: @escaping @Sendable (Payload) -> Encodability
  ) throws {
    (self.payloads, self.initial, self.encodability) = (payloads, initial, encodability)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Records the payloads; at a steady pace the app is killed twice meanwhile. Returns what is wrong with the logs: at most a few of
  /// the problems, as all of them have one cause.
  func run(_ pace: Pace) throws -> [String] {
    switch pace {
    case .steady:
      try ProcessorTurns.paced { try record(pace) }
      try ProcessorTurns.busy {
        try check("killed", payloads.count / 2)
        try check("killed-at-end", payloads.count)
        try checkWhole()
      }
    case .flatOut:
      try ProcessorTurns.busy {
        try record(pace)
        try checkWhole()
      }
    }
    return problems
  }

  private func record(_ pace: Pace) throws {
    let middle = payloads.count / 2
    let dispatcher = try app().dispatcher
    let failures = Guarded<[String]>([])
    var options = RecordingOptions()
    options.waits = pace == .flatOut
    options.onFailure = { error in failures.withLock { $0.append("\(error)") } }
    let recording = try dispatcher.record(to: url("log"), app: "payloads", options: options)
    let clock = ContinuousClock()
    var due = clock.now
    for (index, payload) in payloads.enumerated() {
      if index == middle, pace == .steady { try kill("killed") }
      dispatcher.dispatch(Deliver(payload: payload))
      due = due.advanced(by: .milliseconds(1))
      if pace == .steady {
        Thread.sleep(forTimeInterval: clock.now.duration(to: due) / .seconds(1))
      }
    }
    if pace == .steady { try kill("killed-at-end") }
    try recording.close()
    problems += failures.withLock { $0 }
  }

  /// Copies the files as the system has them when it ends the app: what is in a mapped page is in its file.
  private func kill(_ name: String) throws {
    // The tail first: what is flushed meanwhile is then in both, and not in neither.
    for ending in [".tail", ""] { try copy(url("log" + ending), to: url(name + ending)) }
  }

  /// Copies a file that may become shorter meanwhile. FileManager never ends then: it waits for the length that it saw.
  private func copy(_ file: URL, to copy: URL) throws {
    let source = try FileHandle(forReadingFrom: file)
    try Data().write(to: copy)
    let target = try FileHandle(forWritingTo: copy)
    while let bytes = try source.read(upToCount: 1 << 20), !bytes.isEmpty {
      try target.write(contentsOf: bytes)
    }
    try target.close()
  }

  private func url(_ name: String) -> URL { folder.appending(path: name) }
  private func path(_ name: String) -> String { url(name).path(percentEncoded: false) }

  private func app() throws -> (dispatcher: Dispatcher, store: Store<Deliveries<Payload>>) {
    let dispatcher = Dispatcher(inputs: .seeded())
    let store = Store("deliveries", Deliveries<Payload>(first: initial))
      .on(Deliver<Payload>.self) { [encodability] deliveries, action in
        deliveries.handle(action.payload, encodability(action.payload))
      }
    try dispatcher.register(store)
    return (dispatcher, store)
  }

  // MARK: Reading

  /// How many problems of a log are told.
  private static var limit: Int { 3 }

  /// Checks the log that was closed.
  private func checkWhole() throws {
    try check("log", payloads.count)
    problems += try LogReader(path: path("log")).verify().problems.map { "verify: \($0)" }
  }

  /// Checks that the log has the first `count` actions, and each state after them.
  private func check(_ name: String, _ count: Int) throws {
    let limit = problems.count + Self.limit
    let gaps = try LogReader(path: path(name)).gaps()
    var missing: [Int: Gap] = [:]
    for gap in gaps {
      for step in gap.steps.lowerBound.number...gap.steps.upperBound.number {
        missing[Int(step)] = gap
      }
    }
    checkMissing(missing, name, count)
    let app = try app()
    let replay = try Replay(ActionLog(url(name)), with: DispatcherPlayer(app.dispatcher))
    var expected = Deliveries<Payload>(first: initial)
    for (step, payload) in zip(1...max(count, 1), payloads.prefix(count)) {
      expected.handle(payload, encodability(payload))
      guard missing[step] == nil, problems.count < limit else { continue }
      do {
        try replay.go(to: Step(UInt64(step)))
        let state = app.store.state
        if state.last != expected.last || state.count != expected.count {
          problems.append("\(name): the state at step \(step) is another one")
        }
      } catch {
        problems.append("\(name): step \(step): \(error)")
      }
    }
    if app.store.state.first != expected.first, problems.count < limit {
      problems.append("\(name): the first payload is another one at the end")
    }
  }

  private func checkMissing(_ missing: [Int: Gap], _ name: String, _ count: Int) {
    let wrong = (1...max(count, 1)).compactMap { step -> String? in
      let gap = missing[step]
      switch encodability(payloads[step - 1]) {
      case .encodable: return gap.map { "\(name): step \(step) is missing: \($0)" }
      case .unencodable:
        return gap?.reason == .unencodable
          ? nil : "\(name): step \(step) is in no gap that says why"
      case .unknown:
        return gap.map(\.reason) ?? .unencodable == .unencodable
          ? nil : "\(name): step \(step) is missing: \(gap?.description ?? "")"
      }
    }
    guard let first = wrong.first else { return }
    problems.append("\(first); of \(count) actions \(wrong.count) are wrong")
  }
}
