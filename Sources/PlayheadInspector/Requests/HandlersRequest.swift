import PlayheadFlux
public import PlayheadLog
import PlayheadReplay

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
    guard let player = inspector.player, let current = player.currentType(of: type) else {
      return []
    }
    let addressee = player.address(of: type).store
    return player.dispatcher.handlers(of: current)
      .filter { addressee == nil || $0.store.name == addressee }
      .flatMap { handler in
        handler.places.map { Handler(store: handler.store.name, place: "\($0)") }
      }
  }
}
