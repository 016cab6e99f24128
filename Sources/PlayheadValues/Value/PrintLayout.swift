/// A text on one line, or indented over several.
indirect enum PrintLayout {
  case word(String)
  case changed(PrintLayout)
  /// Items in brackets, separated by commas.
  case group(open: String, items: [Item], close: String, width: Int)

  /// A labelled part of a group.
  struct Item {
    /// The text before the content, with its colon: `total: `.
    var label: String
    var content: PrintLayout
    /// The number of parts that it represents.
    var count: Int

    init(_ label: String = "", _ content: PrintLayout, count: Int = 1) {
      (self.label, self.content, self.count) = (label, content, count)
    }

    /// An item for `count` parts that are not shown.
    static func more(_ count: Int) -> Item {
      Item("", .word("… \(count.grouped) more"), count: count)
    }
  }

  static func group(_ open: String, _ items: [Item], _ close: String) -> PrintLayout {
    let separators = 2 * max(items.count - 1, 0)
    let contents = items.reduce(0) { $0 + $1.label.count + $1.content.width }
    let width = open.count + contents + separators + close.count
    return .group(open: open, items: items, close: close, width: width)
  }

  var width: Int {
    switch self {
    case .word(let text): text.count
    case .changed(let layout): layout.width
    case .group(_, _, _, let width): width
    }
  }

  var line: String {
    switch self {
    case .word(let text): text
    case .changed(let layout): layout.line
    case .group(let open, let items, let close, _):
      open + items.map { $0.label + $0.content.line }.joined(separator: ", ") + close
    }
  }

  private var hasChange: Bool {
    switch self {
    case .word: false
    case .changed: true
    case .group(_, let items, _, _): items.contains { $0.content.hasChange }
    }
  }

  /// A line of a printed value, and whether it shows a change.
  typealias Row = (text: String, isChanged: Bool)

  /// One line if it fits into `limit` characters; otherwise a line per item. `prefix` and `suffix` are on the
  /// first and the last line; lines begin with `indent` spaces.
  func lines(
    prefix: String = "", suffix: String = "", indent: Int = 0, limit: Int
  ) -> [Row] {
    if case .changed(let layout) = self {
      return layout.lines(prefix: prefix, suffix: suffix, indent: indent, limit: limit)
        .map { ($0.text, true) }
    }
    let margin = String(repeating: " ", count: indent)
    guard case .group(let open, let items, let close, _) = self, !items.isEmpty,
      indent + prefix.count + width + suffix.count > limit
    else {
      return [(margin + prefix + line + suffix, hasChange)]
    }
    let inner = items.enumerated().flatMap { number, item in
      item.content.lines(
        prefix: item.label, suffix: number < items.count - 1 ? "," : "", indent: indent + 2,
        limit: limit)
    }
    return [(margin + prefix + open, false)] + inner + [(margin + close + suffix, false)]
  }

  func text(limit: Int) -> String { lines(limit: limit).map(\.text).joined(separator: "\n") }
}
