import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// The short form of a value's change: `PATH: OLD → NEW` for each changed part.
struct ChangeText {
  /// A line for each of the first few changed parts.
  let lines: [String]
  /// How many parts changed.
  let count: Int

  /// A diff is better for more parts.
  private static let limit = 3

  /// The change from `old` to `new` at `path`.
  init(from old: Value?, to new: Value?, at path: StatePath) {
    guard let old, let new else {
      self.init(lines: [Self.line(path, old, new)], count: 1)
      return
    }
    let diff = Diff(from: old, to: new)
    guard diff.isEmpty else {
      self.init(diff, at: path)
      return
    }
    let value = new.swiftText(options: .inLine)
    self.init(lines: ["\(path.placeName): \(value), written again"], count: 1)
  }

  /// The change between two states at `path`.
  init(_ difference: DiffRequest.Difference, at path: StatePath) {
    switch difference {
    case .changes(let diff): self.init(diff, at: path)
    case .onlyOld(let old): self.init(from: old, to: nil, at: path)
    case .onlyNew(let new): self.init(from: nil, to: new, at: path)
    }
  }

  private init(_ diff: Diff, at path: StatePath) {
    let changes = diff.changes
    let lines = changes.prefix(Self.limit).map { change in
      Self.line(StatePath(path.components + change.path.components), change.old, change.new)
    }
    self.init(lines: lines, count: changes.count)
  }

  private init(lines: [String], count: Int) { (self.lines, self.count) = (lines, count) }

  /// The change on one line.
  var line: String {
    (lines.first ?? "") + (count > 1 ? ", and \(Format.count(count - 1)) more" : "")
  }

  /// The change on a few lines, with a hint about the rest.
  var page: [String] {
    count > lines.count
      ? lines + ["… and \(Format.count(count - lines.count)) more; 'diff' shows all"] : lines
  }

  private static func line(_ path: StatePath, _ old: Value?, _ new: Value?) -> String {
    "\(path.placeName): \(inLine(old)) → \(inLine(new))"
  }

  private static func inLine(_ value: Value?) -> String {
    value.map { $0.swiftText(options: .inLine) } ?? "nothing"
  }
}

extension SeenChange {
  var text: ChangeText { ChangeText(from: old, to: new, at: change.path) }

  var json: JSON {
    [
      "kind": change.kind.rawValue, "path": change.path.description,
      "old": old, "new": new,
    ]
  }
}

extension StatePath {
  /// The path in a sentence.
  var placeName: String { components.isEmpty ? "the state" : description }
}
