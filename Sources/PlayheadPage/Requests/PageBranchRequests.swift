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
  /// The place in the payload.
  private var path: StatePath?
  /// The new value there, in Swift or JSON.
  private var value: String?
  /// The new action, as it is printed: `AddItem(sku: "A-7")`.
  private var action: String?
  /// The step after which the action is to come.
  private var after: UInt64?

  // The change is another question.
  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// All changes of the branch.
    var edits: [BranchEdit]
    /// The same in words.
    var changes: [String]
    /// The commands of 'debug' that make the last one.
    var commands: [String]
    /// The step that shows it; nil if none does.
    var step: UInt64?
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let (edit, commands) = try edit(inspector)
    let made = try inspector.make(edit)
    return Answer(
      edits: inspector.edits, changes: inspector.changes, commands: commands,
      step: made.step?.number)
  }

  private func edit(_ inspector: Inspector) throws -> (BranchEdit, commands: [String]) {
    let origin = try inspector.origin(of: Step(step))
    switch kind {
    case .skip:
      let withEffects = withEffects ?? false
      let command = "skip \(step)" + (withEffects ? " --effects" : "")
      return (.skip(origin, withEffects: withEffects), [command])
    case .edit:
      let (path, text) = (path ?? StatePath(), value ?? "")
      let words = [path.components.isEmpty ? "" : "\(path)", text].filter { !$0.isEmpty }
      return (
        .edit(origin, at: path, to: try typed(text)),
        ["goto \(step)", "edit \(words.joined(separator: " "))"]
      )
    case .insert:
      let action = action ?? ""
      let open = action.firstIndex(of: "(") ?? action.endIndex
      let payload = open == action.endIndex ? "()" : String(action[open...])
      let type = action[..<open].trimmingCharacters(in: .whitespaces)
      return (
        .insert(type, payload: try typed(payload), after: origin),
        ["goto \(step)", "insert \(action)"]
      )
    case .move:
      let other = Step(after ?? 0)
      return (
        .move(origin, after: try inspector.origin(of: other)),
        ["goto \(step)", "move \(other)"]
      )
    }
  }

  private func typed(_ text: String) throws -> Value {
    guard let value = Value(typed: text) else { throw PageRequestError.noValue(text) }
    return value
  }
}

extension Inspector {
  /// The changes of the branch in words.
  fileprivate var changes: [String] { branch?.changes.map { "\($0)" } ?? [] }
}

/// Why a page's question has no answer.
package enum PageRequestError: Error, CustomStringConvertible {
  case noValue(String)
  case noLogName(String)

  package var description: String {
    switch self {
    case .noValue(let text):
      "'\(text)' is neither Swift nor JSON; write a text in double quotes, and a payload as in '(sku: \"A-7\")'"
    case .noLogName(let name):
      "'\(name)' is no name for a log; it must end with '.playhead', and the log is written beside the recording"
    }
  }
}

/// Writes a branch as a log beside the recording.
package struct PageSaveRequest: Request {
  /// The name of the file, which must not exist yet.
  private let name: String

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// The path of the new log.
    var path: String
    /// How many actions it has.
    var actionCount: Int
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    guard name.hasSuffix(".playhead"), !name.contains("/"), !name.hasPrefix(".") else {
      throw PageRequestError.noLogName(name)
    }
    let folder = URL(filePath: inspector.recording.name).deletingLastPathComponent()
    let path = folder.appending(path: name).path(percentEncoded: false)
    _ = try inspector.ask(SaveBranchRequest(to: path))
    return Answer(path: path, actionCount: try LogReader(path: path).actionCount)
  }
}

/// Asks for the next or the last step at which a condition holds.
package struct PageConditionRequest: Request {
  private let condition: String
  /// The step to start from, which does not count itself.
  private let step: UInt64
  private let isBackwards: Bool

  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// Nil if there is none.
    var step: UInt64?
    /// What the condition names and is not there, if there is no step.
    var hints: [String]
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let breakpoint = Breakpoint(condition: try Condition(condition))
    let request = StopRequest(
      at: [.init(1, .breakpoint(breakpoint))], from: Step(step), backwards: isBackwards)
    let stop = try inspector.ask(request)
    return Answer(
      step: stop.step?.number, hints: stop.unresolvedNames.map { "\($0)" })
  }
}

/// Asks whether replays of the recording always lead to the same states.
package struct PageCheckRequest: Request {
  package var needsStores: Bool { false }

  package struct Answer: Codable, Sendable {
    /// What was found, in sentences.
    var text: [String]
    /// Where the first difference is; nil if there is none.
    var step: UInt64?
    var path: StatePath?
  }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let answer = try inspector.ask(CheckRequest())
    guard let divergence = answer.finding.divergence else {
      let count = answer.finding.compared
      return Answer(
        text: [
          "deterministic: \(answer.processes) processes came to the same states in "
            + (count == 1 ? "1 action" : "\(count) actions")
        ])
    }
    return Answer(
      text: [
        "\(divergence)", "'\(toolName) check \(inspector.recording.name.inShell)' shows the cause",
      ],
      step: divergence.step.number, path: divergence.path)
  }
}
