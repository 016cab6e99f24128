/// A type that knows a cheap way to tell whether two of its values are written alike.
///
/// A debugger follows the state through millions of actions by looking only at what changed. Values that
/// share their storage, as copies do, are the same without a look; a value that was changed is encoded
/// and compared. Conform if encoding is dear and comparing is not: a text in a tree of pieces, of which
/// an edit replaces one, or a picture with a number for its version.
///
/// ```swift
/// extension Rope: CheaplyCompared {
///   func encodesLike(_ other: Rope) -> Bool { root.hasSameText(as: other.root) }
///   var leastEncodedSize: Int { root.byteCount }
/// }
/// ```
///
/// It is for types whose values are each written as one text, number, date or run of bytes: what differs
/// is told of as a whole, without a look at what it consists of. Without the conformance nothing is
/// wrong, only slower. `Equatable` does not stand in for it, as `==` may hold for values that are written
/// differently.
public protocol CheaplyCompared: SendableMetatype {
  /// Whether `encode(to:)` writes both exactly alike. The debugger relies on it.
  func encodesLike(_ other: Self) -> Bool

  /// How many bytes the value takes at least when it is written, so that a large value need not be written to learn
  /// that. The default, 0, means that this is not known.
  var leastEncodedSize: Int { get }
}

extension CheaplyCompared {
  /// Not known.
  public var leastEncodedSize: Int { 0 }
}
