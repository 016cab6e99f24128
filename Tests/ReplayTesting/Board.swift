package import PlayheadFlux

/// A board of lists of cards: whatever a path can lead through moves, comes and goes.
package struct Board: Codable, Sendable {
  struct Card: Codable, Sendable {
    var title: String
    var points: Int?
    var tags: Set<String> = []
  }

  enum Mode: Codable, Sendable { case idle, moving(from: Int), typing(text: String) }

  var lists: [[Card]] = [[], []]
  var names: [String: Card] = [:]
  var mode = Mode.idle
  var count = 0
}

/// Does something to the board that follows from a number alone.
package struct Shuffle: Action {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }
}

extension Board {
  package static func stores() -> [any AnyStore] {
    let board = Store("board", Board()).on(Shuffle.self) { board, action in
      var generator = SplitMix64(seed: action.number)
      board.shuffle(&generator)
    }
    let last = Store("last", UInt64(0)).on(Shuffle.self) { last, action, context in
      if action.number % 3 == 0 { last = action.number % 7 } else { context.leaveUnchanged() }
    }
    return [board, last]
  }

  private mutating func shuffle(_ generator: inout SplitMix64) {
    count += Int.random(in: 0...1, using: &generator)
    let list = lists.indices.randomElement(using: &generator) ?? 0
    let place = lists.isEmpty ? nil : lists[list].indices.randomElement(using: &generator)
    let card = Card(title: "card \(Int.random(in: 0..<5, using: &generator))")
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...2: if !lists.isEmpty { lists[list].insert(card, at: place ?? 0) }
    case 3: if let place { lists[list].remove(at: place) }
    case 4: if let place { lists[list][place].points = (lists[list][place].points ?? 0) + 1 }
    case 5: if let place { lists[list][place].tags.formSymmetricDifference([card.title]) }
    case 6: lists.insert([card, card], at: list)
    case 7: if lists.count > 3 { lists.remove(at: list) }
    case 8: names[card.title] = names[card.title] == nil ? card : nil
    case 9: names[card.title]?.points = count
    case 10: mode = mode.isIdle ? .moving(from: list) : .idle
    default: if let place { lists[list].swapAt(place, 0) }
    }
  }
}

extension Board.Mode {
  fileprivate var isIdle: Bool { if case .idle = self { true } else { false } }
}
