/// What Playhead's adapter uses of the Composable Architecture, as that library declares it. It needs many
/// packages and Apple's systems, so that the adapter is compiled against this.
public protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action

  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

/// What a reducer leaves to be done.
public struct Effect<Action>: Sendable {
  /// Nothing.
  public static var none: Effect { Effect() }
}
