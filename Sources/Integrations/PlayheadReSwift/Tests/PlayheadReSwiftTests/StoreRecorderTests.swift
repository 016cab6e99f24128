import Foundation
import PlayheadLog
import PlayheadDebugger
import PlayheadReading
import PlayheadReplay
import PlayheadReSwift
import PlayheadValues
import ReSwift
import Testing

struct AppState: Codable, Equatable, Sendable {
  struct Todo: Codable, Equatable, Sendable {
    var title: String
    var isDone = false
  }

  var todos: [Todo] = []
  var error: String?
}

struct AddTodo: Action, Codable { var title: String }
struct ToggleTodo: Action, Codable { var index: Int }
struct Failed: Action { var error: any Error }

func appReducer(action: any ReSwift.Action, state: AppState?) -> AppState {
  var state = state ?? AppState()
  switch action {
  case let add as AddTodo: state.todos.append(AppState.Todo(title: add.title))
  case let toggle as ToggleTodo: state.todos[toggle.index].isDone.toggle()
  case is Failed: state.error = "it failed"
  default: break
  }
  return state
}

let todo = AppEntry.reducer(
  "todo", initial: AppState(), actions: [AddTodo.self, ToggleTodo.self]
) { (state: inout AppState, action: any ReSwift.Action) in
  state = appReducer(action: action, state: state)
}

@Suite struct StoreRecorderTests {
  /// Passes every action twice if its title is "twice", as a middleware may.
  private let twice: Middleware<AppState> = { dispatch, state in
    { next in
      { action in
        next(action)
        if let add = action as? AddTodo, add.title == "twice" { next(action) }
      }
    }
  }

  @Test func `each launch makes a log of its own in the folder`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for _ in 0..<2 {
      let recorder = StoreRecorder(reducer: appReducer)
      let store = Store(reducer: recorder.reducer, state: AppState())
      try recorder.record(in: folder, app: "todo", state: store.state)
      #expect(throws: LogError.self) {
        try recorder.record(in: folder, app: "todo", state: store.state)
      }
      store.dispatch(AddTodo(title: "milk"))
      try recorder.stop()
    }
    let logs = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(logs.count == 2 && logs.allSatisfy { $0.hasSuffix(".playhead") })
  }

  @Test func `a session replays to the app's own states`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = StoreRecorder(reducer: appReducer)
    let store = Store(reducer: recorder.reducer, state: AppState(), middleware: [twice])
    store.dispatch(AddTodo(title: "before"))
    try recorder.record(to: url, app: "todo", state: store.state)
    var live = [store.state!]
    for action in [
      AddTodo(title: "milk"), ToggleTodo(index: 1), Failed(error: CancellationError()),
      AddTodo(title: "bread"), ToggleTodo(index: 0),
    ] as [any ReSwift.Action] {
      store.dispatch(action)
      live.append(store.state)
    }
    store.dispatch(AddTodo(title: "twice"))
    try recorder.stop()
    store.dispatch(AddTodo(title: "after"))
    #expect(throws: LogError.self) { try recorder.record(to: url, app: "todo", state: store.state) }

    let log = try ActionLog(url)
    #expect(log.lastStep == 7)
    let replay = try Replay(log, with: todo.player())
    for (step, state) in live.enumerated() {
      let tree = try replay.state(at: Step(UInt64(step))).value(at: StatePath("todo"))
      #expect(try tree == ValueEncoding.tree(of: state), "step \(step)")
    }
    #expect(throws: ReadingError.self) { try log.entry(at: 3) }
    #expect(try replay.state(at: 7).value(at: StatePath("todo.todos[4].title")) == .string("twice"))
  }
}

/// What a value is as a tree.
enum ValueEncoding {
  static func tree(of state: AppState) throws -> Value {
    .record(
      [
        .init(
          "todos",
          .list(
            state.todos.map {
              .record([.init("title", .string($0.title)), .init("isDone", .bool($0.isDone))])
            }))
      ] + (state.error.map { [.init("error", .string($0))] } ?? []))
  }
}
