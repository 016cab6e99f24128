package import PlayheadFlux
package import PlayheadLog

/// What only an app with a dispatcher knows. An app's own engine has nothing of it.
extension Replay {
  /// The names of the action types that the app takes.
  package var actionTypes: [String] { dispatcherPlayer?.actionTypes ?? [] }

  /// The app whose stores are replayed, if its type is known.
  package var app: (any ReplayableApp)? { dispatcherPlayer?.app }

  /// Whether actions of `type` have another version than the app's and are decoded without an upgrade.
  package func readsAsItIs(_ type: ActionType) -> Bool {
    dispatcherPlayer?.readsAsItIs(type) ?? false
  }

  /// The stores that handle actions of a type of the log, in their order.
  package func handlers(of type: ActionType) -> [ActionHandler] {
    guard let player = dispatcherPlayer, let current = player.currentType(of: type) else {
      return []
    }
    let addressee = player.address(of: type).store
    return player.dispatcher.handlers(of: current)
      .filter { addressee == nil || $0.store.name == addressee }
  }
}
