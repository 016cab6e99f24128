/// How values and diffs are printed for people.
public struct PrintOptions: Hashable, Sendable {
  /// The longest value on one line, in characters. 80 is the usual width of terminals.
  public var width = 80
  /// The approximate length of a value on a single line, in characters; deeper parts become `…`. `nil` if it
  /// may take several lines.
  public var lineLimit: Int?
  /// The number of shown characters of a text; the rest is counted. About two lines.
  public var textLimit = 160
  /// The number of shown elements of a list, set or dictionary; the rest is counted. About a screen.
  public var elementLimit = 24
  /// The number of shown bytes of `Data`; the rest is counted. Enough for a digest.
  public var byteLimit = 32
  /// The number of shown characters on each side of a change in a text.
  public var context = 20
  /// Whether the whole value is known not to be an enumeration's case: a state with one store looks like one.
  public var isWholeNoCase = false

  /// The defaults.
  public init() {}
}

extension PrintOptions {
  /// No limits except the width.
  package static func full(width: Int) -> PrintOptions {
    var options = PrintOptions()
    options.width = width
    options.textLimit = .max
    options.elementLimit = .max
    options.byteLimit = .max
    return options
  }

  /// The usual limits with this width.
  package static func folded(width: Int) -> PrintOptions {
    var options = PrintOptions()
    options.width = width
    return options
  }

  /// The options for a place in a state. The state itself is a record of stores, even with one store.
  package func at(_ path: StatePath) -> PrintOptions {
    var options = self
    options.isWholeNoCase = path.components.isEmpty
    return options
  }

  /// The options for a value within a line.
  package static var inLine: PrintOptions {
    var options = PrintOptions()
    options.width = .max
    // With step, time, type and stores, at most two lines of a terminal.
    options.lineLimit = 160
    options.textLimit = 40
    options.elementLimit = 6
    options.byteLimit = 16
    return options
  }
}

extension Value {
  /// Whether printing within the limits leaves something out.
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
