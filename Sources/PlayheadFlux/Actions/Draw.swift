public import Foundation

/// A value that a store took from outside while handling an action.
public enum Draw: Hashable, Sendable, Codable {
  /// The date of the moment.
  case date(Date)
  /// A new UUID.
  case uuid(UUID)
  /// 64 random bits.
  case random(UInt64)

  /// What a draw is of, without its value.
  package enum Kind: String, Hashable, Sendable, Codable {
    case date
    case uuid
    case random
  }

  /// What this draw is of.
  package var kind: Kind {
    switch self {
    case .date: .date
    case .uuid: .uuid
    case .random: .random
    }
  }
}
