/// How one state reacts to actions: pure functions, in order.
///
/// ```swift
/// let counter = Reducer<Int>
///   .on(Increment.self) { count, action, _ in count += action.by }
///   .on(Reset.self) { count, _, _ in count = 0 }
/// let store = Store("counter", 0, reducer: counter)
/// ```
public struct Reducer<State>: Sendable {
  /// One of its functions, and the type of action that it takes.
  struct Rule: Sendable {
    /// The one type that the function takes; `nil` if it is asked about every action.
    let type: (any Action.Type)?
    let body: @Sendable (inout State, any Action, Context) -> Void

    var run: Run {
      { [body] state, action, context in
        context.frame.leftUnchanged = false
        body(&state, action, context)
        return !context.frame.leftUnchanged
      }
    }
  }

  let rules: [Rule]

  init(rules: [Rule]) { self.rules = rules }

  /// A reducer that does nothing.
  public init() { rules = [] }

  /// A reducer that is asked about every action; it calls ``Context/leaveUnchanged()`` for those
  /// that are not its own.
  ///
  /// A debugger has to know the types of actions to read them from a log: name those that
  /// `reduce` takes in `types`, unless a store takes each by its type as well.
  public init(
    _ reduce: @escaping @Sendable (inout State, any Action, Context) -> Void,
    types: [any Action.Type] = []
  ) {
    rules = [Rule(type: nil, body: reduce)]
    named = types
  }

  /// Types of actions that a function which is asked about every action takes.
  var named: [any Action.Type] = []

  /// All of what it does with an action; the result says whether that changed something.
  typealias Run = @Sendable (inout State, any Action, Context) -> Bool

  /// What it does with actions of `type`; `nil` if nothing.
  func run(for type: any Action.Type) -> Run? {
    rules.filter { $0.type == nil || $0.type == type }.map(\.run).reduce(nil, both)
  }

  // One closure, not a list of them: to walk a list of generic closures costs 50 ns per action.
  private func both(_ first: Run?, _ second: @escaping Run) -> Run {
    guard let first else { return second }
    return { state, action, context in
      let changed = first(&state, action, context)
      return second(&state, action, context) || changed
    }
  }

  /// All types of action that it is known to take, in order, each once.
  var actionTypes: [any Action.Type] { unique(rules.compactMap(\.type) + named) }
}

/// `types`, each once, where it first appears.
func unique(_ types: [any Action.Type]) -> [any Action.Type] {
  var seen: Set<ObjectIdentifier> = []
  return types.filter { seen.insert(ObjectIdentifier($0)).inserted }
}
