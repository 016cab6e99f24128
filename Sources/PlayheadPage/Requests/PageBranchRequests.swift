import Foundation
package import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues

/// Asks for one more change of a branch. The page keeps the changes, and sends them with each question after that.
package struct PageEditRequest: Request {
  private enum Kind: String, Codable { case skip, edit, insert, move }

  private let kind: Kind
  /// The step of the action that is left out, changed or moved, or after which another one comes.
  private let step: UInt64
  /// Whether to leave out what the action led to as well.
  private var withEffects: Bool?
  /// The places in the payload, and their new values.
  private var fields: [Field]?
  /// The new action, as it is printed: `AddItem(sku: "A-7")`.
  private var action: String?
  /// The step after which the action is to come.
  private var after: UInt64?

  /// A place in a payload, and its new value in Swift or JSON.
  private struct Field: Codable {
    var path: StatePath
    var value: String
  }

  // The change is another question.
  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// All changes of the branch.
    var edits: [BranchEdit]
    /// The new ones in words.
    var made: [String]
    /// The commands of 'debug' that make the new ones.
    var commands: [String]
    /// The step that shows it; nil if none does.
    var step: UInt64?
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let (edits, commands) = try edits(inspector)
    let made = try edits.map { try inspector.make($0) }
    return Answer(
      edits: inspector.edits, made: made.map { "\($0.change)" }, commands: commands,
      step: made.last?.step?.number)
  }

  private func edits(_ inspector: Inspector) throws -> ([BranchEdit], commands: [String]) {
    let origin = try inspector.origin(of: Step(step))
    switch kind {
    case .skip:
      let withEffects = withEffects ?? false
      let command = "skip \(step)" + (withEffects ? " --effects" : "")
      return ([.skip(origin, withEffects: withEffects)], [command])
    case .edit:
      let fields = fields ?? []
      let commands = fields.map { field in
        field.path.components.isEmpty
          ? "edit \(field.value)" : "edit \(field.path) \(field.value)"
      }
      return (
        try fields.map { .edit(origin, at: $0.path, to: try typed($0.value)) },
        ["goto \(step)"] + commands
      )
    case .insert:
      let action = action ?? ""
      let open = action.firstIndex(of: "(") ?? action.endIndex
      let payload = open == action.endIndex ? "()" : String(action[open...])
      let type = action[..<open].trimmingCharacters(in: .whitespaces)
      return (
        [.insert(type, payload: try typed(payload), after: origin)],
        ["goto \(step)", "insert \(action)"]
      )
    case .move:
      let other = Step(after ?? 0)
      return (
        [.move(origin, after: try inspector.origin(of: other))],
        ["goto \(step)", "move \(other)"]
      )
    }
  }

  private func typed(_ text: String) throws -> Value {
    guard let value = Value(typed: text) else { throw PageRequestError.noValue(text) }
    return value
  }
}

/// Why a page's question has no answer.
package enum PageRequestError: Error, CustomStringConvertible {
  case noValue(String)
  case noLogName(String)
  case noBranch

  package var description: String {
    switch self {
    case .noValue(let text):
      "'\(text)' is neither Swift nor JSON; write a text in double quotes, and a payload as in '(sku: \"A-7\")'"
    case .noBranch: "there is no branch to save; change an action first"
    case .noLogName(let name):
      "'\(name)' is no name for a log; it must end with '.playhead', and the log is written beside the recording"
    }
  }
}

/// Writes a branch, or a smaller session, as a log beside the recording.
package struct PageSaveRequest: Request {
  /// The name of the file, which must not exist yet.
  private let name: String
  /// The smaller session; nil for the branch.
  private var smaller: PageShrinkRequest.Smaller?

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// The path of the new log.
    var path: String
    /// How many actions it has.
    var actionCount: Int
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard name.hasSuffix(".playhead"), !name.hasPrefix("."),
      !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    else { throw PageRequestError.noLogName(name) }
    let folder = URL(filePath: inspector.recording.name).deletingLastPathComponent()
    let path = folder.appending(path: name).path(percentEncoded: false)
    if let smaller {
      _ = try inspector.ask(SaveSessionRequest(smaller.session, to: path, with: smaller.goal))
    } else {
      guard inspector.branch != nil else { throw PageRequestError.noBranch }
      _ = try inspector.ask(SaveBranchRequest(to: path))
    }
    return Answer(path: path, actionCount: try LogReader(path: path).actionCount)
  }
}
