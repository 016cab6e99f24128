import Foundation
import PlayheadDebugger
import PlayheadLive
import PlayheadReSwift
import PlayheadReplay
import ReSwift

// 'todo record LOG' records a session, and prints the app's own state after each action. 'todo live LOG' does the same, and
// then shows what a client makes of the running app. Everything else is 'playhead' for the app. With TODO_SHOUTS it is a build that a tester would send back.

// What the rest needs of the example's 'ToDoListStore.swift', which needs an undo manager.
typealias Action = ReSwift.Action
protocol UndoableAction: Action, Undoable {}

func reduce(_ action: any ReSwift.Action, _ state: ToDoListState?) -> ToDoListState {
  var state = toDoListReducer(action: action, state: state)
  if ProcessInfo.processInfo.environment["TODO_SHOUTS"] != nil, action is RenameToDoListAction {
    state.toDoList.title = state.toDoList.title?.uppercased()
  }
  return state
}

let entry = AppEntry.reducer(
  "todo", initial: ToDoListState(),
  actions: [
    InsertTaskAction.self, RemoveTaskAction.self, RenameToDoListAction.self,
    ReplaceToDoListAction.self,
    SelectionAction.self, ToDoAction.self,
  ]
) { (state: inout ToDoListState, action: any ReSwift.Action) in
  state = reduce(action, state)
}

/// Dispatches the session's actions to a store that is recorded.
func begin(_ path: String) throws -> (Store<ToDoListState>, StoreRecorder<ToDoListState>) {
  let recorder = StoreRecorder(reducer: reduce)
  let store = Store(
    reducer: recorder.reducer, state: ToDoListState(),
    middleware: [removeIdempotentActionsMiddleware])
  try recorder.record(to: URL(filePath: path), app: "todo", state: store.state)
  let passport = ToDo(title: "passport", tags: ["papers"])
  let tickets = ToDo(title: "tickets")
  for action in [
    RenameToDoListAction(renameTo: "Trip"),
    // The middleware stops this one.
    RenameToDoListAction(renameTo: "Trip"),
    InsertTaskAction(toDo: passport, index: 0),
    InsertTaskAction(toDo: tickets, index: 9),
    SelectionAction.select(row: 1),
    ToDoAction.rename(tickets.toDoID, title: "tickets and seats"),
    ToDoAction.check(passport.toDoID),
    RemoveTaskAction(toDoID: passport.toDoID),
    SelectionAction.deselect,
  ] as [any ReSwift.Action] {
    store.dispatch(action)
    show(store)
  }
  return (store, recorder)
}

func show(_ store: Store<ToDoListState>) {
  print(
    store.state.toDoList.title ?? "", store.state.toDoList.items.map(\.title),
    store.state.selection as Any)
}

/// Sends commands to the running app, as a page does, and prints the app's own state after each.
func debug(_ store: Store<ToDoListState>, _ recorder: StoreRecorder<ToDoListState>) -> Never {
  var options = LiveOptions()
  options.printsAddress = false
  let live = recorder.recording?.serve(entry, options) { states in
    if let state: ToDoListState = states["todo"] { store.dispatch(recorder.showing(state)) }
  }
  guard let live, let address = live.address else { fatalError("the app is not served") }
  Thread.detachNewThread {
    for (command, body) in [
      ("travel", #"{"step": 4}"#), ("resume", #"{"from": "now"}"#), ("travel", #"{"step": 2}"#),
      ("resume", #"{"from": "here"}"#),
    ] {
      let client = Process()
      client.executableURL = URL(filePath: "/usr/bin/env")
      client.arguments = [
        "curl", "-sS", "-H", "Content-Type: application/json", "-d", body, address + command,
      ]
      try? client.run()
      client.waitUntilExit()
      DispatchQueue.main.sync { show(store) }
    }
    DispatchQueue.main.sync {
      store.dispatch(RenameToDoListAction(renameTo: "Journey"))
      show(store)
      live.stop()
      do { try recorder.stop() } catch { fatalError("\(error)") }
      exit(0)
    }
  }
  dispatchMain()
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "record", arguments.count == 2 {
  try begin(arguments[2]).1.stop()
} else if arguments.first == "live", arguments.count == 2 {
  let (store, recorder) = try begin(arguments[2])
  debug(store, recorder)
} else {
  PlayheadCommand.main(apps: [entry])
}
