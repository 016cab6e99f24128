package import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// The short form of a value's change: `PATH: OLD → NEW` for each changed part.
struct ChangeText {
  /// The first few changed parts.
  private let parts: [Part]
  /// How many parts changed.
  private let count: Int

  /// A diff is better for more parts.
  private static let limit = 3

  /// A changed part. Without `new`, the same value was written again.
  private struct Part {
    let place: String
    let old: String
    var new: String?

    /// `PATH: OLD → NEW`, with long values cut if that does not fit.
    func text(within columns: Int) -> String {
      guard let new else { return "\(place): \(old), written again" }
      let whole = "\(place): \(old) → \(new)"
      let room = columns - "\(place):  → ".columns
      guard whole.columns > columns, room > 0 else { return whole }
      let (left, right) = (max(room / 2, room - new.columns), max(room / 2, room - old.columns))
      return
        "\(place): \(StyledText(old).cut(to: left).plain) → \(StyledText(new).cut(to: right).plain)"
    }
  }

  /// The change from `old` to `new` at `path`. `unshown` says why one of the two cannot be shown.
  init(from old: Value?, to new: Value?, at path: StatePath, unshown: String? = nil) {
    if let unshown {
      let reason = "not shown (\(unshown))"
      let isOld = old == nil && new != nil
      let part = Part(
        place: path.placeName, old: isOld ? reason : Self.inLine(old),
        new: isOld ? Self.inLine(new) : reason)
      self.init([part], count: 1)
      return
    }
    let diff = old.flatMap { old in new.map { Diff(from: old, to: $0) } }
    if let diff, !diff.isEmpty {
      self.init(diff, at: path)
    } else {
      let new = diff == nil ? Self.inLine(new) : nil
      self.init([Part(place: path.placeName, old: Self.inLine(old), new: new)], count: 1)
    }
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
    let parts = changes.prefix(Self.limit).map { change in
      let place = StatePath(path.components + change.path.components).placeName
      return Part(
        place: change.offset.map { "\(place) at \(Format.count($0))" } ?? place,
        old: Self.inLine(change.old), new: Self.inLine(change.new))
    }
    self.init(parts, count: changes.count)
  }

  private init(_ parts: [Part], count: Int) { (self.parts, self.count) = (parts, count) }

  /// The change on one line, with long values cut if they do not fit into `columns`.
  func line(within columns: Int = .max) -> String {
    let more = count > 1 ? ", and \(Format.count(count - 1)) more" : ""
    return (parts.first?.text(within: columns - more.columns) ?? "") + more
  }

  /// The change on a few lines, with a hint about the rest.
  var page: [String] {
    let lines = parts.map { $0.text(within: .max) }
    return count > lines.count
      ? lines + ["… and \(Format.count(count - lines.count)) more; 'diff' shows all"] : lines
  }

  private static func inLine(_ value: Value?) -> String {
    value.map { $0.swiftText(options: .inLine) } ?? "nothing"
  }
}

extension ValueChange {
  var text: ChangeText { ChangeText(from: old, to: new, at: change.path, unshown: unshown) }
}

private struct ChangeAnswer: Encodable {
  let kind: PathChange.Kind
  let path: StatePath
  let old: Value?
  let new: Value?
  @IfPresent var unshown: String?
}

extension ValueChange: HasJSONForm {
  package var jsonForm: some Encodable {
    ChangeAnswer(kind: change.kind, path: change.path, old: old, new: new, unshown: unshown)
  }
}

extension StatePath {
  /// The path in a sentence.
  var placeName: String { components.isEmpty ? "the state" : description }
}
