/// What a process trapped at, as the one that took its place was told.
package struct Trap: Sendable {
  /// The step whose action was being handled; 0 if none was.
  package var step: UInt64
  /// Whether that is a step of a branch.
  package var isInBranch = false
  /// The signal by which the system told of it.
  package var signal: Int32
  /// Whether it was on another thread than the one that replays: there actions are read ahead.
  package var isElsewhere: Bool
  /// What the process had written to standard error meanwhile: what the Swift runtime says of a trap.
  package var output: String
  /// What the process left for this one.
  package var legacy: [UInt8]
}

extension Trap {
  /// How the Swift runtime begins what it says of a trap.
  private static let marks = ["Fatal error: ", "Precondition failed: ", "Assertion failed: "]

  /// What was wrong, and where the code says so.
  var reason: String {
    let lines = output.split(separator: "\n")
    for line in lines.reversed() {
      for mark in ["Fatal error", "Precondition failed", "Assertion failed"] {
        guard let range = line.firstRange(of: mark) else { continue }
        let words = line[range.upperBound...].drop { $0 == ":" || $0 == " " }
        return (words.isEmpty ? mark : String(words)) + place(line[..<range.lowerBound])
      }
    }
    return signalSentence
  }

  /// What was written by others than the Swift runtime: the app's own words.
  var otherOutput: String {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    guard let end = lines.lastIndex(where: { line in Self.marks.contains { line.contains($0) } })
    else { return output }
    return lines[..<end].joined(separator: "\n")
  }

  /// ` (Shop/Cart.swift:12)`, unless it is a place in the standard library.
  private func place(_ prefix: Substring) -> String {
    let place = prefix.drop { $0 == " " }.reversed().drop { $0 == ":" || $0 == " " }.reversed()
    let text = String(place)
    return text.isEmpty || text.hasPrefix("Swift/") ? "" : " (\(text))"
  }
}
