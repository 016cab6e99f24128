/// Says of smaller sessions whether they still come to what they are made smaller for.
public protocol ShrinkPredicate: AnyObject {
  /// Whether `session` comes to it. Throws only what is to end the shrinking.
  func holds(for session: ShrunkSession) throws -> Bool
  /// How many actions were played so far.
  var playedCount: UInt64 { get }
}
