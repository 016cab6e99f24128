import PlayheadFlux
package import PlayheadTerminal

/// The error for an unknown command, with the nearest known one.
package func unknown(_ word: Substring, amongst words: [String]) -> CommandError {
  let nearest = words.min { distance(word, $0) < distance(word, $1) }
  // Two slips in a word of six letters are a typing mistake; three are another word.
  if let nearest, distance(word, nearest) <= 2 {
    return CommandError("unknown command '\(word)'; did you mean '\(nearest)'?")
  }
  return CommandError("unknown command '\(word)'; 'help' lists the commands")
}

/// The number of letters to insert, delete or change (Levenshtein).
private func distance(_ one: some Collection<Character>, _ other: some Collection<Character>) -> Int
{
  var row = Array(0...other.count)
  for (index, letter) in one.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for (column, otherLetter) in other.enumerated() {
      let exchanged = diagonal + (letter == otherLetter ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(exchanged, row[column] + 1, diagonal + 1)
    }
  }
  return row[other.count]
}
