import ClipEditor
import PlayheadFlux
import PlayheadPlugins

extension SplitMix64 {
  /// An edit of anything, which may be impossible.
  mutating func edit() -> any Edit {
    let kind = ItemKind.allCases[number(0...3)]
    let item = ItemID(kind, number(1...5))
    switch number(0...7) {
    case 0...2:
      return AddItem(kind, "new", duration: time(), to: destination())
    case 3: return DeleteItem(item)
    case 4: return MoveItem(item, to: destination())
    case 5: return TrimItem(item, from: time(), to: time())
    case 6: return SplitItem(item, at: time())
    default: return RenameItem(item, to: "name \(number(0...9))")
    }
  }

  /// Any action, in either scene, whether or not it is possible now.
  mutating func action() -> any Action {
    let scene = Scene.allCases[number(0...1)]
    let kind = ItemKind.allCases[number(0...3)]
    let name = ["a", "b"][number(0...1)]
    switch number(0...15) {
    case 0...3: return edit()
    case 4: return AddItem(kind, name, duration: 1000, in: scene)
    case 5: return SelectItem(ItemID(kind, number(1...3), in: scene))
    case 6: return SelectItem(nothingIn: scene)
    case 7: return OpenMenu(kind, in: scene)
    case 8: return Seek(to: time(), in: scene)
    case 9: return Progress(by: time())
    case 10: return number(0...1) == 0 ? Undo(in: scene) : Redo(in: scene)
    case 11: return number(0...1) == 0 ? OpenCover(Cover()) : CloseCover(Cover(frame: 40))
    case 12: return LoadPlugin(host: "editor", plugin: ["cover", kind.plugin][number(0...1)])
    case 13: return UnloadPlugin(host: "editor", plugin: ["cover", kind.plugin][number(0...1)])
    case 14: return SetPlayState(to: number(0...1) == 0 ? .paused : .playing(until: time()))
    default: return draftAction(name)
    }
  }

  private mutating func draftAction(_ name: String) -> any Action {
    switch number(0...5) {
    case 0: ChooseDraftFolder(name)
    case 1: DraftsFound([name])
    case 2: SaveDraft(name)
    case 3: DraftSaved(name)
    case 4: DraftLoaded(name, Draft(film: Composition(tracks: .ofNewFilm)))
    default: DraftFailed(name)
    }
  }

  private mutating func destination() -> Destination {
    Destination(
      track: number(-1...4), index: number(-1...6), start: time(),
      place: Place(x: number(-10...110), y: number(0...100)))
  }

  /// Mostly a time of a short film, now and then one from anywhere.
  mutating func time() -> Int {
    let extremes = [Int.min, -1, 0, 39, 40, 86_400_000, 86_400_001, Int.max]
    return number(0...9) == 0 ? extremes[number(0...7)] : number(0...250) * 20
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
