import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay
import PlayheadServer
import PlayheadValues

@testable import PlayheadLive

/// An app that goes on journeys.
protocol JourneyApp: AnyObject {
  var entry: AppEntry { get }
  var recording: Recording { get }
  var live: LiveApp { get }
  /// What the app shows of each store, with secrets.
  var states: [String: any Encodable & Sendable] { get }
  /// Whether the log may lack steps.
  var forgets: Bool { get }
  /// Handles an action, if the app does so.
  func act(using random: inout SplitMix64)
  /// Adds or removes a store, or pauses the recording, if the app can.
  func changeStores(using random: inout SplitMix64)
  var isPaused: Bool { get }
  var changesStoresWhileHeld: Bool { get }
  /// Pauses the recording, or lets it go on.
  func pauseOrGoOn()
}

extension JourneyApp {
  var forgets: Bool { false }

  func changeStores(using random: inout SplitMix64) {}

  var isPaused: Bool { false }
  var changesStoresWhileHeld: Bool { false }

  func pauseOrGoOn() {}

  /// The states as texts, with secrets.
  var shown: [String: String] { texts(nil) }

  /// The states as texts, as the log has them.
  var logged: [String: String] { texts(recording.redaction) }

  private func texts(_ redaction: Redaction?) -> [String: String] {
    let encoder = CanonicalEncoder(redaction: redaction)
    return states.mapValues { state in (try? encoder.tree(of: state))?.json ?? "none" }
  }
}

/// The ways to own a state.
enum JourneyKind: CaseIterable, CustomStringConvertible {
  case dispatcher, secrets, pauses, reducer, stores

  var description: String {
    switch self {
    case .dispatcher: "a dispatcher"
    case .secrets: "a dispatcher with secrets"
    case .pauses: "a dispatcher whose recording pauses"
    case .reducer: "a state of the app's own"
    case .stores: "several stores of the app's own"
    }
  }

  func make(_ log: URL, _ seed: UInt64) throws -> any JourneyApp {
    switch self {
    case .dispatcher: try LedgerApp(log, seed, pauses: false, hasSecrets: false)
    case .secrets: try LedgerApp(log, seed, pauses: false, hasSecrets: true)
    case .pauses: try LedgerApp(log, seed, pauses: true, hasSecrets: false)
    case .reducer: try CounterApp(log)
    case .stores: try WindowsApp(log)
    }
  }
}

// MARK: - On PlayheadFlux

struct Secret: Codable, Hashable, Sendable, Confidential {
  var text: String
}

private struct Write: Action {
  var text: String
  var secret: Secret?
}

private struct Roll: Action {}

private struct Ledger: ReplayableApp, ReplayDetails {
  static let appName = "ledger"
  let dispatcher: Dispatcher
  let extra = Store("extra", 0).on(Write.self) { count, _ in count += 1 }

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let lines = Store("lines", [String]())
      .on(Write.self) { lines, write in lines.append(write.text) }
      .on(Roll.self) { lines, _, context in
        lines.append("\(context.random(in: 0..<100))")
      }
    let secrets = Store("secrets", [Secret: Int]()).on(Write.self) { secrets, write in
      if let secret = write.secret { secrets[secret, default: 0] += 1 }
    }
    try dispatcher.register(lines, secrets)
  }

  var otherStores: [any AnyStore] { [extra] }
}

private final class LedgerApp: JourneyApp {
  let entry = AppEntry.app(Ledger.self)
  let recording: Recording
  let live: LiveApp
  private let ledger: Ledger
  private let (pauses, hasSecrets): (Bool, Bool)
  private(set) var isPaused = false
  private var hasExtra = false

  init(_ log: URL, _ seed: UInt64, pauses: Bool, hasSecrets: Bool) throws {
    ledger = try Ledger(inputs: .seeded(seed))
    (self.pauses, self.hasSecrets) = (pauses, hasSecrets)
    recording = try ledger.dispatcher.record(
      to: log.path, app: Ledger.appName, options: seed % 2 == 0 ? .exact : RecordingOptions())
    live = LiveApp(
      recording, entry, DispatcherControl(ledger.dispatcher, nil), { _ in })
    live.begin()
  }

  var states: [String: any Encodable & Sendable] {
    Dictionary(uniqueKeysWithValues: ledger.dispatcher.stores.map { ($0.name, $0.anyState) })
  }

  var forgets: Bool { pauses }
  var changesStoresWhileHeld: Bool { !pauses }

  func act(using random: inout SplitMix64) {
    guard Bool.random(using: &random) else { return ledger.dispatcher.dispatch(Roll()) }
    let secret = hasSecrets ? Secret(text: "pin \(Int.random(in: 0..<9, using: &random))") : nil
    ledger.dispatcher.dispatch(
      Write(text: "line \(Int.random(in: 0..<99, using: &random))", secret: secret))
  }

  func pauseOrGoOn() {
    if isPaused { recording.resume() } else { recording.pause() }
    isPaused.toggle()
  }

  func changeStores(using random: inout SplitMix64) {
    if pauses {
      pauseOrGoOn()
    } else {
      try? hasExtra
        ? ledger.dispatcher.unregister(ledger.extra) : ledger.dispatcher.register(ledger.extra)
      hasExtra.toggle()
    }
  }
}

// MARK: - On nothing

private enum CounterAction: Codable { case add(Int), double, clear }

private struct Counter: Codable, Equatable {
  var total = 0
  var history: [Int] = []

  mutating func reduce(_ action: CounterAction) {
    switch action {
    case .add(let number): total += number
    case .double: total = (total * 2) % 10_007
    case .clear: history = []
    }
    history.append(total)
  }

  static func random(using random: inout SplitMix64) -> CounterAction {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: .clear
    case 1: .double
    default: .add(Int.random(in: 0..<99, using: &random))
    }
  }
}

private final class CounterApp: JourneyApp, @unchecked Sendable {
  let entry = AppEntry.reducer("counter", initial: Counter(), action: CounterAction.self) {
    $0.reduce($1)
  }
  let recording: Recording
  private(set) var live: LiveApp
  private var counter = Counter()

  init(_ log: URL) throws {
    recording = try Recording(to: log, app: "counter", stores: ["counter"], states: [Counter()])
    let control = TestControl()
    live = LiveApp(recording, entry, control, { _ in })
    control.recording = recording
    control.set = { [unowned self] states in counter = states["counter"] ?? counter }
  }

  var states: [String: any Encodable & Sendable] { ["counter": counter] }
  // A step that a jump takes is in the log with the next action.
  var forgets: Bool { true }

  func act(using random: inout SplitMix64) {
    let action = Counter.random(using: &random)
    recording.record(action) {
      counter.reduce(action)
      return [counter]
    }
  }
}

private final class WindowsApp: JourneyApp, @unchecked Sendable {
  let entry = AppEntry.stores(
    "windows",
    .store("window_*", initial: Counter(), action: CounterAction.self) { $0.reduce($1) })
  let recording: Recording
  private(set) var live: LiveApp
  private var windows: [String: Counter] = ["window_1": Counter()]

  init(_ log: URL) throws {
    recording = try Recording(to: log, app: "windows", stores: ["window_1"], states: [Counter()])
    let control = TestControl()
    live = LiveApp(recording, entry, control, { _ in })
    control.recording = recording
    control.set = { [unowned self] states in
      for name in windows.keys { windows[name] = states[name] ?? windows[name] }
    }
  }

  var states: [String: any Encodable & Sendable] { windows }
  // A step that a jump takes is in the log with the next action.
  var forgets: Bool { true }

  func act(using random: inout SplitMix64) {
    let action = Counter.random(using: &random)
    let name = windows.keys.sorted().randomElement(using: &random) ?? "window_1"
    recording.record(action, in: name) {
      windows[name, default: Counter()].reduce(action)
      return windows[name, default: Counter()]
    }
  }

  func changeStores(using random: inout SplitMix64) {
    let name = "window_\(Int.random(in: 2...4, using: &random))"
    if windows[name] != nil {
      windows[name] = nil
      recording.removeStore(name)
    } else {
      let new = Counter(total: Int.random(in: 0..<50, using: &random))
      windows[name] = new
      recording.addStore(name, new)
    }
  }
}

/// The control of an app with its own stores, without a queue: the test's thread is the app's.
private final class TestControl: AppControl, @unchecked Sendable {
  weak var recording: Recording?
  var set: (AppStates) -> Void = { _ in }

  func run(_ body: @escaping () throws -> Void) throws { try body() }

  func snapshot() -> AppSnapshot? { recording?.ownStates.map { AppSnapshot(states: $0) } }

  func restore(_ snapshot: AppSnapshot, _ others: [String: any Codable & Sendable]) {
    set(AppStates(all: snapshot.states.merging(others) { $1 }))
  }

  let canDispatch = false

  func dispatch(_ action: any Action, to store: String?, asUser: Bool) {}
}
