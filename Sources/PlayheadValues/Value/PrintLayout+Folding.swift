extension PrintLayout {
  /// The layout on one line of about `limit` characters. A longer one is folded: each part gets the room that
  /// shorter parts leave, or becomes `…`.
  func line(within limit: Int) -> String {
    if case .changed(let layout) = self { return layout.line(within: limit) }
    guard width > limit, case .group(let open, let items, let close, _) = self else { return line }
    let room = limit - open.count - close.count
    let shown = Self.thatFit(items, into: room)
    guard !shown.isEmpty else { return open + "…" + close }
    let texts = zip(shown, Self.shares(of: room, for: shown)).map { item, share in
      item.label + item.content.line(within: share)
    }
    return open + texts.joined(separator: ", ") + close
  }

  fileprivate var foldedWidth: Int {
    switch self {
    case .word(let text): text.count
    case .changed(let layout): layout.foldedWidth
    case .group(let open, let items, let close, _):
      open.count + (items.isEmpty ? 0 : "…".count) + close.count
    }
  }

  /// The width with its first part.
  fileprivate var tellingWidth: Int {
    switch self {
    case .word(let text): return text.count
    case .changed(let layout): return layout.tellingWidth
    case .group(let open, let items, let close, _):
      guard let first = items.first else { return width }
      let more = Item.more(items.reduce(-first.count) { $0 + $1.count })
      let part = open.count + first.label.count + first.content.foldedWidth + close.count
      return min(width, part + Self.separator + more.content.width)
    }
  }

  /// The items if each has its minimum width; otherwise the first of them and a count of the others; none if
  /// not even one fits.
  private static func thatFit(_ items: [Item], into room: Int) -> [Item] {
    guard leastWidth(of: items) > room else { return items }
    let all = items.reduce(0) { $0 + $1.count }
    var rest = room - Item.more(all).leastWidth
    let shown = items.prefix { item in
      rest -= item.leastWidth + separator
      return rest >= 0
    }
    return shown.isEmpty ? [] : shown + [.more(shown.reduce(all) { $0 - $1.count })]
  }

  private static func leastWidth(of items: [Item]) -> Int {
    items.reduce(-separator) { $0 + $1.leastWidth + separator }
  }

  /// The room for each item's content: its minimum, and a share of the remaining room, up to its width.
  private static func shares(of room: Int, for items: [Item]) -> [Int] {
    var rest = max(0, room - leastWidth(of: items))
    var shares = items.map { $0.leastWidth - $0.label.count }
    let asked = zip(items, shares).map { $0.content.width - $1 }
    for (done, place) in asked.indices.sorted(by: { asked[$0] < asked[$1] }).enumerated() {
      let share = min(asked[place], rest / (items.count - done))
      shares[place] += share
      rest -= share
    }
    return shares
  }

  private static let separator = ", ".count
}

extension PrintLayout.Item {
  /// The minimum width. Without a label, `…` would say nothing, so the first part is shown too.
  fileprivate var leastWidth: Int {
    label.count + (label.isEmpty ? content.tellingWidth : content.foldedWidth)
  }
}
