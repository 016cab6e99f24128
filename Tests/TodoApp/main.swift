import Foundation
import Playhead
import PlayheadDebugger
import PlayheadReplay

/// Apps that do not know Playhead, with the whole command line. `todo-app record-todo FILE` and `record-door FILE`
/// record a session.
let apps: [AppEntry] = [
  .reducer(
    "todo", initial: TodoState(),
    actions: [
      AddTodo.self, ToggleTodo.self, Show.self, Rename<String>.self, Retitle.self, Edit.self,
    ]
  ) { (state: inout TodoState, action: any TodoAction) in
    state = todoReducer(action: action, state: state)
  },
  .reducer("door", store: "door", initial: Door(), action: DoorEvent.self) { $0.reduce($1) },
  .player("engine") { DoorPlayer() },
]

/// A player for an engine that is no reducer.
final class DoorPlayer: Replayable {
  private var door = Door()
  let stores = ["door"]
  var states: [any Codable & Sendable] { [door] }

  func apply(_ action: LoggedAction) throws -> DrawFault? {
    door.reduce(try action.decode(DoorEvent.self))
    return nil
  }

  func restore(_ states: [any Codable & Sendable]) throws {
    if let state = states.first as? Door { door = state }
  }

  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
    try Door(from: decoder)
  }
}

func recordTodo(to file: String) throws {
  var state = TodoState()
  let recording = try Recording(
    to: URL(filePath: file), app: "todo", stores: ["todo"], states: [state])
  let actions: [any TodoAction] = [
    AddTodo(title: "milk"), AddTodo(title: "bread"), ToggleTodo(index: 0), Show(filter: .open),
    Later {}, Rename(value: "Ann"), Retitle(index: 1, title: "rye bread"), Edit(index: 0),
    Later {}, ToggleTodo(index: 0), Show(filter: .all),
  ]
  for action in actions {
    recording.record(action) {
      state = todoReducer(action: action, state: state)
      return [state]
    }
  }
  try recording.close()
}

func recordDoor(to file: String, app: String) throws {
  var door = Door()
  let recording = try Recording(to: URL(filePath: file), app: app, stores: ["door"], states: [door])
  let events: [DoorEvent] = [
    .knock, .open, .enter("Ann"), .paint(color: "red"), .move(x: 1, y: 2), .enter("Bob"), .close,
    .lock, .open, .alarm(seconds: 1.5), .unlock, .leave("Ann"), .ring, .nothing,
  ]
  for event in events {
    recording.record(event) {
      door.reduce(event)
      return [door]
    }
  }
  try recording.close()
}

let words = CommandLine.arguments
switch words.count == 3 ? words[1] : "" {
case "record-todo": try recordTodo(to: words[2])
case "record-door": try recordDoor(to: words[2], app: "door")
case "record-engine": try recordDoor(to: words[2], app: "engine")
default: PlayheadCommand.main(apps: apps)
}
