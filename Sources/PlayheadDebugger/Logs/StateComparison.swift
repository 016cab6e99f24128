import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// What two states have at one place.
struct StateComparison {
  let from: Step
  let to: Step
  private let path: StatePath
  private let content: Content

  private enum Content {
    /// Both have something there.
    case changes(Diff)
    case onlyOld(Value)
    case onlyNew(Value)
  }

  /// What is at `path` at two steps of `replay`. Of whole states only what changed is looked at, of parts
  /// the stores that they are in. Throws
  /// ``CommandFailure/nothing(at:step:suggestion:within:parts:)`` if neither state has anything there.
  init(_ replay: Replay, from: Step, to: Step, at path: StatePath) throws {
    (self.from, self.to, self.path) = (from, to, path)
    guard !path.components.isEmpty else {
      content = .changes(try replay.diff(from: from, to: to))
      return
    }
    try replay.go(to: from)
    let old = try replay.value(at: path)
    try replay.go(to: to)
    content =
      switch (old, try replay.value(at: path)) {
      case (let old?, let new?): .changes(Diff(from: old, to: new))
      case (let old?, nil): .onlyOld(old)
      case (nil, let new?): .onlyNew(new)
      case (nil, nil): throw try replay.state().missing(path, to)
      }
  }

  /// What two states of something else have at `path`.
  init(_ old: Value, _ new: Value, from: Step, to: Step, at path: StatePath) throws {
    (self.from, self.to, self.path) = (from, to, path)
    content =
      switch (old.value(at: path), new.value(at: path)) {
      case (let old?, let new?): .changes(Diff(from: old, to: new))
      case (let old?, nil): .onlyOld(old)
      case (nil, let new?): .onlyNew(new)
      case (nil, nil): throw new.missing(path, to)
      }
  }

  /// Whether nothing changed.
  private var isEmpty: Bool { if case .changes(let diff) = content { diff.isEmpty } else { false } }

  /// A sentence for that.
  private var nothingChanged: String {
    let place = path.components.isEmpty ? "the state" : "'\(path)'"
    return "\(place) is the same at step \(from) and at step \(to)"
  }

  /// The changes, with pointers from the place on. A place that only one state has is a document
  /// that is added or removed whole.
  var patch: Value {
    switch content {
    case .changes(let diff): diff.jsonPatch.value
    case .onlyOld(let old): [["op": "remove", "path": "", "old": old]]
    case .onlyNew(let new): [["op": "add", "path": "", "value": new]]
    }
  }

  /// The changes for a person, under what the two states are called.
  func page(of log: LogReader, _ options: PrintOptions) throws -> StyledText {
    try page(options, title: log.title)
  }

  /// The same, with other words for what the states are called.
  func page(
    _ options: PrintOptions, title: (Step) throws -> String
  ) throws -> StyledText {
    if isEmpty { return "\(nothingChanged)" }
    return try [
      StyledText("− " + title(from), .red),
      StyledText("+ " + title(to), .green), text(options),
    ].joined(separator: "\n")
  }

  /// The changes for a person.
  private func text(_ options: PrintOptions) -> StyledText {
    let options = options.at(path)
    return switch content {
    case .changes(let diff): DiffText(options).text(diff)
    case .onlyOld(let old): lines(old, "−", options)
    case .onlyNew(let new): lines(new, "+", options)
    }
  }

  private func lines(_ value: Value, _ mark: String, _ options: PrintOptions) -> StyledText {
    let lines = value.swiftText(options: options).split(separator: "\n")
    return StyledText(marked: lines.map { "\(mark) \($0)" }.joined(separator: "\n"))
  }
}
