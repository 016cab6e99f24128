import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// That actions are read as the app has them now, though their versions differ. The log's index tells it.
struct VersionWarning: CustomStringConvertible {
  private let log: String
  private let types: [ActionType]

  /// Nil if there are no such actions.
  init?(_ log: LogReader, _ player: DispatcherPlayer) {
    self.log = log.name
    types = log.types.filter(player.readsAsItIs)
    if types.isEmpty { return nil }
  }

  /// Which, and how to learn more.
  var description: String {
    let names = types.map { "'\($0.name)' (version \($0.version))" }
    return "'\(log)' has actions of other versions than the app, which has no upgrades for them: "
      + "\(names.joined(separator: ", ")); they are read as they are"
  }
}
