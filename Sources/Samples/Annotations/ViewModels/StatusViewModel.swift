/// The line about the project and its connection to the server, as a function of three stores.
package struct StatusViewModel: Hashable, Sendable {
  /// The project's name, path and user.
  package let project: String
  /// Whether there is a network, and how many changes are waiting.
  package let sync: String
  /// The notices about problems, the latest last.
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
