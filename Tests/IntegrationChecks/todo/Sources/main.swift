import Foundation
import PlayheadDebugger
import PlayheadReSwift
import PlayheadReplay
import ReSwift

// 'todo record LOG' records a session, and prints the app's own state after each action. Everything else is
// 'playhead' for the app. With TODO_SHOUTS it is a build that a tester would send back.

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

func record(to path: String) throws {
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
    print(
      store.state.toDoList.title ?? "", store.state.toDoList.items.map(\.title),
      store.state.selection as Any)
  }
  try recorder.stop()
}

if CommandLine.arguments.dropFirst().first == "record", CommandLine.arguments.count == 3 {
  try record(to: CommandLine.arguments[2])
} else {
  PlayheadCommand.main(apps: [entry])
}
