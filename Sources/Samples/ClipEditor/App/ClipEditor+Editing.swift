import PlayheadFlux
import PlayheadTerminal
import SampleSupport

/// The items that can be added, as users name them. Three are clips for different tracks.
private enum NewItem: String, CaseIterable {
  case clip, inset, sound, sticker, text, filter

  var kind: ItemKind { ItemKind(rawValue: rawValue) ?? .clip }

  var track: Int? {
    switch self {
    case .clip: 1
    case .inset: 2
    case .sound: 3
    case .sticker, .text, .filter: nil
    }
  }
}

// Commands throw an error where a store would silently leave its state unchanged.
extension ClipEditor {
  func add(_ words: inout CommandLineReader) throws {
    let new = try words.choice("what there is to add", of: NewItem.self)
    let duration = try words.time("a number of seconds")
    let name = try words.text("a name")
    try require(new.kind)
    // A cover shows everything at once. In the film, an overlay begins at the visible moment.
    let start = new.kind == .clip || isCoverOpen ? nil : preview.position
    let to = Destination(track: new.track, start: start)
    try make(
      AddItem(new.kind, name, duration: duration, to: to, in: scene),
      else: "nothing is shorter than a frame; say 'add \(new.rawValue) 2.5 \(name)'")
  }

  func trim(_ words: inout CommandLineReader) throws {
    let (item, range) = try selectedInTime("trim")
    let from = try words.time("the second to begin with")
    let to = try words.time("the second to end with")
    try make(
      TrimItem(item, from: from, to: to),
      else: "\(name(item)) is \(seconds(range.count)) long; keep less of it, and at least "
        + seconds(Film.frame))
  }

  func split() throws {
    let (item, range) = try selectedInTime("split")
    try make(
      SplitItem(item, at: preview.position),
      else: "\(name(item)) cannot be split at \(seconds(preview.position)): it is seen from "
        + "\(seconds(range.lowerBound)) to \(seconds(range.upperBound)); 'seek' goes there")
  }

  func move(_ words: inout CommandLineReader) throws {
    let (item, _) = try selectedInTime("move")
    let to =
      item.kind == .clip
      ? Destination(index: try words.number("a place among the clips"))
      : Destination(start: try words.time("a second of the film"))
    try make(MoveItem(item, to: to), else: "\(name(item)) is there already")
  }

  func place(_ words: inout CommandLineReader) throws {
    let item = try selectedItem()
    let place = try words.place()
    try make(
      MoveItem(item, to: Destination(place: place)),
      else: item.kind.hasPlace
        ? "\(name(item)) is there already"
        : "a \(item.kind.rawValue) has no place in the picture; stickers and texts have one")
  }

  func rename(_ words: inout CommandLineReader) throws {
    let item = try selectedItem()
    let text = try words.text("a name")
    try make(RenameItem(item, to: text), else: "\(name(item)) is called that already")
  }

  func delete() throws {
    let item = try selectedItem()
    try make(DeleteItem(item), else: "there is no \(name(item)) any more")
  }

  func undo() throws {
    guard let last = history.undoable.last else {
      throw CommandError("there is nothing to undo; edit first")
    }
    try requirePlugins(for: last)
    dispatcher.dispatch(Undo(in: scene))
  }

  func redo() throws {
    guard let last = history.redoable.last else {
      throw CommandError("there is nothing to redo; 'undo' comes first")
    }
    try requirePlugins(for: last)
    dispatcher.dispatch(Redo(in: scene))
  }

  /// Throws if going to `other` would need a plug-in that the scene does not have now.
  private func requirePlugins(for other: Composition) throws {
    if let kind = composition.unloadedKind(changedBy: other, context.loaded()) { try require(kind) }
  }

  /// Makes an edit, or throws if it would change nothing.
  private func make(_ edit: some Edit, else sentence: String) throws {
    let now = composition
    var after = now
    after.apply(edit)
    guard after != now else { throw CommandError(sentence) }
    dispatcher.dispatch(edit)
  }

  private func selectedItem() throws -> ItemID {
    guard let selected else {
      throw CommandError("nothing is selected; 'select clip 1' or a tap on the picture selects")
    }
    return selected
  }

  private func selectedInTime(_ verb: String) throws -> (ItemID, Range<Int>) {
    let item = try selectedItem()
    guard !isCoverOpen, let range = composition.range(of: item.kind, item.number) else {
      throw CommandError("a cover is a still, with nothing to \(verb); 'place' moves things on it")
    }
    return (item, range)
  }

  private func name(_ item: ItemID) -> String { "\(item.kind.rawValue) \(item.number)" }
}
