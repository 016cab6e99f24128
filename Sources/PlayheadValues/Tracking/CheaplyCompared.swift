/// A type with a cheap way to tell whether two of its values encode alike.
///
/// A debugger follows the state through millions of actions by looking only at changes. Values that share
/// their storage, as copies do, count as equal without a check; other values are encoded and compared.
/// Conform if encoding is slow and comparing is fast: for example a text in a tree of pieces, where an edit
/// replaces one piece, or an image with a version number.
///
/// ```swift
/// extension Rope: CheaplyCompared {
///   func encodesLike(_ other: Rope) -> Bool { root.hasSameText(as: other.root) }
/// }
/// ```
///
/// Conform only if each value of the type encodes as one text, number, date or run of bytes: differences are
/// reported for the whole value. Conforming only makes comparisons faster. `Equatable` is not enough, because
/// `==` may hold for values that encode differently.
public protocol CheaplyCompared: SendableMetatype {
  /// Whether `encode(to:)` writes the same for both. The debugger relies on it.
  func encodesLike(_ other: Self) -> Bool
}
