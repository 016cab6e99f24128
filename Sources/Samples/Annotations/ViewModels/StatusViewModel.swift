/// The line about the project and its way to the server, as a function of three stores.
package struct StatusViewModel: Hashable, Sendable {
  /// The project, where it is kept, and who uses it.
  package let project: String
  /// Whether there is a network, and how many changes wait for it.
  package let sync: String
  /// What went wrong, the latest last.
  package let notices: [String]

  /// The line for these states.
  package static func status(
    _ sheets: Sheets, _ outbox: Outbox, _ network: Network, _ screen: Screen
  ) -> Self {
    StatusViewModel(
      project: sheets.all.isEmpty
        ? "no project is open"
        : "\(sheets.project) · \(sheets.path ?? "in memory") · \(sheets.user)",
      sync: sync(network, waiting: outbox.pending.count), notices: screen.notices)
  }

  private static func sync(_ network: Network, waiting: Int) -> String {
    let state = network.isOnline ? network.pause ?? "online" : "offline"
    return switch waiting {
    case 0: "\(state), nothing waits"
    case 1: "\(state), 1 change waits"
    default: "\(state), \(waiting) changes wait"
    }
  }
}
