import PlayheadLog
import PlayheadValues

/// What happened at one path at one step.
struct StepEvents {
  let posting: Posting
  let range: Range<Int>

  /// What came, went or was replaced at these places; several at once count as the one that says most.
  func kind(at places: [Int], isElement: Bool) -> PathChange.Kind? {
    var kind: PathChange.Kind?
    for number in range where posting.isAt(places, number) {
      switch posting.events[number] {
      case .set: kind = .set
      case .added: return .added
      // An element's place is then another's; what else is gone is gone.
      case .removed: if !isElement { return .removed }
      // Told beside these.
      case .inside: break
      }
    }
    return kind
  }

  /// Whether anything happened at these places.
  func isAny(at places: [Int]) -> Bool { range.contains { posting.isAt(places, $0) } }

  /// What is at these places now, if it is known.
  func value(at places: [Int]) -> Value? {
    range.last { posting.isAt(places, $0) && posting.values[$0] != nil }
      .flatMap { posting.values[$0] }
  }

  /// Which elements of the list at these places came and went.
  func moves(in list: [Int]) -> ListMoves {
    var moves = ListMoves()
    for number in range where posting.isAt(list, number) {
      switch posting.events[number] {
      case .removed: moves.removed.append(posting.place(number))
      case .added: moves.added.append(posting.place(number))
      case .set, .inside: break
      }
    }
    moves.removed.sort()
    moves.added.sort()
    return moves
  }
}

/// Which elements of a list came and went at a step.
struct ListMoves {
  /// Their places before, in order.
  var removed: [Int] = []
  /// Their places afterwards, in order.
  var added: [Int] = []

  /// Where an element was that is at `place` now and was not added.
  func old(of place: Int) -> Int {
    var old = place - added.partitionPoint { $0 >= place }
    for removed in removed where removed <= old { old += 1 }
    return old
  }

  /// Where an element is that was at `place`; nil if it was removed.
  func new(of place: Int) -> Int? {
    let before = removed.partitionPoint { $0 >= place }
    if before < removed.count, removed[before] == place { return nil }
    var new = place - before
    for added in added where added <= new { new += 1 }
    return new
  }
}

extension Posting {
  /// Whether an event is at these places; those of an element's list are one fewer.
  fileprivate func isAt(_ places: [Int], _ number: Int) -> Bool {
    for (list, place) in places.enumerated() where self.places[list][number] != place {
      return false
    }
    return true
  }

  /// The element's own place.
  fileprivate func place(_ number: Int) -> Int { places[places.count - 1][number] }
}
