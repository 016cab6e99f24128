import PlayheadLog

/// Where one is in a log, and where one was: a line of places, as the pages of a browser.
struct Places {
  /// The present place.
  private(set) var position: Step
  private var past: [Step] = []
  private var future: [Step] = []

  /// More than anybody goes back, and next to no memory.
  private static let limit = 10_000

  init(at position: Step) {
    self.position = position
  }

  /// Goes to another place; what was undone before is forgotten.
  mutating func visit(_ step: Step) {
    guard step != position else { return }
    if past.count == Self.limit { past.removeFirst() }
    past.append(position)
    future = []
    position = step
  }

  /// Goes back to the last place; false if there is none.
  mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    future.append(position)
    position = last
    return true
  }

  /// Goes again to the place from which was gone back; false if there is none.
  mutating func redo() -> Bool {
    guard let next = future.popLast() else { return false }
    past.append(position)
    position = next
    return true
  }
}
