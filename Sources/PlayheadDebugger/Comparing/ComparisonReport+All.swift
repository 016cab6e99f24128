import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension ComparisonReport {
  /// Shows all differences of each session, as far as they were kept: store by store, and at the end.
  func showAll(on console: Console) throws {
    let differing = sessions.filter { $0.difference?.diff != nil }
    guard !differing.isEmpty else { return }
    try console.print("")
    try console.print(StyledText("− in '\(other.path)'", .red))
    try console.print(StyledText("+ in this build", .green))
    for session in differing {
      for difference in [session.difference].compactMap(\.self) + session.later {
        try show(difference, "\(difference.place) of \(session.lastStep)", session, console)
      }
      for difference in session.atEnd {
        try show(difference, "at the end, step \(difference.step)", session, console)
      }
    }
  }

  private func show(
    _ difference: BuildDifference, _ place: String, _ session: ComparedSession, _ console: Console
  ) throws {
    guard let diff = difference.diff else { return }
    try console.print("\n\(session.path), \(place)")
    try console.print(StyledText(diff, .folded(width: console.width).at(StatePath())))
  }
}
