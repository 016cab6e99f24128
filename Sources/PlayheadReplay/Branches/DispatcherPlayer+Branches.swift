import PlayheadFlux
import PlayheadLog

extension DispatcherPlayer {
  /// The names of the types of action that the app's stores take, sorted.
  public var actionTypes: [String] { maker.types.present.keys.sorted() }

  /// What handling an action of a branch came to.
  struct Handled {
    /// How the draws differed from the log's, if they did.
    var fault: DrawFault?
    /// The places of the stores that changed.
    var changed: [Int]
    /// All that the stores drew.
    var draws: [Draw]
  }

  /// Hands the action to the stores; what they draw beyond what the log has comes from `continuation`. Nil if
  /// the action is left out.
  func apply(_ action: LoggedAction, continuation: SystemInputs) throws -> Handled? {
    guard let value = try maker.read(action) else { return nil }
    let stores = dispatcher.stores
    let replayed = dispatcher.apply(
      value, turn: Turn(action.step.number), cause: action.cause.map { Turn($0.number) },
      draws: try action.draws(), continuation: continuation)
    let changed = replayed.changed.compactMap { place in
      all.firstIndex { $0 === stores[place] }
    }
    return Handled(
      fault: replayed.mismatch.map { DrawFault($0) }, changed: changed, draws: replayed.draws)
  }

  /// The action as this build has it; nil if it is left out.
  func present(_ action: LoggedAction) throws -> (any Action)? { try maker.read(action) }
}
