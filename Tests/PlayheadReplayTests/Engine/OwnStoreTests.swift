import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
@testable import PlayheadReplay
import PlayheadValues
import ReplayTesting
import Testing

/// Stores that do not know Playhead, recorded and replayed as an `AppEntry`.
@Suite struct OwnStoreTests {
  /// `ReplayTesting` has a type of this name.
  struct Add: Codable { var by: Int }

  @Test func `a log and its replay distinguish two action types of one name in two modules`() throws
  {
    var state = [0, 0]
    let log = try recorded(["two"], [state], RecordingOptions()) { recording in
      recording.record(Add(by: 1)) {
        state[0] += 1
        return [state]
      }
      recording.record(ReplayTesting.Add(by: 2)) {
        state[1] += 2
        return [state]
      }
    }
    let entry = AppEntry.reducer(
      "two", initial: [0, 0], actions: [Add.self, ReplayTesting.Add.self]
    ) {
      (state: inout [Int], action: Any) in
      if let add = action as? Add { state[0] += add.by }
      if let add = action as? ReplayTesting.Add { state[1] += add.by }
    }
    let names = try [1, 2].map { try log.entry(at: $0).type.name }
    #expect(names == ["PlayheadReplayTests.OwnStoreTests.Add", "ReplayTesting.Add"])
    let replay = try Replay(log, with: entry.player())
    let states = try replay.state(at: 2)
    #expect(try states.value(at: StatePath("two[0]")) == .int(1))
    #expect(try states.value(at: StatePath("two[1]")) == .int(2))
    for (step, name) in names.enumerated() {
      let search = try Search(log, for: [Breakpoint(type: name)], with: replay)
      #expect(try search.nextStep(after: 0) == Step(UInt64(step + 1)))
    }
  }

  struct OldAdd: Codable { var amount: Int }
  struct Noise: Codable {}
  enum OldEvent: Codable { case doubled, set(to: Int) }
  enum Event: Codable { case doubled, set(to: Int) }
  struct OldCount: Codable { var count: Int }
  struct Count: Codable, VersionedState {
    static let stateVersion = 2
    var total: Int
  }

  enum Playing: Codable { case halted(after: Int), skipped }
  enum PlayingNow: Codable { case stopped(after: Int), skipped }
  enum OldPlaying: Codable { case halted(after: Int) }

  @Test func `a case of an enum that was renamed is read by a type that has the old case`() throws {
    var state = 0
    let log = try recorded(["seconds"], [state], RecordingOptions()) { recording in
      for event in [Playing.halted(after: 3), .skipped, .halted(after: 4)] {
        recording.record(event) {
          if case .halted(let seconds) = event { state += seconds }
          return [state]
        }
      }
    }
    let entry = AppEntry.reducer(
      "seconds", initial: 0, action: PlayingNow.self,
      upgrades: [
        .renamed("PlayheadReplayTests.OwnStoreTests.Playing.halted", to: OldPlaying.self),
        .renamed("PlayheadReplayTests.OwnStoreTests.Playing", to: PlayingNow.self),
        Upgrade(from: OldPlaying.self) { old in
          switch old {
          case .halted(let seconds): PlayingNow.stopped(after: seconds)
          }
        },
      ]
    ) { seconds, event in
      if case .stopped(let more) = event { seconds += more }
    }
    let replay = try Replay(log, with: entry.player())
    #expect(try replay.state(at: 3)["seconds"] == 7)
  }

  @Test func `an app entry upgrades the actions and states of older builds`() throws {
    var state = OldCount(count: 3)
    let log = try recorded(["count"], [state], RecordingOptions()) { recording in
      recording.record(OldAdd(amount: 2)) {
        state.count += 2
        return [state]
      }
      recording.record(Noise()) { [state] }
      recording.record(OldEvent.doubled) {
        state.count *= 2
        return [state]
      }
      recording.record(OldEvent.set(to: 7)) {
        state.count = 7
        return [state]
      }
    }
    func states(_ upgrades: [Upgrade]) throws -> [Value?] {
      let entry = AppEntry.reducer(
        "old", store: "count", initial: Count(total: 0), actions: [Add.self, Event.self],
        upgrades: upgrades
      ) { (state: inout Count, action: any Codable) in
        switch action {
        case let add as Add: state.total += add.by
        case Event.doubled: state.total *= 2
        case Event.set(let number): state.total = number
        default: Issue.record("\(action)")
        }
      }
      let replay = try Replay(log, with: entry.player())
      let path = try StatePath("count.total")
      return try (0...4).map { try replay.state(at: Step($0)).value(at: path) }
    }
    let prefix = "PlayheadReplayTests.OwnStoreTests"
    let upgrades: [Upgrade] = [
      Upgrade(from: OldAdd.self) { Add(by: $0.amount) },
      .renamed("\(prefix).OldEvent", to: Event.self), .dropped("\(prefix).Noise"),
      .state(of: "count", from: OldCount.self) { Count(total: $0.count) },
    ]
    #expect(try states(upgrades) == [3, 5, 5, 10, 7])
    // What changed nothing may be unknown.
    for index in [0, 1, 3] {
      var fewer = upgrades
      fewer.remove(at: index)
      #expect(throws: ReplayError.self, "without upgrade \(index)") { try states(fewer) }
    }
    // An enum's name stands for its cases, and a case can go alone.
    #expect(
      try states([.dropped("\(prefix).OldEvent"), upgrades[0], upgrades[2], upgrades[3]])
        == [3, 5, 5, 5, 5])
    #expect(
      try states([.dropped("\(prefix).OldEvent.doubled")] + upgrades) == [3, 5, 5, 5, 7])
    // A renamed enum's case keeps its name.
    #expect(try states(upgrades + [.dropped("\(prefix).Event.doubled")]) == [3, 5, 5, 5, 7])
    #expect(
      try states([
        upgrades[0], upgrades[2], upgrades[3], .dropped("\(prefix).OldEvent"),
        .renamed("\(prefix).OldEvent.set", to: Event.self),
      ]) == [3, 5, 5, 5, 7])
  }

  struct Window: Codable { var zoom = 1 }
  struct Sidebar: Codable { var items: [Int] = [] }
  struct Zoom: Codable { var to: Int }

  /// Two windows, of which the first is opened again, and a sidebar of it.
  private func windows() throws -> LogReader {
    try recorded([], []) { recording in
      for window in ["window_1", "window_2"] { recording.addStore(window, Window()) }
      recording.addStore("window_1_sidebar", Sidebar())
      for zoom in 2...3 {
        recording.record(Zoom(to: zoom), in: "window_1") { Window(zoom: zoom) }
      }
      recording.removeStore("window_1")
      recording.addStore("window_1", Window())
      recording.record(Zoom(to: 5), in: "window_2") { Window(zoom: 5) }
      recording.record(Zoom(to: 7), in: "window_1_sidebar") { Sidebar(items: [7]) }
    }
  }

  private static let windows = AppEntry.stores(
    "own",
    .store("window_*", initial: Window(), action: Zoom.self) { $0.zoom = $1.to },
    .store("window_*_sidebar", initial: Sidebar(), action: Zoom.self) { $0.items.append($1.to) })

  @Test func `of two patterns that fit a store's name, the longer one is meant`() throws {
    let state = try Replay(windows(), with: Self.windows.player()).state(at: 4)
    #expect(try state.value(at: StatePath("window_2.zoom")) == .int(5))
    #expect(try state.value(at: StatePath("window_1_sidebar.items[0]")) == .int(7))
  }

  @Test
  func `an action for a store whose name has a dot can be inserted under its name in the log`()
    throws
  {
    let entry = AppEntry.stores(
      "own", .store("window.*", initial: Window(), action: Zoom.self) { $0.zoom = $1.to })
    let log = try recorded([], []) { recording in
      for window in ["window.1", "window.2"] { recording.addStore(window, Window()) }
      recording.record(Zoom(to: 2), in: "window.2") { Window(zoom: 2) }
    }
    var branch = Branch(of: try Replay(log, with: entry.player()))
    let name = try log.entry(at: 1).type.name.replacing("window.2", with: "window.1")
    try branch.insert(name, payload: .fields(("to", .int(5))), after: 1)
    let state = try branch.state(at: 2)
    #expect(state.value(at: StatePath([.field("window.1"), .field("zoom")])) == .int(5))
    #expect(state.value(at: StatePath([.field("window.2"), .field("zoom")])) == .int(2))
  }

  @Test func `a store's own name comes before a pattern that fits it`() throws {
    let entry = AppEntry.stores(
      "own", .store("window_*", initial: Sidebar(), action: Zoom.self) { $0.items.append($1.to) },
      .store("window_1", initial: Window(), action: Zoom.self) { $0.zoom = $1.to })
    let log = try recorded(["window_1"], [Window()]) { recording in
      recording.record(Zoom(to: 2), in: "window_1") { Window(zoom: 2) }
    }
    let state = try Replay(log, with: entry.player()).state(at: 1)
    #expect(try state.value(at: StatePath("window_1.zoom")) == .int(2))
  }

  @Test func `a smaller session ends before a store that it had is opened again`() throws {
    let replay = try Replay(windows(), with: Self.windows.player())
    let condition = try Condition("state('window_1.zoom') = 2")
    let shrinker = try #require(try Shrinker(replay, until: condition))
    try shrinker.run()
    #expect(shrinker.best.steps == [1])
  }

  @Test func `the time of an action for one store counts for that store alone`() throws {
    var stores: [[String]] = []
    let replay = try Replay(windows(), with: Self.windows.player())
    try replay.timeHandlers { stores.append($1.map(\.store)) }
    #expect(stores == [["window_1"], ["window_1"], ["window_2"], ["window_1_sidebar"]])
  }
}
