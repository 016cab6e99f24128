import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// An app with a store of its own, which knows nothing of `PlayheadFlux`.
private enum TodoAction: Codable, Sendable, Equatable {
  case add(String)
  case toggle(index: Int)
  case fail
}

private struct Todos: Codable, Sendable, Equatable {
  struct Item: Codable, Sendable, Equatable {
    var title: String
    var isDone = false
  }

  struct Failure: Error {}

  var items: [Item] = []
  var failures = 0

  mutating func reduce(_ action: TodoAction) throws {
    switch action {
    case .add(let title): items.append(Item(title: title))
    case .toggle(let index): if items.indices.contains(index) { items[index].isDone.toggle() }
    case .fail:
      failures += 1
      throw Failure()
    }
  }
}

private final class TodoStore {
  var todos = Todos()

  /// Returns the state after it.
  func reduce(_ action: TodoAction) throws -> [any Encodable & Sendable] {
    try todos.reduce(action)
    return [todos]
  }
}

private final class TodoPlayer: Replayable {
  private let store = TodoStore()
  let stores = ["todos"]
  var states: [any Codable & Sendable] { [store.todos] }

  func restore(_ states: [any Codable & Sendable]) throws {
    if let todos = states.first as? Todos { store.todos = todos }
  }

  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
    try Todos(from: decoder)
  }

  func apply(_ action: LoggedAction) throws -> DrawFault? {
    try? store.todos.reduce(try action.decode(TodoAction.self))
    return nil
  }
}

@Suite struct SeamTests {
  /// Records into memory what `run` does.
  private func record(
    _ store: TodoStore, _ options: RecordingOptions = .exact, run: (Recording) throws -> Void
  ) throws -> LogReader {
    let url = FileManager.default.temporaryDirectory.appending(path: "seam-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try Recording(
      to: url.path(percentEncoded: false), app: "todo", stores: ["todos"], clock: ManualClock(),
      options: options, states: [store.todos])
    try run(recording)
    try recording.close()
    return try LogReader(bytes: [UInt8](Data(contentsOf: url)), name: "seam")
  }

  @Test func `shrinking a session of an app with its own store keeps the payloads`() throws {
    let store = TodoStore()
    let log = try record(store) { recording in
      for title in ["bread", "milk", "tea"] {
        try recording.record(TodoAction.add(title)) { try store.reduce(.add(title)) }
      }
      try recording.record(TodoAction.toggle(index: 1)) { try store.reduce(.toggle(index: 1)) }
    }
    let replay = try Replay(log, with: TodoPlayer())
    let condition = try Condition(
      "state('todos.items[0].isDone') OR state('todos.items[1].isDone')")
    let shrinker = try #require(try Shrinker(replay, until: condition))
    try shrinker.run()
    #expect(shrinker.best.steps == [1, 2, 4] && shrinker.best.payloads.isEmpty)
  }

  private func states(of log: LogReader) throws -> [Value] {
    let replay = try Replay(log, with: TodoPlayer())
    return try (0...log.lastStep.number).map { try replay.state(at: Step($0)) }
  }

  private func tree(_ todos: Todos) throws -> Value {
    .record([.init("todos", try CanonicalEncoder().tree(of: todos))])
  }

  @Test func `an app with its own store is recorded and replayed`() throws {
    let store = TodoStore()
    var live = [try tree(store.todos)]
    let actions: [TodoAction] = [.add("buy"), .add("sell"), .toggle(index: 1), .toggle(index: 1)]
    let log = try record(store) { recording in
      for (index, action) in actions.enumerated() {
        try recording.record(action, cause: index == 3 ? 3 : nil) { try store.reduce(action) }
        live.append(try tree(store.todos))
      }
    }
    #expect(try states(of: log) == live)
    #expect(
      try log.entry(at: 4).cause == 3
        && log.entry(at: 1).type.name == "PlayheadReplayTests.TodoAction.add")
    #expect(try log.entry(at: 1).changed == ["todos"])
    #expect(try DeterminismCheck(log) { TodoPlayer() }.run() == nil)
  }

  @Test func `an action whose handler throws has a recorded outcome like any other`() throws {
    let store = TodoStore()
    let log = try record(store) { recording in
      #expect(throws: Todos.Failure.self) {
        try recording.record(TodoAction.fail) { try store.reduce(.fail) }
      }
      try recording.record(TodoAction.add("later"), changed: { [] }) {
        try store.reduce(.add("later"))
      }
    }
    #expect(try log.entry(at: 1).changed == ["todos"] && log.entry(at: 2).changed == [])
    #expect(try log.entry(at: 2).isHandled)
    #expect(try states(of: log).last == tree(store.todos))
    #expect(try DeterminismCheck(log) { TodoPlayer() }.run() == nil)
  }

  @Test func `a recording that is flushed or paused during an action leaves a correct log`() throws
  {
    let store = TodoStore()
    let log = try record(store) { recording in
      try recording.record(TodoAction.add("a")) {
        try recording.flush()
        return try store.reduce(.add("a"))
      }
      try recording.record(TodoAction.add("b")) {
        recording.pause()
        return try store.reduce(.add("b"))
      }
      try recording.record(TodoAction.add("lost")) { try store.reduce(.add("lost")) }
      recording.resume()
      try recording.record(TodoAction.add("c")) { try store.reduce(.add("c")) }
    }
    #expect(try log.verify().problems == [])
    #expect(try log.gaps() == [Gap(steps: 3...3, reason: .paused)])
    for step in [1, 2, 4] as [Step] { #expect(try log.entry(at: step).isHandled) }
    let replay = try Replay(log, with: TodoPlayer())
    #expect(try replay.state(at: 4) == tree(store.todos))
  }

  @Test func `a recording paused and resumed within an action resumes when the action ends`() throws
  {
    let store = TodoStore()
    let log = try record(store) { recording in
      func add(_ title: String, _ within: () -> Void = {}) throws {
        try recording.record(TodoAction.add(title)) {
          _ = try store.reduce(.add(title))
          within()
          return [store.todos]
        }
      }
      try add("outer") {
        recording.pause()
        try? add("left out")
        recording.resume()
        try? add("left out, too, for the states are in the making")
      }
      try add("recorded again")
    }
    #expect(try log.verify().problems == [])
    #expect(try log.gaps() == [Gap(steps: 2...3, reason: .paused)])
    let replay = try Replay(log, with: TodoPlayer())
    #expect(try replay.state(at: 4) == tree(store.todos))
    #expect(
      try log.entry(at: 4).payload()
        == .record([.init("_0", .string("recorded again"))]))
  }

  @Test func `a nested action keeps its own outcome and its cause`() throws {
    let store = TodoStore()
    let log = try record(store) { recording in
      try recording.record(TodoAction.add("outer"), changed: { [0] }) {
        _ = try store.reduce(.add("outer"))
        recording.record(TodoAction.toggle(index: 7), changed: { [] }) {
          recording.record(Unencodable(), changed: { [] }) { [store.todos] }
          return [store.todos]
        }
        try recording.flush()
        return [store.todos]
      }
      try recording.record(TodoAction.add("last")) { try store.reduce(.add("last")) }
    }
    #expect(try log.verify().problems == [])
    #expect(try log.entry(at: 1).changed == ["todos"] && log.entry(at: 2).changed == [])
    #expect(try log.entry(at: 2).cause == 1 && log.entry(at: 4).cause == nil)
    #expect(try log.gaps().map(\.steps) == [3...3])
    let replay = try Replay(log, with: TodoPlayer())
    #expect(try replay.state(at: 4) == tree(store.todos))
  }
}

private struct Unencodable: Encodable {
  func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
}
