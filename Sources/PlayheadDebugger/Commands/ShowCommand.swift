import PlayheadCoding
import PlayheadLog
import PlayheadReplay

/// `show`: all about one action.
struct ShowCommand: Command {
  let apps: Apps

  let name = "show"
  let summary = "Shows an action and what it changed."
  let details = [
    "What it holds, when it came and what caused it, what the stores took from outside while they "
      + "handled it (dates, UUIDs, random numbers), how long they took, and what it changed. The "
      + "changes need the app's stores, and that the actions up to this one fit them; everything else "
      + "is in the log."
  ]

  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, LogParameters.step, full] + ReadingParameters.declarations
  }

  let examples = [Example("show s.playhead end", "the last action")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let log = try LogReader.open(given[LogParameters.log], console)
    let step = try given[LogParameters.step].resolve(in: log.scope)
    guard step > log.initialStep else { throw CommandFailure.noAction(before: step) }
    let entry = try log.entry(at: step)
    let changes = try changes(of: step, log, given.reading(), console)
    if given.wantsJSON {
      try console.print(json(entry, changes.value, of: log))
    } else {
      let options: PrintOptions =
        given[full] ? .full(width: console.width) : .folded(width: console.width)
      let page = ActionPage(entry: entry, log: log, changes: changes.value, options: options)
      try page.print(on: console)
    }
    return log.exitCode.worse(changes.exitCode)
  }

  /// What a step changed, or why nobody can say.
  private func changes(
    of step: Step, _ log: LogReader, _ reading: Reading, _ console: Console
  ) throws -> Replayed<ActionPage.Changes> {
    guard apps.recorder(of: log) != nil else {
      return Replayed(.unknown("\(apps.unknownApp(of: log))"))
    }
    guard let before = step.previous else { return Replayed(.unknown("nothing came before")) }
    do {
      return try apps.replay(log, reading, console) { .known(try $0.diff(from: before, to: step)) }
    } catch LogError.inGap(let missing, _, _, _) {
      return Replayed(.unknown("step \(missing), which came before, was not recorded"))
    } catch LogError.lost(let lost, _, _) {
      return Replayed(.unknown("step \(lost), which came before, is lost"), exitCode: .badAnswer)
    } catch let error as ReplayError where error.isLoss {
      try log.warnOfDamageFound(on: console)
      return Replayed(.unknown("\(error)"), exitCode: .badAnswer)
    } catch CommandFailure.misfit(let error, _) {
      return Replayed(.unknown("\(error)"), exitCode: .badAnswer)
    }
  }

  private func json(
    _ entry: LogEntry, _ changes: ActionPage.Changes, of log: LogReader
  ) throws -> JSON {
    let draws = try entry.draws().map(JSON.tree)
    var members = try JSON.action(entry, of: log)
    members.append(("causes", .array(try log.causes(of: entry).map { .uint($0.step.number) })))
    members.append(("draws", .array(draws)))
    members.append(("exactTiming", .bool(entry.timing == .exact)))
    if case .known(let diff) = changes {
      members.append(("changes", .tree(diff.jsonPatch.value)))
    } else {
      members.append(("changes", .null))
    }
    return .object(members)
  }
}

extension LogReader {
  /// The action that caused `entry`, the one that caused that, and so on, as far as they were
  /// recorded.
  func causes(of entry: LogEntry) throws -> [LogEntry] {
    var chain: [LogEntry] = []
    var current = entry
    // A cause comes before its effect. A damaged log may say otherwise, and must not lead in circles.
    while let cause = current.cause, current.step > cause, cause > .initial {
      do {
        current = try self.entry(at: cause)
      } catch LogError.inGap, LogError.lost, LogError.damaged {
        return chain
      }
      chain.append(current)
    }
    return chain
  }
}
