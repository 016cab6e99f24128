/// What an expression gives at a step.
public enum Answer: Codable, Hashable, Sendable {
  /// Nothing, or nothing that is known.
  case null
  /// A whole number; Booleans are 1 and 0.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// A text.
  case text(String)
  /// A container of the log or of a state, or what a JSON function made, as JSON.
  case json(String)
  /// A run of bytes.
  case bytes([UInt8])
}
