/// Hears what types ask for while they are decoded.
///
/// Members are told by their places (``CodingPlace``), for all values alike.
package protocol DecodingObserver: AnyObject {
  /// A type opened the record at `place`, which has these members.
  func open(_ place: String, members: [Shape.Member])
  /// A type asked for a member of the record at `place`.
  func ask(for key: String, of place: String)
  /// A type asked which members the record at `place` has.
  func askForKeys(of place: String)
  /// The member that was asked for last is an integer of `kind` and was read as `type`.
  func read<T: FixedWidthInteger>(_ kind: Kind, as type: T.Type)
  /// A type threw an error, as those around it will.
  func fail(_ type: any Any.Type, at depth: Int)
}
