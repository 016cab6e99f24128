/// How one state reacts to actions: pure functions, in order.
///
/// ```swift
/// let counter = Reducer<Int>()
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
    let place: SourcePlace

    var run: Run {
      { [body] state, action, context in
        context.storage.leftUnchanged = false
        body(&state, action, context)
        return !context.storage.leftUnchanged
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
    types: [any Action.Type] = [], file: StaticString = #fileID, line: UInt = #line
  ) {
    rules = [Rule(type: nil, body: reduce, place: SourcePlace(file, line))]
    named = types
  }

  /// Types of actions that a function which is asked about every action takes.
  var named: [any Action.Type] = []

  /// What it does with an action; the result says whether that changed something.
  typealias Run = @Sendable (inout State, any Action, Context) -> Bool

  /// What it does with actions of `type`; `nil` if nothing.
  func run(for type: any Action.Type) -> Run? {
    // A loop, not `map` and `reduce`: generic functions wrap a closure that passes through them, at a cost for each action.
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

  /// Where the functions are written that take actions of `type`.
  func places(for type: any Action.Type) -> [SourcePlace] {
    rules.filter { $0.type == nil || $0.type == type }.map(\.place)
  }

  /// All types of action that it is known to take, in order, each once.
  var actionTypes: [any Action.Type] { unique(rules.compactMap(\.type) + named) }
}

extension Reducer {
  /// This reducer, and then one that takes actions of one type.
  public func on<A: Action>(
    _ type: A.Type, file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, A, Context) -> Void
  ) -> Reducer {
    let body: @Sendable (inout State, any Action, Context) -> Void = { state, action, context in
      // Rules are chosen by type, so this holds; the cast only recovers what is known.
      guard let action = action as? A else { return }
      reduce(&state, action, context)
    }
    return then(Reducer(rules: [Rule(type: type, body: body, place: SourcePlace(file, line))]))
  }

  /// This reducer, and then one that takes actions of several types by one function.
  public func on(
    anyOf types: any Action.Type..., file: StaticString = #fileID, line: UInt = #line,
    reduce: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Reducer {
    on(types: types, SourcePlace(file, line), reduce)
  }

  func on(
    types: [any Action.Type], _ place: SourcePlace,
    _ reduce: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Reducer {
    then(Reducer(rules: unique(types).map { Rule(type: $0, body: reduce, place: place) }))
  }

  /// This reducer, and then `next`.
  public func then(_ next: Reducer) -> Reducer {
    var both = Reducer(rules: rules + next.rules)
    both.named = named + next.named
    return both
  }

  /// The same reducer for a larger state, of which its own is the part at `path`.
  ///
  /// The part is changed in place.
  public func pullback<Whole>(
    _ path: any WritableKeyPath<Whole, State> & Sendable
  ) -> Reducer<Whole> {
    let rules = rules.map { rule in
      Reducer<Whole>.Rule(
        type: rule.type,
        body: { whole, action, context in rule.body(&whole[keyPath: path], action, context) },
        place: rule.place)
    }
    var whole = Reducer<Whole>(rules: rules)
    whole.named = named
    return whole
  }
}

/// A line of an app's source.
package struct SourcePlace: Sendable, CustomStringConvertible {
  private let file: StaticString
  private let line: UInt

  init(_ file: StaticString, _ line: UInt) { (self.file, self.line) = (file, line) }

  /// `Module/File.swift:12`.
  package var description: String { "\(file):\(line)" }
}
