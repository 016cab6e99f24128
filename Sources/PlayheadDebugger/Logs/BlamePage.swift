import PlayheadCoding
import PlayheadFiles
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
    /// Nil if nobody wrote it since the log began.
    let step: Step?
  }

  let lines: [Line]

  /// Folds what `blames` say of the values within `value`, in their order, which is at `path`.
  init(_ value: Value, at path: StatePath, _ blames: [Blame]) {
    var rest = blames[...]
    lines = Self.fold(value, path, &rest)
  }

  private static func fold(
    _ value: Value, _ path: StatePath, _ blames: inout ArraySlice<Blame>
  ) -> [Line] {
    let parts = value.namedParts
    guard !parts.isEmpty else {
      let step = blames.popFirst()?.change?.step
      return [Line(first: path, count: 1, value: value, step: step)]
    }
    var lines: [Line] = []
    for part in parts {
      let folded = fold(part.value, path.appending(part.name), &blames)
      append(folded, to: &lines, below: path)
    }
    // All of it is one step's.
    guard lines.count == 1, lines[0].isWhole(below: path) else { return lines }
    return [Line(first: path, count: lines[0].count, value: value, step: lines[0].step)]
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

extension ChangeIndex {
  /// Tells `body` of every value within `value`, as ``blame(_:at:of:_:)`` does, and shows how many of them are done.
  /// `now` is the time since any fixed moment.
  func blame(
    _ value: Value, at path: StatePath, of step: Step, on console: Console,
    now: @escaping () -> Duration = Progress.uptime, _ body: (Blame) throws -> Void
  ) throws {
    let progress = Progress("blaming", of: value.leafCount, on: console, now: now)
    defer { progress.finish() }
    var done: UInt64 = 0
    try blame(value, at: path, of: step) { blame in
      done += 1
      progress.advance(to: done)
      try body(blame)
    }
  }
}

extension Value {
  /// How many parts without parts it has.
  fileprivate var leafCount: UInt64 {
    let parts = namedParts
    return parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.value.leafCount }
  }

  /// The parts and what they are called in a path.
  fileprivate var namedParts: [(name: StatePath.Component, value: Value)] {
    switch self {
    case .record(let fields): fields.map { (.field($0.name), $0.value) }
    case .dictionary(let entries): entries.map { (.key($0.key), $0.value) }
    case .list(let parts), .set(let parts):
      parts.enumerated().map { (.index($0.offset), $0.element) }
    default: []
    }
  }
}

extension BlamePage {
  /// The lines for a person: step, time and type of who wrote it, the place, and what is there.
  func text(_ line: ActionLine, of log: LogReader) throws -> [StyledText] {
    let width = lines.map(\.place.count).max() ?? 0
    return try lines.map { part in
      let lead = try line.lead(ofStep: part.step ?? log.initialStep)
      let space = String(repeating: " ", count: width - part.place.count)
      return "\(lead)  \(part.place)\(space)  \(part.content)"
    }
  }
}

extension Blame {
  /// For a program.
  func json(of log: LogReader) -> JSON {
    let entry = change.flatMap { change in
      change.step > log.initialStep ? try? log.entry(at: change.step) : nil
    }
    return [
      "path": .string(path.description), "value": .tree(value), "step": .optional(change?.step),
      "type": entry.map { .string($0.type.name) } ?? .null,
    ]
  }
}
