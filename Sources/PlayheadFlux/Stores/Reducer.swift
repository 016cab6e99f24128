/// How one state reacts to actions: pure functions, in order.
///
/// ```swift
/// let counter = Reducer<Int>()
///   .on(Increment.self) { count, action, _ in count += action.by }
///   .on(Reset.self) { count, _, _ in count = 0 }
/// let store = Store("counter", 0, reducer: counter)
/// ```
public struct Reducer<State>: Sendable {
  /// A function of the reducer, and the type of action that it takes.
  struct Rule: Sendable {
    /// The one type that the function takes; `nil` if it is called for every action.
    let type: (any Action.Type)?
    let body: @Sendable (inout State, any Action, Context) -> Void
    let place: SourcePosition

    var run: Run {
      { [body] state, action, context in
        context.storage.leftUnchanged = false
        body(&state, action, context)
        return !context.storage.leftUnchanged
      }
    }
  }

  let rules: [Rule]
  /// The action types of functions that are called for every action.
  let named: [any Action.Type]

  init(rules: [Rule], named: [any Action.Type] = []) { (self.rules, self.named) = (rules, named) }

  /// A reducer that does nothing.
  public init() { self.init(rules: []) }

  /// A reducer that is called for every action. `reduce` calls ``Context/leaveUnchanged()`` for actions that
  /// it does not take.
  ///
  /// A debugger needs the types of actions to read them from a log: list the types that `reduce` takes in
  /// `types`, unless a store takes each by its type as well.
  public init(
    _ reduce: @escaping @Sendable (inout State, any Action, Context) -> Void,
    types: [any Action.Type] = [], file: StaticString = #fileID, line: UInt = #line
  ) {
    let rule = Rule(type: nil, body: reduce, place: SourcePosition(file, line))
    self.init(rules: [rule], named: types)
  }

  /// Handles an action. Returns whether that changed something.
  typealias Run = @Sendable (inout State, any Action, Context) -> Bool

  /// The functions that take `type`, as one; `nil` if there are none.
  func run(for type: any Action.Type) -> Run? {
    // A loop, not `map` and `reduce`: generic functions wrap closures, which costs every action time.
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

  /// The source lines of the functions that take `type`.
  func places(for type: any Action.Type) -> [SourcePosition] {
    rules.filter { $0.type == nil || $0.type == type }.map(\.place)
  }

  /// The action types that the reducer is known to take, in order, without duplicates.
  var actionTypes: [any Action.Type] { unique(rules.compactMap(\.type) + named) }
}

extension Reducer {
  /// This reducer, followed by a function for actions of one type.
  public func on<A: Action>(
    _ type: A.Type, file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, A, Context) -> Void
  ) -> Reducer {
    let body: @Sendable (inout State, any Action, Context) -> Void = { state, action, context in
      // Cannot fail, because rules are chosen by type.
      guard let action = action as? A else { return }
      reduce(&state, action, context)
    }
    return then(Reducer(rules: [Rule(type: type, body: body, place: SourcePosition(file, line))]))
  }

  /// This reducer, followed by one function for actions of several types.
  public func on(
    anyOf types: any Action.Type..., file: StaticString = #fileID, line: UInt = #line,
    reduce: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Reducer {
    on(types: types, SourcePosition(file, line), reduce)
  }

  package func on(
    types: [any Action.Type], _ place: SourcePosition,
    _ reduce: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Reducer {
    then(Reducer(rules: unique(types).map { Rule(type: $0, body: reduce, place: place) }))
  }

  /// This reducer, followed by `next`.
  public func then(_ next: Reducer) -> Reducer {
    Reducer(rules: rules + next.rules, named: named + next.named)
  }

  /// This reducer for a larger state, with the reducer's own state at `path`, which it changes in place.
  public func pullback<Whole>(
    _ path: any WritableKeyPath<Whole, State> & Sendable
  ) -> Reducer<Whole> {
    let rules = rules.map { rule in
      Reducer<Whole>.Rule(
        type: rule.type,
        body: { whole, action, context in rule.body(&whole[keyPath: path], action, context) },
        place: rule.place)
    }
    return Reducer<Whole>(rules: rules, named: named)
  }
}

/// A line of an app's source.
package struct SourcePosition: Sendable, CustomStringConvertible {
  private let file: StaticString
  private let line: UInt

  package init(_ file: StaticString, _ line: UInt) { (self.file, self.line) = (file, line) }

  /// `Module/File.swift:12`.
  package var description: String { "\(file):\(line)" }
}
