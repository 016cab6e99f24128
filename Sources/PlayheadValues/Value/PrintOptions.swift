/// How values and diffs are printed for people.
public struct PrintOptions: Hashable, Sendable {
  /// Characters up to which a value stays on one line. 80 is what terminals open with.
  public var width = 80
  /// About how many characters a value takes on a single line; deeper parts are shown as `…`. Nil if it may take
  /// several lines.
  public var lineLimit: Int?
  /// Characters of a text that are shown; the rest is counted. About two lines.
  public var textLimit = 160
  /// Elements of a list, set or dictionary that are shown; the rest is counted. About a screen.
  public var elementLimit = 24
  /// Bytes of `Data` that are shown; the rest is counted. A digest is seen whole.
  public var byteLimit = 32
  /// Characters of an unchanged text that are shown on each side of a change in it.
  public var context = 20
  /// Whether the value as a whole is known to be no enumeration's case: a state with one store looks like one.
  public var isWholeNoCase = false
  /// Whether removed lines are red and added lines green, by ANSI escapes.
  public var isColored = false

  /// The defaults, to be changed where needed.
  public init() {}
}

extension PrintOptions {
  /// Everything, whatever its length.
  package static func full(width: Int) -> PrintOptions {
    var options = PrintOptions()
    options.width = width
    options.textLimit = .max
    options.elementLimit = .max
    options.byteLimit = .max
    return options
  }

  /// The usual limits at this width.
  package static func folded(width: Int) -> PrintOptions {
    var options = PrintOptions()
    options.width = width
    return options
  }

  /// These for what is at a place in a state; the state itself is a record of stores, however few.
  package func at(_ path: StatePath) -> PrintOptions {
    var options = self
    options.isWholeNoCase = path.components.isEmpty
    return options
  }

  /// A value as a part of a line.
  package static var inLine: PrintOptions {
    var options = PrintOptions()
    options.width = .max
    // With a step, a time, a type and stores, two lines of a terminal at most.
    options.lineLimit = 160
    options.textLimit = 40
    options.elementLimit = 6
    options.byteLimit = 16
    return options
  }
}

extension Value {
  /// Whether a print within the limits leaves something out.
  package func isFolded(by options: PrintOptions) -> Bool {
    switch self {
    case .string(let text):
      // A text has at most as many characters as bytes, and bytes need no counting.
      text.utf8.count > options.textLimit && !text.dropFirst(options.textLimit).isEmpty
    case .bytes(let bytes): bytes.count > options.byteLimit
    case .list(let parts), .set(let parts):
      parts.count > options.elementLimit || parts.contains { $0.isFolded(by: options) }
    case .dictionary(let entries):
      entries.count > options.elementLimit
        || entries.contains { $0.key.isFolded(by: options) || $0.value.isFolded(by: options) }
    case .record(let fields): fields.contains { $0.value.isFolded(by: options) }
    default: false
    }
  }
}
