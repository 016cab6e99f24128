/// A text on one line, or indented over several.
indirect enum PrintLayout {
  /// A text that is never broken.
  case word(String)
  /// A changed word or group.
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

  /// The number of characters on one line.
  var width: Int {
    switch self {
    case .word(let text): text.count
    case .changed(let layout): layout.width
    case .group(_, _, _, let width): width
    }
  }

  /// The layout on one line.
  var line: String {
    switch self {
    case .word(let text): text
    case .changed(let layout): layout.line
    case .group(let open, let items, let close, _):
      open + items.map { $0.label + $0.content.line }.joined(separator: ", ") + close
    }
  }

  /// Whether a part of it has changed.
  private var hasChange: Bool {
    switch self {
    case .word: false
    case .changed: true
    case .group(_, let items, _, _): items.contains { $0.content.hasChange }
    }
  }

  /// One line if it fits into `limit` characters; otherwise a line per item. `prefix` and `suffix` are on the
  /// first and the last line; lines begin with `indent` spaces.
  func lines(prefix: String = "", suffix: String = "", indent: Int = 0, limit: Int) -> [String] {
    rows(Row.Affixes(prefix, suffix, indent: indent), limit: limit).map(\.text)
  }

  /// The same, with marks for changes.
  func rows(limit: Int) -> [Row] { rows(Row.Affixes(), limit: limit) }

  private func rows(_ place: Row.Affixes, limit: Int) -> [Row] {
    if case .changed(let layout) = self {
      return layout.rows(place, limit: limit).map { Row(text: $0.text, isChanged: true) }
    }
    let margin = String(repeating: " ", count: place.indent)
    guard case .group(let open, let items, let close, _) = self, !items.isEmpty,
      place.indent + place.prefix.count + width + place.suffix.count > limit
    else {
      return [Row(text: margin + place.prefix + line + place.suffix, isChanged: hasChange)]
    }
    let inner = items.enumerated().flatMap { number, item in
      item.content.rows(
        .init(item.label, number < items.count - 1 ? "," : "", indent: place.indent + 2),
        limit: limit)
    }
    return [Row(text: margin + place.prefix + open, isChanged: false)] + inner
      + [Row(text: margin + close + place.suffix, isChanged: false)]
  }

  /// A line of a printed value.
  struct Row {
    var text: String
    /// Whether it shows a change.
    var isChanged: Bool

    /// The text before and after a layout.
    struct Affixes {
      var (prefix, suffix) = ("", "")
      var indent = 0

      init(_ prefix: String = "", _ suffix: String = "", indent: Int = 0) {
        (self.prefix, self.suffix, self.indent) = (prefix, suffix, indent)
      }
    }
  }
}
