import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadTerminal

/// An app that can be stopped in the midst of an action that draws, or refuse to be recorded.
struct Safe: TerminalApp {
  static let appName = "safe"
  static let commandHelp = "lock, unlock, whisper, fill BYTES"

  struct Lock: Action { static let actionName = "Lock" }
  struct Unlock: Action { static let actionName = "Unlock" }

  /// No log can have it.
  struct Whisper: Action {
    static let actionName = "Whisper"

    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "hush"))
    }
  }

  struct Fill: Action {
    static let actionName = "Fill"
    var text: String
  }

  struct Door: Codable, Sendable {
    var isOpen = false
    var key: UUID?
  }

  /// What happens while the door is being unlocked.
  @TaskLocal static var whileUnlocking: @Sendable () -> Void = {}

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("door", Door())
        .on(Lock.self) { door, _ in door.isOpen = false }
        .on(Whisper.self) { _, _ in }
        .on(Fill.self) { _, _ in }
        .on(Unlock.self) { door, _, context in
          door.key = context.uuid()
          Self.whileUnlocking()
          door.isOpen = true
        })
  }

  var view: String { "" }

  func perform(_ line: String) throws -> String? {
    let words = line.split(separator: " ")
    switch words.first {
    case "lock": dispatcher.dispatch(Lock())
    case "unlock": dispatcher.dispatch(Unlock())
    case "whisper": dispatcher.dispatch(Whisper())
    case "fill":
      let count = words.count == 2 ? Int(words[1]) ?? 0 : 0
      dispatcher.dispatch(Fill(text: String(repeating: "x", count: count)))
    default: throw CommandError("there is no '\(line)'")
    }
    return nil
  }
}
