import PlayheadFlux
public import PlayheadLog
import PlayheadReading
public import PlayheadReplay
public import PlayheadValues

/// Asks for an action, its causes, its draws and its changes to the state.
public struct ActionRequest: Request {
  /// The action's step.
  public var step: Step

  /// Asks about the action of `step`.
  public init(of step: Step) { self.step = step }

  /// False: only the changes need the stores.
  public var needsStores: Bool { false }

  /// True, for the changes.
  public var usesStores: Bool { true }

  /// An action, its causes and its changes.
  public struct Answer: Codable, Sendable {
    /// The action.
    public var action: ActionRecord
    /// The action that caused it, the cause of that one, and so on, as far as they were recorded.
    public var causes: [ActionRecord]
    /// The values that the stores drew when it was recorded.
    public var draws: [Value]
    /// The changes that the action made.
    public var changes: Changes
    /// The stores that the app added or removed right after the action.
    public var storeChange: StoreChange?
  }

  /// The changes that an action made.
  public enum Changes: Codable, Sendable {
    /// The changes in the state.
    case known(Diff)
    /// The changes are unknown.
    case unknown(Reason)
  }

  /// Why the changes of an action are unknown.
  public enum Reason: Codable, Sendable {
    /// The app's stores are missing.
    case storesMissing
    /// No state comes before the action.
    case isFirst
    /// The step before was not recorded.
    case notRecorded(Step)
    /// The step before is lost.
    case lost(Step)
    /// A store crashes at this action or on the way to it. The action's type is nil if it is unknown.
    case crashed(KnownCrash, ActionType?)
    /// An action on the way does not fit, or a state is missing: the reason in a sentence.
    case unreachable(String)

    /// Whether the log or the app has a fault.
    public var isFault: Bool {
      switch self {
      case .lost, .crashed, .unreachable: true
      case .storesMissing, .isFirst, .notRecorded: false
      }
    }
  }

  /// Throws `ReadingError` if the step has no action.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let log = inspector.log
    let entry = try log.entry(at: step)
    return Answer(
      action: try inspector.record(of: entry),
      causes: try log.causes(of: entry).map { try inspector.record(of: $0) },
      draws: try entry.draws(), changes: try changes(inspector),
      storeChange: log.storeChange(rightAfter: step))
  }

  private func changes(_ inspector: Inspector) throws -> Changes {
    guard inspector.recordedReplay != nil else { return .unknown(.storesMissing) }
    guard let before = inspector.log.origin(of: step) else { return .unknown(.isFirst) }
    do {
      return .known(
        try inspector.replaying { replay in
          let diff = try replay.diff(from: before, to: step)
          inspector.compareAhead(replay)
          return diff
        })
    } catch ReadingError.inGap(let missing, _, _, _, _) {
      return .unknown(.notRecorded(missing))
    } catch ReadingError.lost(let lost, _, _) {
      return .unknown(.lost(lost))
    } catch ReplayError.traps(let trap, let type) {
      return .unknown(.crashed(trap, type))
    } catch let error as ReplayError
      where error.isLoss || error.isIncompatibility || error.isStateIncompatibility
      || error.unshown != nil
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

  /// The trap, if the error is about one.
  package var trap: KnownCrash? {
    if case .traps(let trap, _) = self { trap } else { nil }
  }
}

extension ActionSource {
  fileprivate func causes(of entry: LogEntry) throws -> [LogEntry] {
    var chain: [LogEntry] = []
    var current = entry
    // A cause comes before its effect. A damaged log may say otherwise, and must not cause a loop.
    while let cause = current.cause, current.step > cause, cause > .initial {
      do {
        current = try self.entry(at: cause)
      } catch ReadingError.inGap, ReadingError.lost, ReadingError.damaged {
        return chain
      }
      chain.append(current)
    }
    return chain
  }
}

/// Asks where the handlers of an action are in the source.
public struct HandlersRequest: Request {
  /// The action's step.
  public var step: Step

  /// Asks for the handlers of the action of `step`.
  public init(of step: Step) { self.step = step }

  /// A store's handler.
  public struct Handler: Codable, Hashable, Sendable {
    /// The store.
    public var store: String
    /// The line that adds the handler to the store: `Module/File.swift:12`.
    public var place: String
  }

  /// Gives the handlers in the order in which the stores handle the action. Needs no replay.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> [Handler] {
    let type = try inspector.action(at: step).type
    let handlers = inspector.recordedReplay?.handlers(of: type) ?? []
    return handlers.flatMap { handler in
      handler.places.map { Handler(store: handler.store.name, place: "\($0)") }
    }
  }
}
