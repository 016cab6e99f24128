import PlayheadCoding
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct BlameCommand: SharedCommand {
  let name = "blame"
  let summary = "Shows which action last wrote each value of a state."
  let details = [
    "A line per value: step, time and type of the action, the path, and the value. Neighboring values that "
      + "one action wrote share a line. List elements are followed to their earlier places; one that an action "
      + "removes and inserts elsewhere counts as new. For a path without a value, the line shows which action removed "
      + "it, and what it was. At 'gap', any step since the last known state may have written the value; at 'new store', the app "
      + "added the store right after the step.",
    "The first 'blame' of a log reads the whole log. For a long log it keeps an index in the file "
      + "'LOG.index' beside the log; you may delete that file at any time.",
  ]
  let place = StepAndPathParameters.declarations
  let examples = [
    Example("blame", "where the whole state comes from"),
    Example("blame cart.items[3]", "which actions wrote the parts of an item"),
    Example("blame 50% cart --json", "the same halfway through, for a program"),
  ]

  /// Shows which action last wrote each value. With `--json`, prints each value as soon as it is known.
  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let (console, (step, path)) = (context.console, try arguments.place(in: context))
    var parts: [BlameRequest.Part] = []
    let answer = try context.ask(BlameRequest(of: step, at: path)) { part in
      try console.show(BlameAnswer(part)) { parts.append(part) }
    }
    guard console.form == .text else { return }
    let page = answer.value.map { BlamePage($0, at: path, parts) } ?? BlamePage(removed: parts)
    for line in page.text(try context.actionLine(upTo: step), of: context.log) {
      try console.printEntry(line)
    }
  }
}

/// The steps that wrote the values at a path. Neighboring values that one step wrote share a line.
private struct BlamePage {
  /// Neighboring values that one step wrote.
  struct Line {
    let first: StatePath
    /// The path of the last value, if there are several.
    var last: StatePath?
    var count: Int
    /// The value, if the line has only one; `nil` if it was removed.
    let value: Value?
    /// The step that wrote the values, with its type and time.
    let writer: BlameRequest.Part?

    /// The step that wrote the values; `nil` if they existed at the log's start.
    var step: Step? { writer?.step }
  }

  let lines: [Line]

  /// Folds `blames`, one for each value within the `value` at `path`.
  init(_ value: Value, at path: StatePath, _ blames: [BlameRequest.Part]) {
    var rest = blames[...]
    lines = Self.fold(value, path, &rest)
  }

  /// The page for a value that was removed.
  init(removed parts: [BlameRequest.Part]) {
    lines = parts.map { Line(first: $0.path, count: 1, value: nil, writer: $0) }
  }

  private static func fold(
    _ value: Value, _ path: StatePath, _ blames: inout ArraySlice<BlameRequest.Part>
  ) -> [Line] {
    let parts = value.namedParts
    guard !parts.isEmpty else {
      return [Line(first: path, count: 1, value: value, writer: blames.popFirst())]
    }
    var lines: [Line] = []
    for part in parts {
      let folded = fold(part.value, path.appending(part.name), &blames)
      append(folded, to: &lines, below: path)
    }
    // One step wrote all of it.
    guard lines.count == 1, lines[0].isWhole(below: path) else { return lines }
    return [Line(first: path, count: lines[0].count, value: value, writer: lines[0].writer)]
  }

  /// Joins a part with the one before it if the same step wrote both.
  private static func append(_ folded: [Line], to lines: inout [Line], below path: StatePath) {
    guard folded.count == 1, folded[0].isWhole(below: path), let before = lines.last,
      before.isWhole(below: path), before.step == folded[0].step,
      before.writer?.isOfNewStore == folded[0].writer?.isOfNewStore,
      before.writer?.unshown == folded[0].writer?.unshown
    else { return lines += folded }
    lines[lines.count - 1].last = folded[0].first
    lines[lines.count - 1].count += folded[0].count
  }

  /// Lines with step, time and type of the action, the path, and the value.
  func text(_ line: ActionLine, of log: any ActionSource) -> [StyledText] {
    let width = lines.map(\.place.columns).max() ?? 0
    return lines.map { part in
      let lead = line.lead(
        of: part.step ?? log.initialStep, part.writer?.type, part.writer?.offset,
        isOfNewStore: part.writer?.isOfNewStore ?? false)
      let space = String(repeating: " ", count: width - part.place.columns)
      return "\(lead)  \(part.place)\(space)  \(part.content)"
    }
  }
}

extension BlamePage.Line {
  /// Whether the line has whole parts of the value at `path`.
  fileprivate func isWhole(below path: StatePath) -> Bool {
    first.components.count == path.components.count + 1
  }

  /// The path, or the first and the last of several paths.
  var place: String {
    guard let last, let part = last.components.last else { return first.placeName.visible }
    return "\(first.placeName.visible) … \(StatePath([part]).description.visible)"
  }

  /// The shortened value, or the number of values.
  var content: String {
    guard let value else {
      return "removed; it was \(writer?.removed?.swiftText(options: .inLine) ?? "not shown")"
    }
    let text = last == nil ? value.swiftText(options: .inLine) : Format.count(count, "value")
    guard let unshown = writer?.unshown else { return text }
    return "\(text), or earlier: the state at step \(unshown.steps.upperBound) cannot be shown"
  }
}

private struct BlameAnswer: Encodable {
  let path: StatePath
  let value: Value?
  let step: Step?
  let type: String?
  /// Nil inside if the removed value cannot be shown.
  @IfPresent var removed: Value??
  @IfPresent var unshown: UnshownState?
  @IfPresent var newStore: Bool?

  init(_ part: BlameRequest.Part) {
    (path, value, step, type) = (part.path, part.value, part.step, part.type?.name)
    removed = part.value == nil ? .some(part.removed) : nil
    unshown = part.unshown
    newStore = part.isOfNewStore ? true : nil
  }
}

struct HistoryCommand: SharedCommand {
  let name = "history"
  let summary = "Lists the changes of the value at a path, from the first to the last."
  let details = [
    "Follows the value through lists: an element stays the same when elements before it are added or removed. One "
      + "that an action removes and inserts elsewhere counts as new. At 'gap', any step since the last known state may "
      + "have made the change; at 'new store', the app added the store right after the step. Values are shortened; 'diff' shows a whole change. In 'debug', '*' marks the current step, "
      + "and 'last PATH' goes to a change.",
    "The command may have to read the whole log; for a long log it keeps an index in the file "
      + "'LOG.index' beside the log, which you may delete at any time. Needs the app's stores. Ends with 1 if there is "
      + "no change.",
  ]

  let path = Parameter.argument(
    "PATH", .place, "The path in the state of STEP; it may have no value there.")
  let step = LogParameters.step
  let last = Parameter.option(
    "last", value: "N", .count, "Only the last N changes up to STEP.")
  let examples = [
    Example("history cart.total", "how the total got its value"),
    Example("history cart.total --last 1", "the action that last set the total"),
  ]

  /// Shows the changes. Throws ``CommandFailure/neverChanged(_:missing:)`` if there are none.
  func answer(_ arguments: ParsedArguments, in context: CommandContext) throws {
    let (console, path) = (context.console, arguments[path])
    let request = HistoryRequest(
      of: path, at: try arguments.step(in: context), limit: arguments[last])
    let line = try context.actionLine(upTo: context.log.lastStep)
    var isFound = false
    _ = try context.ask(request) { seen in
      isFound = true
      try console.show(HistoryAnswer(seen)) {
        let lead =
          context.margin(of: seen.step)
          + line.lead(
            of: seen.step, seen.type, seen.offset, isOfNewStore: seen.isOfNewStore) + "  "
        let room = console.watchesOutput ? console.width - lead.columns : .max
        try console.printEntry("\(lead)\(seen.text.line(within: room))")
      }
      // Many changes take long, and a store may crash at the next one.
      if console.linesLeft == nil { try console.flush() }
    }
    if !isFound { throw CommandFailure.neverChanged(path, missing: context.log.missingText()) }
  }
}

private struct HistoryAnswer: Encodable {
  let step: Step
  let type: String?
  let change: ValueChange
  @IfPresent var newStore: Bool?

  init(_ change: ValueChange) {
    (step, type, self.change) = (change.step, change.type?.name, change)
    newStore = change.isOfNewStore ? true : nil
  }
}
