/// Number of an action in the order in which one dispatcher handled them: 1, 2, 3 …
public struct Turn: Hashable, Comparable, Sendable, Codable {
  /// The number; 0 stands for the time before the first action.
  public let number: UInt64

  /// The turn with this number.
  public init(_ number: UInt64) { self.number = number }

  /// The time before the first action.
  public static let start = Turn(0)

  /// The turn after this one.
  public var next: Turn { Turn(number + 1) }

  /// Whether `a` was handled before `b`.
  public static func < (a: Turn, b: Turn) -> Bool { a.number < b.number }
}
