/// What Playhead's adapter uses of ReSwift, as that library declares it, so that the adapter is tested without a network.
public protocol Action {}

/// A function from an action and a state to the next state.
public typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
