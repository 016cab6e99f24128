import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// The change of a value in short: `PATH: OLD → NEW` for each part that changed.
struct ChangeText {
  /// The parts that changed, each on a line; the first few of many.
  let lines: [String]
  /// How many parts changed.
  let count: Int

  /// A diff shows more parts than these better.
  private static let limit = 3

  /// The change from `old` to `new` at `path`.
  init(from old: Value?, to new: Value?, at path: StatePath) {
    guard let old, let new else {
      (lines, count) = ([Self.line(path, old, new)], 1)
      return
    }
    let changes = Diff(from: old, to: new).changes
    guard !changes.isEmpty else {
      let value = new.swiftText(options: .inLine)
      (lines, count) = (["\(path.placeName): \(value), written again"], 1)
      return
    }
    count = changes.count
    lines = changes.prefix(Self.limit).map { change in
      Self.line(StatePath(path.components + change.path.components), change.old, change.new)
    }
  }

  /// On one line.
  var line: String {
    (lines.first ?? "") + (count > 1 ? ", and \(Format.count(count - 1)) more" : "")
  }

  /// On a few lines, with a hint to the rest.
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

  /// For a program.
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
