import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Synchronization
import Testing

struct Open: Action {
  var screen: String
  var start = 0
}

struct Close: Action { var screen: String }
struct Bump: Action { var by = 1 }

/// A screen's state: a sum, and what it drew, by which the order of screens shows.
struct Screen: Codable, Sendable, Equatable {
  var sum = 0
  var draws: [UInt64] = []
}

/// An app whose screens bring a store each, when they are opened, and take it away again.
final class Screens: ReplayDetails {
  static let appName = "screens"
  static let names = ["list", "detail", "search"]

  let dispatcher: Dispatcher
  let open = Store("open", [String: Int]())
    .on(Open.self) { open, action in open[action.screen] = action.start }
    .on(Close.self) { open, action in open[action.screen] = nil }
  let otherStores: [any AnyStore]
  private let screens = Mutex<[String: Store<Screen>]>([:])

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    otherStores = Self.names.map { Self.screen($0, 0) }
    let total = Self.screen("total", 0)
    try dispatcher.register(open, total)
    // For as long as the dispatcher lives, so on replay as well.
    open.observe(with: dispatcher) { [self] _, wanted in follow(wanted) }
  }

  static func screen(_ name: String, _ start: Int) -> Store<Screen> {
    Store(name, Screen(sum: start)).on(Bump.self) { screen, bump, context in
      screen.sum += bump.by
      screen.draws = screen.draws.suffix(2) + [context.random(in: 0...UInt64.max)]
    }
  }

  /// Registers the stores of the screens that are open, and no others: screens that start at an even
  /// number come back as they were, others afresh.
  private func follow(_ wanted: [String: Int]) {
    for (name, start) in wanted.sorted(by: { $0.key < $1.key }) {
      let known = screens.withLock { $0[name] }
      let screen = start % 2 == 0 ? known ?? Self.screen(name, start) : Self.screen(name, start)
      if known.map({ isRegistered($0) }) ?? false { continue }
      screens.withLock { $0[name] = screen }
      do { try dispatcher.register(screen) } catch { Issue.record(error) }
    }
    for (name, screen) in screens.withLock({ $0 }).sorted(by: { $0.key < $1.key })
    where wanted[name] == nil && isRegistered(screen) {
      do { try dispatcher.unregister(screen) } catch { Issue.record(error) }
    }
  }

  private func isRegistered(_ store: any AnyStore) -> Bool {
    dispatcher.stores.contains { $0 === store }
  }
}

/// A recorded session of screens, with the states as they were live.
final class ScreenSession {
  let log: LogReader
  /// The log's files; most logs have one.
  let segments: [LogReader]
  private let bytes: [UInt8]
  private let live: [UInt64: [String: Value]]

  init(
    _ options: RecordingOptions = .exact, clock: any RecorderClock = ManualClock(),
    run: (Screens, Recording) throws -> Void
  ) throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "screens-\(UUID())")
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    let url = folder.appending(path: "session.playhead")
    let app = try Screens(inputs: .seeded(5, tick: 1))
    let recorder = try app.dispatcher.record(
      to: url.path(percentEncoded: false), app: Screens.appName, clock: clock, options: options)
    let observer = StoresObserver()
    app.dispatcher.attach(observer)
    try run(app, recorder)
    try recorder.close()
    live = observer.states
    let names = try files.contentsOfDirectory(atPath: folder.path).sorted()
    let contents = try names.map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }
    segments = try zip(names, contents).map { try LogReader(bytes: $1, name: $0) }
    bytes = contents[0]
    log = try LogReader(bytes: bytes, name: "screens")
  }

  /// The live states after `step`; initial ones of screens that had not been opened.
  func states(at step: Step) throws -> [String: Value] {
    let initial = try CanonicalEncoder().tree(of: Screen())
    var states: [String: Value] = [:]
    for name in Set(segments.flatMap(\.stores)) {
      states[name] = live[step.number]?[name] ?? initial
    }
    return states
  }

  /// The log with a flipped bit in a frame.
  func damaged(frame: Int) throws -> LogReader {
    var bytes = bytes
    var start = 0
    for _ in 0..<frame {
      start += try bytes[start...].withUnsafeBytes { try LZ4Frame.length($0) }
    }
    bytes[start + 30] ^= 1
    return try LogReader(bytes: bytes, name: "screens")
  }

  /// The steps that can be gone to.
  var steps: [Step] {
    [.initial]
      + log.steps.flatMap { steps in
        (steps.lowerBound.number...steps.upperBound.number).map { Step($0) }
      }
  }

  func expect(
    _ replay: Replay, at step: Step, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let states = try byName(replay.state(at: step))
    #expect(
      states == (try self.states(at: step)), "step \(step)", sourceLocation: sourceLocation)
  }
}

func byName(_ state: Value) -> [String: Value] {
  guard case .record(let fields) = state else { return [:] }
  return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
}

/// Looks at the states of all stores that there have been, after each action and each change.
final class StoresObserver: Tap {
  private struct Seen {
    var stores: [String: any ErasedStore] = [:]
    var states: [UInt64: [String: Value]] = [:]
  }

  private let seen = Mutex(Seen())
  var states: [UInt64: [String: Value]] { seen.withLock { $0.states } }

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) { look(dispatcher.stores, turn) }
  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {}
  func didHandle(turn: Turn, outcome: Outcome) { look([], turn) }

  func didChangeStores(of dispatcher: Dispatcher, after turn: Turn) {
    look(dispatcher.stores, turn)
  }

  private func look(_ stores: [any ErasedStore], _ turn: Turn) {
    let encoder = CanonicalEncoder()
    seen.withLock { seen in
      for store in stores { seen.stores[store.name] = store }
      seen.states[turn.number] = seen.stores.compactMapValues { try? encoder.tree(of: $0.anyState) }
    }
  }
}
