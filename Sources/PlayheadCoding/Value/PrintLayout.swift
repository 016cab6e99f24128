/// A text that can be on one line or indented over several.
indirect enum PrintLayout {
  /// What is never broken.
  case word(String)
  /// Items between brackets, parted by commas.
  case group(open: String, items: [Item], close: String, width: Int)

  /// A labelled part of a group.
  struct Item {
    /// What stands before the content, with its colon: `total: `.
    var label: String
    var content: PrintLayout

    init(_ label: String = "", _ content: PrintLayout) {
      self.label = label
      self.content = content
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
    case .group(_, _, _, let width): width
    }
  }

  /// All on one line.
  var line: String {
    switch self {
    case .word(let text): text
    case .group(let open, let items, let close, _):
      open + items.map { $0.label + $0.content.line }.joined(separator: ", ") + close
    }
  }

  /// One line if that fits into `limit` characters, else a line per item.
  ///
  /// `prefix` and `suffix` stand on the first and the last line; lines begin with `indent` spaces.
  func lines(prefix: String = "", suffix: String = "", indent: Int = 0, limit: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard case .group(let open, let items, let close, _) = self, !items.isEmpty,
      indent + prefix.count + width + suffix.count > limit
    else { return [margin + prefix + line + suffix] }
    let inner = items.enumerated().flatMap { place, item in
      item.content.lines(
        prefix: item.label, suffix: place < items.count - 1 ? "," : "", indent: indent + 2,
        limit: limit)
    }
    return [margin + prefix + open] + inner + [margin + close + suffix]
  }
}
