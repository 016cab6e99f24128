import PlayheadCoding
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

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
      "path": .string(path.description), "value": .tree(value), "step": .optional(step),
      "type": type.map { .string($0.name) } ?? .null,
    ]
  }
}
