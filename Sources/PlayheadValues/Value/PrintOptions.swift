/// How values and diffs are printed for people.
public struct PrintOptions: Hashable, Sendable {
  /// Characters up to which a value stays on one line. 80 is what terminals open with.
  public var width = 80
  /// About so many characters a value takes on a single line: what is nested too deep for that is shown as `…`. Nil
  /// where it may take several lines.
  public var lineLimit: Int?
  /// Characters of a text that are shown; the rest is counted. About two lines.
  public var textLimit = 160
  /// Elements of a list, set or dictionary that are shown; the rest is counted. About a screen.
  public var elementLimit = 24
  /// Bytes of `Data` that are shown; the rest is counted. A digest is seen whole.
  public var byteLimit = 32
  /// Characters of an unchanged text that are shown on each side of a change in it.
  public var context = 20
  /// Whether the value as a whole is known to be no enumeration's case, which a record with one record
  /// in it looks like: the state of an app with one store.
  public var isWholeNoCase = false
  /// Whether removed lines are red and added lines green, by ANSI escapes.
  public var isColored = false

  /// The defaults, to be changed where needed.
  public init() {}
}
