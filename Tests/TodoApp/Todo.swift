/// An app as ReSwift's users write them: a protocol for actions, a state, and a reducer. It does not know Playhead.
protocol TodoAction {}

struct AddTodo: TodoAction, Codable {
  var title: String
}

struct ToggleTodo: TodoAction, Codable {
  var index: Int
}

enum Filter: String, Codable {
  case all, open, done
}

struct Show: TodoAction, Codable {
  var filter: Filter
}

/// A generic action.
struct Rename<Value: Codable>: TodoAction, Codable {
  var value: Value
}

/// A hierarchy of actions.
class Edit: TodoAction, Codable {
  var index: Int

  init(index: Int) { self.index = index }
}

final class Retitle: Edit {
  var title: String

  init(index: Int, title: String) {
    self.title = title
    super.init(index: index)
  }

  private enum Key: CodingKey { case title }

  required init(from decoder: any Decoder) throws {
    title = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .title)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(title, forKey: .title)
  }
}

/// An action that cannot be encoded.
struct Later: TodoAction {
  var run: () -> Void
}

struct TodoState: Codable, Equatable {
  struct Todo: Codable, Equatable {
    var title: String
    var isDone = false
  }

  var todos: [Todo] = []
  var filter = Filter.all
  var owner = ""
}

func todoReducer(action: any TodoAction, state: TodoState) -> TodoState {
  var state = state
  switch action {
  case let add as AddTodo: state.todos.append(TodoState.Todo(title: add.title))
  case let toggle as ToggleTodo: state.todos[toggle.index].isDone.toggle()
  case let show as Show: state.filter = show.filter
  case let rename as Rename<String>: state.owner = rename.value
  case let retitle as Retitle: state.todos[retitle.index].title = retitle.title
  case let edit as Edit: state.todos.remove(at: edit.index)
  case is Later: state.owner += "!"
  default: break
  }
  return state
}
