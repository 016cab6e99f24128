import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay
import Synchronization

// begin
/// The state and the actions of an app that does not know Playhead.
struct Counter: Codable, Equatable {
  var count = 0

  mutating func reduce(_ action: CounterAction) {
    switch action {
    case .increment(let by): count += by
    case .reset: count = 0
    }
  }
}

enum CounterAction: Codable {
  case increment(by: Int)
  case reset
}

/// Its store.
final class CounterStore {
  private(set) var state = Counter()

  func send(_ action: CounterAction) { state.reduce(action) }
}
// end

// begin
/// The store with a recording: each action passes through it.
final class RecordedStore {
  private(set) var state = Counter()
  private var recording: Recording?

  func record(to url: URL) throws {
    recording = try Recording(to: url, app: "counter", stores: ["counter"], states: [state])
  }

  func send(_ action: CounterAction) {
    guard let recording else { return state.reduce(action) }
    recording.record(action) {
      state.reduce(action)
      return [state]
    }
  }

  func stopRecording() throws { try recording?.close() }
}
// end

// begin
/// Handles an action that changes the first store.
func handle(_ action: CounterAction, _ counter: inout Counter, _ recording: Recording) {
  recording.record(action, changed: { [0] }) {
    counter.reduce(action)
    return [counter]
  }
}
// end

// begin
/// A store that several threads use.
final class LockedStore: Sendable {
  private let state = Mutex(Counter())
  private let recording: Recording

  init(recordingTo url: URL) throws {
    recording = try Recording(to: url, app: "counter", stores: ["counter"], states: [Counter()])
  }

  func send(_ action: CounterAction) {
    recording.record(action) {
      state.withLock { state in
        state.reduce(action)
        return [state]
      }
    }
  }
}
// end

// begin
/// The entry for the command line and for tests.
let counter = AppEntry.reducer("counter", initial: Counter(), action: CounterAction.self) {
  $0.reduce($1)
}
// end

// begin
/// The entry with a picture: a bar as long as the count.
let drawnCounter = counter.picture(of: Counter.self) { counter in
  .svg(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="20">
    <rect width="\(max(counter.count, 0))" height="20" fill="teal"/>
    </svg>
    """)
}
// end

/// Compiled and never called: it ends the process.
func debugCounter() {
  // begin
  PlayheadCommand.main(apps: [counter])
  // end
}

// begin
protocol PlayerAction {}

struct Play: PlayerAction, Codable { var song: String }
struct Stop: PlayerAction, Codable {}

struct Player: Codable {
  var song: String?

  func reduced(by action: any PlayerAction) -> Player {
    Player(song: (action as? Play)?.song)
  }
}

/// The actions of a protocol: the entry lists their types.
let player = AppEntry.reducer(
  "player", initial: Player(), actions: [Play.self, Stop.self]
) { (state: inout Player, action: any PlayerAction) in
  state = state.reduced(by: action)
}
// end

// begin
/// The player, which can read the logs of older builds.
let newPlayer = AppEntry.reducer(
  "player", initial: Player(), actions: [Play.self, Stop.self],
  upgrades: [.renamed("MyApp.Halt", to: Stop.self), .dropped("MyApp.Ping")]
) { (state: inout Player, action: any PlayerAction) in
  state = state.reduced(by: action)
}
// end

enum PlayerEvent: Codable { case stopped(after: Int) }

// begin
/// The event as it was, with the case that is called `stopped` now.
enum OldPlayerEvent: Codable { case halted(after: Int) }

/// What reads it.
let renamedCases: [Upgrade] = [
  .renamed("MyApp.PlayerEvent.halted", to: OldPlayerEvent.self),
  Upgrade(from: OldPlayerEvent.self) { old in
    switch old {
    case .halted(let seconds): PlayerEvent.stopped(after: seconds)
    }
  },
]
// end

// begin
/// An engine that is no reducer.
final class CounterPlayer: Replayable {
  private var counter = Counter()
  let stores = ["counter"]
  var states: [any Codable & Sendable] { [counter] }

  func apply(_ action: LoggedAction) throws -> DrawFault? {
    counter.reduce(try action.decode(CounterAction.self))
    return nil
  }

  func restore(_ states: [any Codable & Sendable]) throws {
    if let counter = states.first as? Counter { self.counter = counter }
  }

  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
    try Counter(from: decoder)
  }
}

let engine = AppEntry.player("counter") { CounterPlayer() }
// end

/// Compiled and never called: it ends the process.
func debugAll() {
  // begin
  PlayheadCommand.main(apps: [
    .app(Shop.self),
    .reducer("counter", initial: Counter(), action: CounterAction.self) { $0.reduce($1) },
    .stores(
      "studio",
      .store("library", initial: Library(), action: LibraryAction.self) { $0.reduce($1) },
      .store("window_*", initial: Window(), action: WindowAction.self) { $0.reduce($1) }),
    .player("game") { CounterPlayer() },
  ])
  // end
}

/// Compiled and never called: it ends the process.
func main() {
  // begin
  PlayheadCommand.main(apps: [Shop.self])
  // end
}
