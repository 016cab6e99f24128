import PlayheadInspector
import PlayheadLog
import PlayheadValues

extension DiffRequest.Answer {
  /// For a program: a JSON Patch, with pointers from the place on. A place that only one state has is a document that is added
  /// or removed whole.
  var patch: Value {
    switch difference {
    case .changes(let diff): diff.jsonPatch.value
    case .onlyOld(let old): [["op": "remove", "path": "", "old": old]]
    case .onlyNew(let new): [["op": "add", "path": "", "value": new]]
    }
  }

  /// For a person, under the `title` of each of the two states.
  func page(
    _ request: DiffRequest, _ options: PrintOptions, title: (Step) throws -> String
  ) throws -> StyledText {
    if case .changes(let diff) = difference, diff.isEmpty {
      let place = request.path.components.isEmpty ? "the state" : "'\(request.path)'"
      return "\(place) is the same at step \(from) and at step \(request.to)"
    }
    return try [
      StyledText("− " + title(from), .red), StyledText("+ " + title(request.to), .green),
      difference.text(options.at(request.path)),
    ].joined(separator: "\n")
  }
}

extension DiffRequest.Difference {
  fileprivate func text(_ options: PrintOptions) -> StyledText {
    switch self {
    case .changes(let diff): DiffText(options).text(diff)
    case .onlyOld(let old): Self.lines(old, "−", options)
    case .onlyNew(let new): Self.lines(new, "+", options)
    }
  }

  private static func lines(_ value: Value, _ mark: String, _ options: PrintOptions) -> StyledText {
    let lines = value.swiftText(options: options).split(separator: "\n")
    return StyledText(marked: lines.map { "\(mark) \($0)" }.joined(separator: "\n"))
  }
}
