public import PlayheadValues

/// Why an expression gives no answer.
public struct ConditionError: Error, Hashable, Sendable {
  /// What is wrong with it.
  public enum Reason: Hashable, Sendable {
    /// It has no words.
    case empty
    /// A quotation mark, a bracket or a comment is never closed.
    case unclosed(String)
    /// A bracket is closed that was not opened.
    case unopened
    /// It is more than one expression: this stands behind the first.
    case several(String)
    /// A sign that stands in no expression.
    case strangeSign(String)
    /// There is no such column.
    case unknownColumn(String, suggestion: String?)
    /// There is no such function.
    case unknownFunction(String, suggestion: String?)
    /// A function takes another number of arguments.
    case wrongArgumentCount(function: String)
    /// It makes no sense from this word on.
    case unexpected(String)
    /// It ends too early.
    case incomplete
    /// It is about several rows, where there is one step at a time.
    case aggregate
    /// Something that SQL has, and conditions have not.
    case refused(String)
    /// It is nested too deeply, or has too many parts.
    case tooComplex
    /// A text that should be a place is none.
    case path(PathError)
    /// A place begins with none of the log's stores.
    case unknownStore(String, suggestion: String?, known: [String])
    /// A value on the way is larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// One evaluation took too many steps of SQLite's.
    case tooLong
    /// SQLite says so.
    case other(String)
  }

  /// The expression.
  public var text: String
  /// Where in it, in characters from 0, if that is known.
  public var offset: Int?
  /// What is wrong.
  public var reason: Reason

  init(_ text: String, at offset: Int? = nil, _ reason: Reason) {
    (self.text, self.offset, self.reason) = (text, offset, reason)
  }
}

/// Why a search cannot be made.
public enum SearchError: Error, Hashable, Sendable {
  /// The condition asks for states, and no app's stores are there.
  case needsStores(Condition)
}
