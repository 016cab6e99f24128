import PlayheadFlux

/// The time of a dispatch by number of stores: it grows with the stores that handle the action only.
enum DispatchBenchmarks {
  private struct Bump: Action { var amount = 1 }
  private struct Other: Action {}

  /// The stores that handle the action.
  private enum Interest: String {
    case none, one, all

    func takes(_ index: Int) -> Bool { self == .all || self == .one && index == 0 }
  }

  static func rows() throws -> [Row] {
    try [1, 10, 100, 1_000].flatMap { count in
      // With one store, `one` and `all` are the same.
      let interests: [Interest] = count == 1 ? [.none, .one] : [.none, .one, .all]
      return try interests.flatMap { try rows(of: count, $0) }
    }
  }

  private static func rows(of count: Int, _ interest: Interest) throws -> [Row] {
    // A measurement takes at least about a millisecond, and less than a second with many stores.
    let operations = max(20_000 / count, 200)
    let dispatcher = try dispatcher(of: count, interest)
    let closure = closure()
    var loop = ReducerLoop(of: count, interest)
    let times = try Stopwatch.best(
      operations: operations,
      [
        { for _ in 0..<operations { dispatcher.dispatch(Bump()) } },
        { for _ in 0..<operations { closure(Bump()) } },
        { for _ in 0..<operations { loop.handle(Bump()) } },
      ])
    consume(loop)
    let input = "\(count) \(count == 1 ? "store" : "stores"), \(interest) interested"
    func row(_ other: Int, _ competitor: String) -> Row {
      Row(
        subject: "dispatch", input: input, playhead: times[0], competitor: competitor,
        other: times[other], unit: .nanoseconds)
    }
    let againstLoop = row(2, "all stores' reducers in a loop")
    return interest == .one ? [row(1, "a closure call"), againstLoop] : [againstLoop]
  }

  private static func dispatcher(of count: Int, _ interest: Interest) throws -> Dispatcher {
    let dispatcher = Dispatcher()
    let stores = (0..<count).map { index in
      let store = Store("store \(index)", 0)
      return interest.takes(index)
        ? store.on(Bump.self) { $0 += $1.amount } : store.on(Other.self) { state, _ in state = 0 }
    }
    try dispatcher.register(stores)
    return dispatcher
  }

  /// The fastest possible handling.
  private static func closure() -> (Bump) -> Void {
    var state = 0
    return { action in
      state += action.amount
      consume(state)
    }
  }

  /// An app without a dispatcher: every reducer checks the type of every action.
  private struct ReducerLoop {
    private var states: [Int]
    private let reducers: [(inout Int, any Action) -> Void]

    init(of count: Int, _ interest: Interest) {
      states = Array(repeating: 0, count: count)
      reducers = (0..<count).map { index in
        guard interest.takes(index) else {
          return { state, action in if action is Other { state = 0 } }
        }
        return { state, action in if let action = action as? Bump { state += action.amount } }
      }
    }

    mutating func handle(_ action: any Action) {
      for index in reducers.indices { reducers[index](&states[index], action) }
    }
  }
}
