import PlayheadFiles
public import PlayheadLog
package import PlayheadReplay
public import PlayheadValues

/// All about one action: what is in the log, and what it changed.
public struct ActionRequest: Request {
  /// The action's step.
  public var step: Step

  /// All about the action of `step`.
  public init(of step: Step) { self.step = step }

  /// What it changed needs the stores; all else is there without.
  public var needsStores: Bool { false }

  /// For what it changed.
  public var usesStores: Bool { true }

  /// An action, what led to it and what it led to.
  public struct Answer: Codable, Sendable {
    /// The action.
    public var action: ActionRecord
    /// The action that caused it, the one that caused that, and so on, as far as they were recorded.
    public var causes: [ActionRecord]
    /// What its stores took from outside when it was recorded.
    public var draws: [Value]
    /// What it changed.
    public var changes: Changes
  }

  /// What an action changed.
  public enum Changes: Codable, Sendable {
    /// This, in the state.
    case known(Diff)
    /// Nobody can say.
    case unknown(Reason)
  }

  /// Why nobody can say what an action changed.
  public enum Reason: Codable, Sendable {
    /// The app's stores are not there.
    case storesMissing
    /// Nothing came before it.
    case isFirst
    /// The step before was not recorded.
    case notRecorded(Step)
    /// The step before is lost.
    case lost(Step)
    /// A store traps on the way to it, an action does not fit, or a state is lacking: in a sentence.
    case unreachable(String)

    /// Whether something is wrong with the log or with the app.
    public var isFault: Bool {
      switch self {
      case .lost, .unreachable: true
      case .storesMissing, .isFirst, .notRecorded: false
      }
    }
  }

  /// Throws `LogError` if the step has no action.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let log = inspector.log
    let entry = try log.entry(at: step)
    return Answer(
      action: try inspector.record(of: entry),
      causes: try log.causes(of: entry).map { try inspector.record(of: $0) },
      draws: try entry.draws(), changes: try changes(inspector))
  }

  private func changes(_ inspector: Inspector) throws -> Changes {
    guard inspector.recordedReplay != nil else { return .unknown(.storesMissing) }
    guard let before = step.previous else { return .unknown(.isFirst) }
    do {
      return .known(try inspector.replaying { try $0.diff(from: before, to: step) })
    } catch LogError.inGap(let missing, _, _, _) {
      return .unknown(.notRecorded(missing))
    } catch LogError.lost(let lost, _, _) {
      return .unknown(.lost(lost))
    } catch let error as ReplayError
      where error.isLoss || error.isIncompatibility || error.isStateIncompatibility
      || error.trap != nil
    {
      return .unknown(.unreachable("\(error)"))
    }
  }
}

extension ReplayError {
  /// Whether a state in the log does not fit.
  package var isStateIncompatibility: Bool {
    if case .undecodableState = self { true } else { false }
  }

  /// Where a store traps, if it says that.
  package var trap: KnownTrap? {
    if case .traps(let trap, _) = self { trap } else { nil }
  }
}

extension LogReader {
  fileprivate func causes(of entry: LogEntry) throws -> [LogEntry] {
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
