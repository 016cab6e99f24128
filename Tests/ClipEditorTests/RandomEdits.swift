import ClipEditor
import PlayheadFlux

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
