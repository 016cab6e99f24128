import PlayheadLog
import PlayheadValues

/// The events at one path at one step.
struct StepEvents {
  let posting: Posting
  let range: Range<Int>

  /// The change at these places. If there are several, the one that says most.
  func kind(at places: [Int], isElement: Bool) -> PathChange.Kind? {
    var kind: PathChange.Kind?
    for number in range where posting.isAt(places, number) {
      switch posting.events[number] {
      case .set: kind = .set
      case .added: return .added
      // Another element then takes the place. Without a list, the value is gone.
      case .removed: if !isElement { return .removed }
      // Reported by another layer.
      case .inside: break
      }
    }
    return kind
  }

  /// Whether there is an event at these places.
  func isAny(at places: [Int]) -> Bool { range.contains { posting.isAt(places, $0) } }

  /// The value at these places afterwards, if it is known.
  func value(at places: [Int]) -> Value? {
    range.last { posting.isAt(places, $0) && posting.values[$0] != nil }
      .flatMap { posting.values[$0] }
  }

  /// The elements added to and removed from the list at these places.
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

/// The elements of a list that were added and removed at a step.
struct ListMoves {
  /// The places before the step of the removed elements, in order.
  var removed: [Int] = []
  /// The places after the step of the added elements, in order.
  var added: [Int] = []

  /// The earlier place of the element that is at `place` now and was not added.
  func old(of place: Int) -> Int {
    var old = place - added.partitionPoint { $0 >= place }
    for removed in removed where removed <= old { old += 1 }
    return old
  }

  /// The new place of the element that was at `place`; nil if it was removed.
  func new(of place: Int) -> Int? {
    let before = removed.partitionPoint { $0 >= place }
    if before < removed.count, removed[before] == place { return nil }
    var new = place - before
    for added in added where added <= new { new += 1 }
    return new
  }
}

extension Posting {
  /// Whether an event is at these places. An event in a list has one more place than the list.
  fileprivate func isAt(_ places: [Int], _ number: Int) -> Bool {
    for (list, place) in places.enumerated() where self.places[list][number] != place {
      return false
    }
    return true
  }

  /// The element's own place.
  fileprivate func place(_ number: Int) -> Int { places[places.count - 1][number] }
}
