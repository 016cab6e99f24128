import PlayheadFlux
import PlayheadTerminal
import SampleSupport

private enum Selectable: String, CaseIterable {
  case clip, sticker, text, filter, nothing
}

private enum MenuKind: String, CaseIterable {
  case clips, stickers, texts, filters

  var kind: ItemKind {
    switch self {
    case .clips: .clip
    case .stickers: .sticker
    case .texts: .text
    case .filters: .filter
    }
  }
}

extension ClipEditor {
  func select(_ words: inout CommandLineReader) throws {
    let choice = try words.choice("what can be selected", of: Selectable.self)
    guard let kind = ItemKind(rawValue: choice.rawValue) else {
      return dispatcher.dispatch(SelectItem(nothingIn: scene))
    }
    let number = try words.number("a \(kind.rawValue)'s number")
    try require(kind)
    guard composition.range(of: kind, number) != nil else {
      throw CommandError(
        "there is no \(kind.rawValue) \(number); 'menu \(menuName(kind))' lists them")
    }
    dispatcher.dispatch(SelectItem(ItemID(kind, number, in: scene)))
  }

  /// A tap on the picture selects the item there, or nothing.
  func tap(_ words: inout CommandLineReader) throws {
    let place = try words.place()
    let hit = composition.item(at: place, position: isCoverOpen ? nil : preview.shown)
    guard let hit, context.has(hit.kind) else {
      return dispatcher.dispatch(SelectItem(nothingIn: scene))
    }
    dispatcher.dispatch(SelectItem(ItemID(hit.kind, hit.number, in: scene)))
  }

  func openMenu(_ words: inout CommandLineReader) throws {
    guard let word = words.word() else { return dispatcher.dispatch(OpenMenu(nil, in: scene)) }
    guard let kind = MenuKind(rawValue: String(word))?.kind else {
      throw CommandError("there is no menu '\(word)'; there is clips, stickers, texts, filters")
    }
    try require(kind)
    dispatcher.dispatch(OpenMenu(kind, in: scene))
  }

  /// Throws if the kind's plug-in is not loaded in the scene.
  func require(_ kind: ItemKind) throws {
    guard !context.has(kind) else { return }
    throw CommandError(
      isCoverOpen
        ? "a cover has only stickers and texts; 'cover close' goes back to the film"
        : "the \(kind.plugin) are unplugged; 'plug \(kind.plugin)' puts them in again")
  }

  private func menuName(_ kind: ItemKind) -> String { kind == .clip ? "clips" : kind.plugin }
}
