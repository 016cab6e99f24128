package import PlayheadInspector
import PlayheadLog
package import PlayheadReplay
import PlayheadValues

/// Asks for the changes of a value, each short enough for a line.
package struct PageHistoryRequest: Request {
  private let path: StatePath
  private let step: UInt64

  /// Values with more characters of JSON are shortened.
  private static let longest = 400
  private static let shortened = 160

  // The question for the history needs them.
  package var needsStores: Bool { false }

  /// A change. A value that is missing is nil.
  package struct Part: Codable, Sendable {
    var step: UInt64
    var kind: PathChange.Kind
    var path: StatePath
    /// The values as JSON.
    var old, new: String?
    /// The beginning of a value whose JSON is too long.
    var oldText, newText: String?
    /// What changed in an object or an array.
    var leaf: Leaf?
  }

  /// A part of a value that changed, and how many others did.
  package struct Leaf: Codable, Sendable {
    /// From the value on.
    var path: StatePath
    var old, new: String?
    var others: Int
  }

  package func answer(
    from inspector: Inspector, _ give: (Part) throws -> Void
  ) throws -> EmptyAnswer {
    let request = HistoryRequest(of: path, at: Step(step))
    return try inspector.ask(request) { try give(Part($0, Self.longest, Self.shortened)) }
  }
}

extension PageHistoryRequest.Part {
  fileprivate init(_ change: ValueChange, _ longest: Int, _ shortened: Int) {
    (step, kind, path) = (change.step.number, change.change.kind, change.change.path)
    func side(_ value: Value?) -> (json: String?, text: String?) {
      guard let json = value?.json else { return (nil, nil) }
      return json.utf8.count <= longest ? (json, nil) : (nil, "\(json.prefix(shortened))…")
    }
    (old, oldText) = side(change.old)
    (new, newText) = side(change.new)
    guard let old = change.old, let new = change.new else { return }
    let changes = Diff(from: old, to: new).changes
    guard let first = changes.first, !first.path.components.isEmpty else { return }
    leaf = PageHistoryRequest.Leaf(
      path: first.path,
      old: side(first.old).json ?? side(first.old).text.map { Value.string($0).json },
      new: side(first.new).json ?? side(first.new).text.map { Value.string($0).json },
      others: changes.count - 1)
  }
}
