/// A text that can be on one line or indented over several.
indirect enum PrintLayout {
  /// What is never broken.
  case word(String)
  /// What has changed, be it a word or a group.
  case changed(PrintLayout)
  /// Items between brackets, parted by commas.
  case group(open: String, items: [Item], close: String, width: Int)

  /// A labelled part of a group.
  struct Item {
    /// What stands before the content, with its colon: `total: `.
    var label: String
    var content: PrintLayout
    /// How many parts it stands for.
    var count: Int

    init(_ label: String = "", _ content: PrintLayout, count: Int = 1) {
      (self.label, self.content, self.count) = (label, content, count)
    }

    /// What stands for so many parts that are not shown.
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

  /// Characters on one line.
  var width: Int {
    switch self {
    case .word(let text): text.count
    case .changed(let layout): layout.width
    case .group(_, _, _, let width): width
    }
  }

  /// All on one line.
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

  /// One line if that fits into `limit` characters, else a line per item. `prefix` and `suffix` stand on the first
  /// and the last line; lines begin with `indent` spaces.
  func lines(prefix: String = "", suffix: String = "", indent: Int = 0, limit: Int) -> [String] {
    rows(Row.Place(prefix, suffix, indent: indent), limit: limit).map(\.text)
  }

  /// The same, with what changed.
  func rows(limit: Int) -> [Row] { rows(Row.Place(), limit: limit) }

  private func rows(_ place: Row.Place, limit: Int) -> [Row] {
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
    /// Whether it shows something that changed.
    var isChanged: Bool

    /// What stands before and behind a layout.
    struct Place {
      var (prefix, suffix) = ("", "")
      var indent = 0

      init(_ prefix: String = "", _ suffix: String = "", indent: Int = 0) {
        (self.prefix, self.suffix, self.indent) = (prefix, suffix, indent)
      }
    }
  }
}
