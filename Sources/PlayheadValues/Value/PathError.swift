/// Why a text is no path.
public struct PathError: Error, Hashable, Sendable {
  /// What was met.
  public enum Reason: Hashable, Sendable {
    /// Something else, or the end, stands where this should.
    case expected(String)
    /// A sign that stands in no bare name and begins no part.
    case otherSign
    /// A quotation mark is never closed.
    case unclosedQuote
    /// A backslash is followed by something that is no escape.
    case unknownEscape
    /// A number that its type cannot hold, or no number at all.
    case badNumber(String)
    /// An argument that its type cannot read.
    case badArgument(type: String)
    /// A word that is neither a literal nor one of the types that keys have.
    case unknownWord(String)
    /// Brackets within brackets, beyond `PathParser.depthLimit`.
    case tooDeep
  }

  /// The text that was to be read.
  public var text: String
  /// Where in it, in Unicode scalars from 0.
  public var offset: Int
  /// What was met there.
  public var reason: Reason
}
