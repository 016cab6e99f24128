import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension ActionPage.Changes {
  /// What the action of `step` changed by `diff`, which replays the log, or why nobody can say. Other
  /// errors are thrown on.
  static func of(
    _ step: Step, _ diff: (_ from: Step, _ to: Step) throws -> Replayed<Diff>
  ) throws -> Replayed<ActionPage.Changes> {
    guard let before = step.previous else { return Replayed(.unknown("nothing came before")) }
    do {
      let changes = try diff(before, step)
      return Replayed(.known(changes.value), exitCode: changes.exitCode)
    } catch LogError.inGap(let missing, _, _, _) {
      return Replayed(.unknown("step \(missing), which came before, was not recorded"))
    } catch LogError.lost(let lost, _, _) {
      return Replayed(.unknown("step \(lost), which came before, is lost"), exitCode: .badAnswer)
    } catch let error as ReplayError where error.isLoss || error.isTrap {
      return Replayed(.unknown("\(error)"), exitCode: .badAnswer)
    } catch CommandFailure.misfit(let error, _) {
      return Replayed(.unknown("\(error)"), exitCode: .badAnswer)
    }
  }
}

extension ReplayError {
  /// Whether a store traps on the way.
  fileprivate var isTrap: Bool { if case .traps = self { true } else { false } }
}

extension ActionPage {
  /// All about the action, for programs.
  func json() throws -> JSON {
    var members = try action.json(of: log)
    let entry = action.entry
    let causes = try log.causes(of: entry)
    members.append(("causes", .array(causes.map { .uint($0.step.number) })))
    if action.origin == nil {
      members.append(("draws", .array(try entry.draws().map(JSON.tree))))
      members.append(("exactTiming", .bool(entry.timing == .exact)))
    }
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
