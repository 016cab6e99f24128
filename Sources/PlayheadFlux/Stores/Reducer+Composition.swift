extension Reducer {
  /// A reducer that takes actions of one type.
  public static func on<A: Action>(
    _ type: A.Type, _ reduce: @escaping @Sendable (inout State, A, Context) -> Void
  ) -> Reducer {
    let rule = Rule(type: type) { state, action, context in
      // Rules are chosen by type, so this holds; the cast only recovers what is known.
      guard let action = action as? A else { return }
      reduce(&state, action, context)
    }
    return Reducer(rules: [rule])
  }

  /// This reducer, and then one that takes actions of one type.
  public func on<A: Action>(
    _ type: A.Type, _ reduce: @escaping @Sendable (inout State, A, Context) -> Void
  ) -> Reducer {
    then(.on(type, reduce))
  }

  /// A reducer that takes actions of several types by one function.
  public static func on(
    anyOf types: any Action.Type...,
    reduce: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Reducer {
    Reducer().on(types: types, reduce)
  }

  /// This reducer, and then one that takes actions of several types by one function.
  public func on(
    anyOf types: any Action.Type...,
    reduce: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Reducer {
    on(types: types, reduce)
  }

  func on(
    types: [any Action.Type],
    _ reduce: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Reducer {
    then(Reducer(rules: unique(types).map { Rule(type: $0, body: reduce) }))
  }

  /// This reducer, and then `next`.
  public func then(_ next: Reducer) -> Reducer {
    var both = Reducer(rules: rules + next.rules)
    both.named = named + next.named
    return both
  }

  /// All of them, in order.
  public static func sequence(_ reducers: Reducer...) -> Reducer {
    reducers.reduce(Reducer()) { $0.then($1) }
  }

  /// The same reducer for a larger state, of which its own is the part at `path`.
  ///
  /// The part is changed in place.
  public func pullback<Whole>(
    _ path: any WritableKeyPath<Whole, State> & Sendable
  ) -> Reducer<Whole> {
    let rules = rules.map { rule in
      Reducer<Whole>.Rule(type: rule.type) { whole, action, context in
        rule.body(&whole[keyPath: path], action, context)
      }
    }
    var whole = Reducer<Whole>(rules: rules)
    whole.named = named
    return whole
  }
}
