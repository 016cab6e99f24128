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
    // A loop, not `map` and `reduce`: a closure that passes through a generic function is wrapped
    // in another each time, and each action would pay for it.
    var all: Run?
    for rule in rules where rule.type == nil || rule.type == type {
      guard let earlier = all else {
        all = rule.run
        continue
      }
      let run = rule.run
      all = { state, action, context in
        let changed = earlier(&state, action, context)
        return run(&state, action, context) || changed
      }
    }
    return all
  }

  /// All types of action that it is known to take, in order, each once.
  var actionTypes: [any Action.Type] { unique(rules.compactMap(\.type) + named) }
}

/// `types`, each once, where it first appears.
func unique(_ types: [any Action.Type]) -> [any Action.Type] {
  var seen: Set<ObjectIdentifier> = []
  return types.filter { seen.insert(ObjectIdentifier($0)).inserted }
}
