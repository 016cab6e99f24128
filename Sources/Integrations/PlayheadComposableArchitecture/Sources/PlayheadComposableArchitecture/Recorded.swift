public import ComposableArchitecture

/// A reducer whose actions are recorded.
///
/// Effects are not in the log, but the actions that they send are. A replay calls only the reducer.
public struct Recorded<Base: Reducer>: Reducer where Base.State: Codable & Sendable {
  let base: Base
  let recorder: FeatureRecorder<Base.State>

  /// Records the action around the base reducer.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    recorder.reduce(&state, action, refused: .none) { base.reduce(into: &$0, action: action) }
  }
}

extension Reducer where State: Codable & Sendable {
  /// This reducer, recorded.
  public func recorded(by recorder: FeatureRecorder<State>) -> Recorded<Self> {
    Recorded(base: self, recorder: recorder)
  }
}
