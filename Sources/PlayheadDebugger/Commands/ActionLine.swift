import PlayheadCoding
import PlayheadReading
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
  private var stepWidth: Int
  private var timeWidth: Int
  /// Whether lines show the time of day, with the day or without, instead of the time since the start.
  private var clock: (isShown: Bool, withDay: Bool) = (false, false)
  private var typeWidth: Int
  /// What the names of all types begin with, and lines leave out.
  private let module: String
  private let options = PrintOptions.inLine

  /// Lines for the actions of `log` up to `last`, with columns wide enough for the last step, the last time
  /// and the longest type.
  init(_ log: any ActionSource, upTo last: Step) throws {
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
  init(_ log: any ActionSource, upTo last: Step, asWideAs former: ActionLine?) throws {
    try self.init(log, upTo: last)
    stepWidth = max(stepWidth, former?.stepWidth ?? 5)
    timeWidth = max(timeWidth, former?.timeWidth ?? "+9999.999s".count)
    typeWidth = max(typeWidth, former?.typeWidth ?? 16)
  }

  /// The same lines with the time of day instead of the time since the start; with the day, too, if the actions of
  /// `log` are of more than one.
  func withClock(_ log: any ActionSource) -> ActionLine {
    func day(_ step: Step) -> String? {
      (try? log.entry(at: step).moment.wall).map {
        String(Format.clock(nanoseconds: $0, withDay: true).prefix { $0 != "T" })
      }
    }
    var line = self
    line.clock = (true, day(log.firstStep) != day(log.lastStep))
    line.timeWidth = Format.clock(nanoseconds: 0, withDay: line.clock.withDay).count
    return line
  }

  private func timeText(_ offset: Int64, _ wall: Int64) -> String {
    clock.isShown
      ? Format.clock(nanoseconds: wall, withDay: clock.withDay)
      : Format.shortOffset(nanoseconds: offset)
  }

  /// The line of an item. An action's changes at `path`, its first change of a place or a value with `sought`, and
  /// the values of `expressions` come before its payload, so that a narrow terminal shows them. The payload is cut to
  /// fit `width` columns.
  func text(
    of item: ActionsRequest.Part, changing path: StatePath? = nil, containing sought: String? = nil,
    printing expressions: [Condition] = [], within width: Int? = nil
  ) -> StyledText {
    switch item {
    case .action(let action, let answers, let changes):
      var asked: [StyledText] = []
      if let path, let changes { asked.append("\(ChangeText(changes, at: path).line())") }
      if let sought, case .changes(let diff)? = changes,
        let change = diff.changes.first(where: { $0.contains(sought) })
      {
        asked.append("\(ChangeText(from: change.old, to: change.new, at: change.path).line())")
      }
      asked += zip(expressions, answers ?? []).map { "\($0.text) = \($1.text)" }
      return text(of: action, asked, within: width)
    case .note(let note):
      let time = timeText(note.offset, note.wallTime)
      return "\(lead(note.step, time, "note", .green))  \(note.text)"
    case .gap(let gap): return remark("! \(gap.text)", .yellow)
    case .resumption(let resumption): return remark(resumption.text, .green)
    case .stores(let change): return remark(change.text, .green)
    case .unshown(let state): return remark("! \(state)", .yellow)
    }
  }

  /// A sentence between the actions.
  private func remark(_ sentence: String, _ style: Style) -> StyledText {
    padding("", stepWidth + 2) + StyledText(sentence, style)
  }

  private func name(of type: ActionType) -> String {
    type.name.dropping(prefix: module).visible
  }

  /// The line of an action. In a branch it shows the origin instead of the stores, which are unknown before
  /// a replay. The payload is cut to fit `width` columns.
  func text(
    of action: ActionRecord, _ asked: [StyledText] = [], within width: Int? = nil
  ) -> StyledText {
    let time = timeText(action.offset, action.wallTime)
    let start = [lead(action.step, time, name(of: action.type), .cyan)] + asked
    let end = ending(of: action)
    var payload = StyledText(action.payload.swiftText(options: options))
    if let width {
      let others = (start + end).reduce(0) { $0 + $1.columns + 2 }
      payload = payload.cut(to: max(width - others, 1))
    }
    return (start + [payload] + end).joined(separator: "  ")
  }

  /// What comes after the payload: the cause, the changed stores, and the origin.
  private func ending(of action: ActionRecord) -> [StyledText] {
    var parts: [StyledText] = []
    if let cause = action.cause { parts.append(StyledText("← \(cause)", .dim)) }
    if let outcome = action.outcome, !outcome.isHandled {
      parts.append(StyledText("! not fully handled", .yellow))
    } else if let outcome = action.outcome, !outcome.changed.isEmpty {
      parts.append(StyledText("→ \(outcome.changedText)", .dim))
    }
    if let provenance = action.provenance { parts.append(StyledText(provenance, .yellow)) }
    return parts
  }

  /// Only step, time and type. Shows `start`, `gap` or `new store` for a change that no action made.
  func lead(
    of step: Step, _ type: ActionType?, _ offset: Int64?, isOfNewStore: Bool = false
  ) -> StyledText {
    // Leaves room for the word 'start'.
    let width = max(typeWidth, "start".count)
    guard let type, let offset else {
      let word = isOfNewStore ? "new store" : step > initialStep ? "gap" : "start"
      return lead(step, "", word, .dim, width: width)
    }
    let time = Format.shortOffset(nanoseconds: offset)
    return lead(step, time, name(of: type), .cyan, width: width)
  }

  private func lead(
    _ step: Step, _ time: String, _ word: String, _ style: Style, width: Int? = nil
  ) -> StyledText {
    padding(step.description, stepWidth) + StyledText(step.description, .bold) + "  "
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
    return switch (origin.action.step, origin.isEdited) {
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

extension ActionType {
  /// The name, without control characters, and the version if it is not 1.
  var title: String { name.visible + (version == 1 ? "" : " (version \(version))") }
}
