import PlayheadLog
import PlayheadValues

/// What a conversation begins with: what the log is, how it came to its end, and where one is.
struct Greeting {
  private let session: DebugSession
  private var log: LogReader { session.log }

  init(_ session: DebugSession) {
    self.session = session
  }

  func print() throws {
    try session.console.print("\(title)")
    if let warning = log.lossWarning { try session.say("warning: \(warning)", .yellow) }
    try session.say("\(log.endingWarning ?? "it was closed in good order")")
    if let why = session.missingStores { try session.say("\(why)", .yellow) }
    try session.say("\(place)")
    try session.console.print("")
    try session.console.print(session.placeLine())
  }

  private var title: String {
    let app = log.appName.map { "\($0), " } ?? ""
    let actions = Format.count(log.actionCount, "action")
    return "\(log.name): \(app)\(actions)\(missing)\(duration)\(started)"
  }

  private var duration: String {
    guard let time = log.duration(until: nil), time > 0 else { return "" }
    return " in \(Format.duration(nanoseconds: time))"
  }

  private var started: String {
    // In seconds: the line is to fit, and 'when' has the rest.
    let start = log.header.start.wall / 1_000_000_000 * 1_000_000_000
    return log.hasHeader ? ", recorded \(Format.wallTime(nanoseconds: start))" : ""
  }

  private var missing: String {
    let all = log.lastStep.number - log.initialStep.number
    let missing = all - min(all, UInt64(log.actionCount))
    return missing > 0 ? " and \(Format.count(missing)) missing" : ""
  }

  private var place: String {
    let help = "'help' lists the commands"
    guard log.lastStep > log.initialStep else { return "it has no actions; \(help)" }
    return "this is the end; 'goto \(log.initialStep)' goes to the start, \(help)"
  }
}
