public import PlayheadFlux

/// How a replayed action's draws differ from the log's.
public enum DrawFault: Error, Hashable, Sendable, Codable {
  /// The draw at `index` (from 0) asked for `asked`, and the log had `found`, or nothing if nil.
  ///
  /// The store got a placeholder, the same in every replay: the epoch, the zero UUID, or bits of a generator
  /// seeded with the action's number.
  case mismatch(index: Int, asked: Kind, found: Draw?)

  /// The stores did not take `count` of the log's draws.
  case leftOver(count: Int)

  /// The kind of value that a draw asks for.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A date.
    case date
    /// A UUID.
    case uuid
    /// 64 random bits.
    case random

    init(_ kind: Draw.Kind) {
      switch kind {
      case .date: self = .date
      case .uuid: self = .uuid
      case .random: self = .random
      }
    }
  }

  init(_ mismatch: Replayed.DrawMismatch) {
    switch mismatch {
    case .mismatch(let index, let asked, let found):
      self = .mismatch(index: index, asked: Kind(asked), found: found)
    case .leftOver(let count): self = .leftOver(count: count)
    }
  }
}

extension DrawFault: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .mismatch(let index, let asked, let found?):
      "draw \(index + 1) asked for a \(asked.rawValue), and the log has a \(found.kind.rawValue)"
    case .mismatch(let index, let asked, nil):
      "draw \(index + 1) asked for a \(asked.rawValue), and the log has no more draws"
    case .leftOver(let count):
      "\(count) \(count == 1 ? "draw of the log was" : "draws of the log were") not used"
    }
  }
}
