import PlayheadCoding
import PlayheadLog

/// What two states have at one place.
struct StateComparison {
  let from: Step
  let to: Step
  private let path: Path
  private let old: Value?
  private let new: Value?

  /// Throws ``CommandFailure/nothing(at:step:suggestion:within:parts:)`` if neither state has
  /// anything there.
  init(
    from old: (step: Step, state: Value), to new: (step: Step, state: Value), at path: Path
  ) throws {
    from = old.step
    to = new.step
    self.path = path
    self.old = old.state.value(at: path)
    self.new = new.state.value(at: path)
    if self.old == nil, self.new == nil { throw new.state.missing(path, new.step) }
  }

  /// Whether nothing changed.
  var isEmpty: Bool { old == new }

  /// A sentence for that.
  var nothingChanged: String {
    let place = path.components.isEmpty ? "the state" : "'\(path)'"
    return "\(place) is the same at step \(from) and at step \(to)"
  }

  /// The changes, with pointers from the place on. A place that only one state has is a document
  /// that is added or removed whole.
  var patch: Value {
    switch (old, new) {
    case (let old?, let new?): Diff(from: old, to: new).jsonPatch.value
    case (let old?, nil): [["op": "remove", "path": "", "old": old]]
    case (nil, let new?): [["op": "add", "path": "", "value": new]]
    case (nil, nil): []
    }
  }

  /// The changes for a person, under what the two states are called.
  func page(of log: LogReader, _ options: PrintOptions, _ console: Console) throws -> String {
    if isEmpty { return nothingChanged }
    return try [
      console.styled("− " + log.title(of: from), .red),
      console.styled("+ " + log.title(of: to), .green), text(options, console),
    ].joined(separator: "\n")
  }

  /// The changes for a person.
  func text(_ options: PrintOptions, _ console: Console) -> String {
    let options = options.at(path)
    if let old, let new { return DiffText(options).text(Diff(from: old, to: new), console) }
    return lines(old, "−", .red, options, console) + lines(new, "+", .green, options, console)
  }

  private func lines(
    _ value: Value?, _ mark: String, _ style: Style, _ options: PrintOptions, _ console: Console
  ) -> String {
    guard let value else { return "" }
    return value.swiftText(options: options).split(separator: "\n")
      .map { console.styled("\(mark) \($0)", style) }.joined(separator: "\n")
  }
}
