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
    guard name.hasSuffix(".playhead"), !name.hasPrefix("."),
      !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
    else { throw PageRequestError.noLogName(name) }
    guard inspector.branch != nil else { throw PageRequestError.noBranch }
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
    let start = min(Step(step), inspector.log.lastCountedStep)
    let request = StopRequest(
      at: [.init(1, .breakpoint(breakpoint))], from: start, backwards: isBackwards)
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
      let actions = count == 1 ? "1 action" : "\(count) actions"
      let replays = answer.processes > 1 ? "\(answer.processes) processes" : "all replays"
      let verdict =
        count == 0
        ? "no action can be checked"
        : "deterministic: \(replays) came to the same states in \(actions)"
      return Answer(text: [verdict, count == 0 ? nil : answer.remark].compactMap(\.self))
    }
    return Answer(
      text: [
        "\(divergence)", "'\(toolName) check \(inspector.recording.name.inShell)' shows the cause",
      ],
      step: divergence.step.number, path: divergence.path)
  }
}
