import Foundation
import PlayheadDebugger
import PlayheadLive
import PlayheadReSwift
import PlayheadReplay
import ReSwift

// 'todo record LOG' records a session, and prints the app's own state after each action. 'todo live LOG' does what
// is typed, at an address for a debugger. Everything else is 'playhead' for the app. With TODO_SHOUTS it is a build that a tester would send back.

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

/// A store that is recorded.
func begin(_ path: String) throws -> (Store<ToDoListState>, StoreRecorder<ToDoListState>) {
  let recorder = StoreRecorder(reducer: reduce)
  let store = Store(
    reducer: recorder.reducer, state: ToDoListState(),
    middleware: [removeIdempotentActionsMiddleware])
  try recorder.record(to: URL(filePath: path), app: "todo", state: store.state)
  return (store, recorder)
}

func record(to path: String) throws {
  let (store, recorder) = try begin(path)
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
  try recorder.stop()
}

func show(_ store: Store<ToDoListState>) {
  print(
    store.state.toDoList.title ?? "", store.state.toDoList.items.map(\.title),
    store.state.selection as Any)
}

/// Handles typed lines: 'rename WORDS', 'add WORDS' and 'quit'.
func live(_ store: Store<ToDoListState>, _ recorder: StoreRecorder<ToDoListState>) -> Never {
  var options = LiveOptions()
  options.onChange = { position in
    show(store)
    switch position {
    case .live: print("the app takes actions again")
    case .locked: print("a debugger holds the app")
    case .traveling(let step): print("this is the state of step \(step)")
    }
  }
  recorder.recording?.serve(entry, options) { states in
    if let state: ToDoListState = states["todo"] { store.dispatch(recorder.showing(state)) }
  }
  Thread.detachNewThread {
    while let line = readLine(), line != "quit" {
      DispatchQueue.main.sync { handle(line, store, recorder) }
    }
    DispatchQueue.main.sync {
      do { try recorder.stop() } catch { fatalError("\(error)") }
      print("recorded")
      exit(0)
    }
  }
  dispatchMain()
}

func handle(
  _ line: String, _ store: Store<ToDoListState>, _ recorder: StoreRecorder<ToDoListState>
) {
  if recorder.recording?.acceptsActions == false {
    print("refused: a debugger holds the app")
  }
  let words = line.split(separator: " ", maxSplits: 1).map(String.init)
  switch words.first {
  case "rename" where words.count == 2: store.dispatch(RenameToDoListAction(renameTo: words[1]))
  case "add" where words.count == 2:
    store.dispatch(InsertTaskAction(toDo: ToDo(title: words[1]), index: 99))
  default: print("'\(line)' is unknown")
  }
  show(store)
}

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "record", arguments.count == 2 {
  try record(to: arguments[2])
} else if arguments.first == "live", arguments.count == 2 {
  let (store, recorder) = try begin(arguments[2])
  live(store, recorder)
} else {
  PlayheadCommand.main(apps: [entry])
}
