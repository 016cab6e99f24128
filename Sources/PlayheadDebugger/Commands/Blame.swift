import PlayheadCoding
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `blame`: who wrote what is in a state.
struct BlameCommand: Command {
  let apps: Apps

  let name = "blame"
  let summary = "Tells for every value in a state which action wrote it."
  let details = [
    "A line per value: step, time and type of the action, the place, and what is there. Values beside one "
      + "another that one action wrote are told together; elements of lists are followed to where they "
      + "were.",
    "The first time it goes through the log once. Of a log of some length it keeps what changed where in a "
      + "file 'LOG.index' beside it, which may be deleted at any time. With '--json' a line per value.",
  ]

  let first = Parameter.optionalArgument(
    "STEP", .text, "The step; without it, the last. 'help steps' tells how steps are written.")
  let second = Parameter.optionalArgument(
    "PATH", .text, "Only the values at this place; without it, all.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, first, second] + ReadingParameters.declarations
  }

  let examples = [
    Example("blame s.playhead", "where the state at the end comes from"),
    Example("blame s.playhead cart.items[3]", "who wrote the parts of an item"),
    Example("blame s.playhead 50% cart --json", "the same half way, for a program"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let (expression, path) = try place(arguments[first], arguments[second])
    let log = try LogReader.open(arguments[LogParameters.log], console)
    let step = try expression?.resolve(in: log.scope) ?? log.lastStep
    var parts: [BlameRequest.Part] = []
    let blamed = try apps.ask(
      BlameRequest(of: step, at: path), of: log, arguments.reading(), console
    ) { part in
      try console.show(part.json) { parts.append(part) }
    }
    try console.inText {
      let page = BlamePage(blamed.answer.value, at: path, parts)
      for line in page.text(try ActionLine(log, upTo: step), of: log) { try console.print(line) }
    }
    return log.exitCode.worse(blamed.exitCode)
  }

  /// A word that is a step is one; a place of that name can be written behind a step.
  private func place(_ first: String?, _ second: String?) throws -> (StepExpression?, StatePath) {
    guard let first else { return (nil, StatePath()) }
    guard second == nil, let path = try? StatePath(first),
      (try? StepExpression(parsing: first)) == nil
    else {
      let step = try ArgumentType.step.value(first, for: self.first.spec)
      return (
        step,
        try second.map { try ArgumentType.place.value($0, for: self.second.spec) } ?? StatePath()
      )
    }
    return (nil, path)
  }
}

/// `blame`: who wrote what is here?
struct BlameREPLCommand: REPLCommand {
  let name = "blame"
  let summary = "Tells for every value in the present state which action wrote it."
  let details = [
    "Values beside one another that one action wrote are told together; elements of lists are followed to "
      + "where they were."
  ]
  let path = Parameter.optionalArgument(
    "PATH", .place, "Only the values at this place; without it, all.")
  var parameters: [any ParameterDeclaration] { [path] }
  let examples = [
    Example("blame", "where the whole state comes from"),
    Example("blame cart.items[3]", "who wrote the parts of an item"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let path = arguments[path] ?? StatePath()
    var parts: [BlameRequest.Part] = []
    let answer = try session.ask(BlameRequest(of: session.position, at: path), for: name) { part in
      try session.console.show(part.json) { parts.append(part) }
    }
    try session.console.inText {
      let page = BlamePage(answer.value, at: path, parts)
      for line in page.text(try session.lines.get(), of: session.log) {
        try session.console.print(line)
      }
    }
  }
}

/// Who wrote the values at a place, in a few lines: parts that one step wrote are told together.
struct BlamePage {
  /// Values beside one another that one step wrote.
  struct Line {
    let first: StatePath
    /// The last of several.
    var last: StatePath?
    /// How many values they are.
    var count: Int
    /// The value, if it is one.
    let value: Value
    /// Who wrote it, and the same of all of them.
    let writer: BlameRequest.Part?

    /// The step that wrote it; nil if nobody did since the log began.
    var step: Step? { writer?.step }
  }

  let lines: [Line]

  /// Folds what `blames` say of the values within `value`, in their order, which is at `path`.
  init(_ value: Value, at path: StatePath, _ blames: [BlameRequest.Part]) {
    var rest = blames[...]
    lines = Self.fold(value, path, &rest)
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
    // All of it is one step's.
    guard lines.count == 1, lines[0].isWhole(below: path) else { return lines }
    return [Line(first: path, count: lines[0].count, value: value, writer: lines[0].writer)]
  }

  /// A part that is one step's goes with the one before it, if that is the same step's.
  private static func append(_ folded: [Line], to lines: inout [Line], below path: StatePath) {
    guard folded.count == 1, folded[0].isWhole(below: path), let before = lines.last,
      before.isWhole(below: path), before.step == folded[0].step
    else { return lines += folded }
    lines[lines.count - 1].last = folded[0].first
    lines[lines.count - 1].count += folded[0].count
  }
}

extension BlamePage.Line {
  /// Whether it is about whole parts of what is at `path`.
  fileprivate func isWhole(below path: StatePath) -> Bool {
    first.components.count == path.components.count + 1
  }

  /// Where it is: a path, or a run of parts beside one another.
  var place: String {
    guard let last, let part = last.components.last else { return first.placeName.visible }
    return "\(first.placeName.visible) … \(StatePath([part]).description.visible)"
  }

  /// What is there, in short.
  var content: String {
    last == nil ? value.swiftText(options: .inLine) : Format.count(count, "value")
  }
}

extension BlamePage {
  /// The lines for a person: step, time and type of who wrote it, the place, and what is there.
  func text(_ line: ActionLine, of log: LogReader) -> [StyledText] {
    let width = lines.map(\.place.count).max() ?? 0
    return lines.map { part in
      let lead = line.lead(
        of: part.step ?? log.initialStep, part.writer?.type, part.writer?.offset)
      let space = String(repeating: " ", count: width - part.place.count)
      return "\(lead)  \(part.place)\(space)  \(part.content)"
    }
  }
}

extension BlameRequest.Part {
  /// For a program.
  var json: JSON {
    [
      "path": path, "value": value, "step": step, "type": type?.name,
    ]
  }
}
