package import PlayheadValues

/// Finds the word that was meant.
package enum Suggestion {
  /// The word of `known` that is closest to `word`, if any is close; the first of equals.
  package static func closest(to word: String, in known: [String]) -> String? {
    let near = known.map { (name: $0, distance: distance(word, $0)) }
      .filter { $0.distance <= tolerance(for: word) || isAbbreviation(word, of: $0.name) }
    return near.min { $0.distance < $1.distance }?.name ?? shortestWith(word, among: known)
  }

  /// What to write instead of a path that begins with none of these stores: the end of a sentence.
  package static func hint(for path: StatePath, among stores: [String]) -> String {
    if let name = path.components.first?.name, let near = closest(to: name, in: stores) {
      return "did you mean '\(StatePath([.field(near)] + path.components.dropFirst()))'?"
    }
    return stores.count == 1
      ? "paths begin with the store, as in '\(StatePath([.field(stores[0])] + path.components))'"
      : "the stores are: \(stores.quotedList)"
  }

  /// The shortest word with `word` in it, in any case: `SetLike` for `like`. Two letters fit too many words.
  private static func shortestWith(_ word: String, among known: [String]) -> String? {
    guard word.count >= 3 else { return nil }
    return known.filter { $0.lowercased().contains(word.lowercased()) }.min { $0.count < $1.count }
  }

  /// A third of the letters may be wrong: fewer would miss common slips, more would suggest unrelated words.
  /// None of two letters, because almost any other word would match.
  private static func tolerance(for word: String) -> Int {
    word.count <= 2 ? 0 : word.count / 3
  }

  /// At least two letters, because one is the start of too many words.
  private static func isAbbreviation(_ word: String, of name: String) -> Bool {
    word.count >= 2 && word.contains { $0 != "-" } && name.hasPrefix(word)
  }

  /// The number of letters to insert, delete, change or swap with their neighbor.
  package static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let change = last[j] + (a[i] == b[j] ? 0 : 1)
        var cost = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}

extension [String] {
  /// A line's worth of names in quotation marks, and how many more there are.
  package var quotedList: String {
    if isEmpty { return "none" }
    let shown = prefix(8).map { "'\($0)'" }.joined(separator: ", ")
    return count > 8 ? "\(shown) and \(count - 8) more" : shown
  }
}
