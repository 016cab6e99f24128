import PlayheadCoding
import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// An action on one line: its step, the time since the start, its type, its payload, its cause, and the
/// stores that it changed.
///
///     1  +0.000s  Replace    (at: 0, count: 0, text: "Hello")  → history, document
///     2  +0.750s  MoveCaret  (to: 0)  ← 1  → caret
struct ActionLine {
  private let initialStep: Step
  private let stepWidth: Int
  private let timeWidth: Int
  private let typeWidth: Int
  /// What the names of all types begin with, and lines leave out.
  private let module: String
  private let options = PrintOptions.inLine

  /// Lines for the actions of `log` up to `last`, with columns wide enough for the last step, the last time
  /// and the longest type.
  init(_ log: LogReader, upTo last: Step) throws {
    initialStep = log.initialStep
    stepWidth = last.description.count
    let end = last > .initial ? try? log.entry(at: last).moment : nil
    let offset = end.map { log.offset(of: $0) } ?? 0
    timeWidth = Format.shortOffset(nanoseconds: offset).count
    module = log.sharedModule
    typeWidth =
      log.types.map { $0.name.dropping(prefix: log.sharedModule).visible.columns }.max() ?? 0
  }

  /// Lines for a growing log. The columns have room to grow, and are never narrower than `former`, so that
  /// they stay aligned.
  init(_ log: LogReader, upTo last: Step, asWideAs former: ActionLine?) throws {
    let now = try ActionLine(log, upTo: last)
    initialStep = now.initialStep
    stepWidth = max(now.stepWidth, former?.stepWidth ?? 5)
    timeWidth = max(now.timeWidth, former?.timeWidth ?? "+9999.999s".count)
    typeWidth = max(now.typeWidth, former?.typeWidth ?? 16)
    module = now.module
  }

  /// The line of an item. An action's changes at `path` and the values of `expressions` come before its payload, so
  /// that a narrow terminal shows them.
  func text(
    of item: ActionsRequest.Part, changing path: StatePath? = nil,
    printing expressions: [Condition] = []
  ) -> StyledText {
    switch item {
    case .action(let action, let answers, let changes):
      var asked: [StyledText] = []
      if let path, let changes { asked.append("\(ChangeText(changes, at: path).line())") }
      asked += zip(expressions, answers ?? []).map { "\($0.text) = \($1.text)" }
      return text(of: action, asked)
    case .note(let note):
      return "\(lead(note.step, note.offset, "note", .green))  \(note.text)"
    case .gap(let gap):
      let margin = String(repeating: " ", count: stepWidth + 2)
      return "\(margin)\(StyledText("! \(gap.text)", .yellow))"
    case .unshown(let state):
      let margin = String(repeating: " ", count: stepWidth + 2)
      return "\(margin)\(StyledText("! \(state)", .yellow))"
    }
  }

  private func name(of type: ActionType) -> String {
    type.name.dropping(prefix: module).visible
  }

  /// The line of an action. In a branch it shows the origin instead of the stores, which are unknown before
  /// a replay.
  func text(of action: ActionRecord, _ asked: [StyledText] = []) -> StyledText {
    let payload = action.payload
    var parts = [lead(action.step, action.offset, name(of: action.type), .cyan)] + asked
    parts.append(StyledText(payload.swiftText(options: options)))
    if let cause = action.cause { parts.append(StyledText("← \(cause)", .dim)) }
    if let outcome = action.outcome, !outcome.isHandled {
      parts.append(StyledText("! not fully handled", .yellow))
    } else if let outcome = action.outcome, !outcome.changed.isEmpty {
      parts.append(StyledText("→ \(outcome.changedText)", .dim))
    }
    if let provenance = action.provenance { parts.append(StyledText(provenance, .yellow)) }
    return parts.joined(separator: "  ")
  }

  /// Only step, time and type. Shows `start` or `gap` for a step without an action.
  func lead(of step: Step, _ type: ActionType?, _ offset: Int64?) -> StyledText {
    // Leaves room for the word 'start'.
    let width = max(typeWidth, "start".count)
    if let type, let offset {
      return lead(step, offset, name(of: type), .cyan, width: width)
    }
    let word = step > initialStep ? "gap" : "start"
    return padding(step.description, stepWidth) + StyledText(step.description, .bold) + "  "
      + padding("", timeWidth) + "  " + StyledText(word, .dim) + padding(word, width)
  }

  private func lead(
    _ step: Step, _ offset: Int64, _ word: String, _ style: Style, width: Int? = nil
  ) -> StyledText {
    let time = Format.shortOffset(nanoseconds: offset)
    return padding(step.description, stepWidth) + StyledText(step.description, .bold) + "  "
      + padding(time, timeWidth) + StyledText(time, .dim) + "  "
      + StyledText(word, style) + padding(word, width ?? typeWidth)
  }

  private func padding(_ text: String, _ width: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(0, width - text.columns)))
  }
}

extension ActionRecord {
  /// The action's origin in the recording, if it differs from its place in the branch.
  var provenance: String? {
    guard let origin else { return nil }
    return switch (origin.action.step, origin.isMade) {
    case (nil, _): "inserted"
    case (let other?, true): other == step ? "edited" : "edited, recorded as \(other)"
    case (let other?, false): other == step ? nil : "recorded as \(other)"
    }
  }
}

extension ActionRecord.Outcome {
  /// The stores that changed; a question mark follows those that may have changed.
  fileprivate var changedText: String {
    changed.map { mayHaveChanged.contains($0) ? "\($0)?" : $0 }.joined(separator: ", ")
  }
}
