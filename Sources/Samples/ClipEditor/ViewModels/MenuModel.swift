import SampleSupport

/// The entries of the menu.
struct MenuModel: Hashable {
  var level: Int
  /// The kind or the item of the menu; nil on the first level.
  var subject: String?
  var entries: [String]

  /// The most item names on the second level: as many as fit on a line, including the newest.
  static let names = 5

  /// A menu.
  ///
  /// - Parameters:
  ///   - menu: The menu's level.
  ///   - composition: The items.
  ///   - position: The visible moment. An item that is not visible then cannot be split.
  ///   - kinds: The kinds of items with loaded plug-ins.
  init(_ menu: Menu, _ composition: Composition, position: Int, kinds: [ItemKind], _ scene: Scene) {
    level = menu.level
    switch menu {
    case .main:
      entries = kinds.map { $0 == .clip ? "clips" : $0.plugin } + (scene == .film ? ["cover"] : [])
    case .kind(let kind):
      subject = kind == .clip ? "clips" : kind.plugin
      let names = composition.numbers(of: kind).map { "\(kind.rawValue) \($0)" }
      entries =
        ["add"]
        + names.folded(to: MenuModel.names, keeping: names.indices.last) { "… \($0) more" }
    case .item(let item):
      subject = "\(item.kind.rawValue) \(item.number)"
      entries = composition.tools(for: item, position: position)
    }
  }
}

extension Composition {
  fileprivate func numbers(of kind: ItemKind) -> [Int] {
    (kind == .clip ? tracks.flatMap(\.clips).map(\.number) : self[kind].map(\.number)).sorted()
  }

  fileprivate func tools(for item: ItemID, position: Int) -> [String] {
    let range = range(of: item.kind, item.number)
    let canSplit = range.flatMap { SplitItem(item, at: position).cut($0) } != nil
    // A cover is a still, without time.
    let timely = item.scene == .film ? ["trim"] + (canSplit ? ["split"] : []) + ["move"] : []
    return timely + (item.kind.hasPlace ? ["place"] : []) + ["rename", "delete"]
  }
}
