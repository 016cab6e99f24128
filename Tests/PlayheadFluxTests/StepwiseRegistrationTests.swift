import FluxTesting
import PlayheadFlux
import PlayheadReplay
import Testing

/// Stores by number, of which each runs after some others: as plain values, so that the same stores can
/// be made for several dispatchers.
private struct Plan {
  private let dependencies: [[Int]]

  /// Most dependencies come before their dependents, so that cycles are seldom.
  init(_ count: Int, _ random: inout SplitMix64) {
    dependencies = (0..<count).map { store in
      (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int.random(in: 0..<min(store + 2, count), using: &random)
      }
    }
  }

  func stores() -> [Store<Int>] {
    // Two share a name.
    let stores = dependencies.indices.map { counter("\($0 == 7 ? 5 : $0)") }
    for (store, others) in zip(stores, dependencies) {
      for other in others { store.run(after: stores[other]) }
    }
    return stores
  }
}

@Suite struct StepwiseRegistrationTests {
  @Test(arguments: 1...UInt64(Soak.isOn ? 200 : 40))
  func `stores registered in batches get the same order as stores registered together`(seed: UInt64)
  {
    var random = SplitMix64(seed: seed)
    let plan = Plan(12, &random)
    let (stores, dispatcher) = (plan.stores(), Dispatcher())
    var order: [Int] = []
    for _ in 0..<30 {
      let batch = (0..<Int.random(in: 1...4, using: &random))
        .map { _ in Int.random(in: 0..<12, using: &random) }
        .filter { !order.contains($0) }
      let (others, atOnce) = (plan.stores(), Dispatcher())
      let expected = refusal { try atOnce.register((order + batch).map { others[$0] }) }
      #expect(refusal { try dispatcher.register(batch.map { stores[$0] }) } == expected)
      if expected == nil { order = atOnce.stores.compactMap { index(of: $0, in: others) } }
      if Bool.random(using: &random) { leave(&order, stores, dispatcher, &random) }
      #expect(dispatcher.stores.map { index(of: $0, in: stores) } == order)
    }
  }

  /// Unregisters one or two stores, in `order` as well, if no other needs them.
  private func leave(
    _ order: inout [Int], _ stores: [Store<Int>], _ dispatcher: Dispatcher,
    _ random: inout SplitMix64
  ) {
    let leaving = order.shuffled(using: &random).prefix(2)
    let rest = order.filter { !leaving.contains($0) }
    var expected: String?
    for store in leaving.reversed() {
      let dependents = rest.filter { stores[$0].dependencies.contains { $0 === stores[store] } }
      guard !dependents.isEmpty else { continue }
      let error = RegistrationError.stillNeeded(
        store: stores[store].name, dependents: dependents.map { stores[$0].name })
      expected = "\(error)"
    }
    #expect(refusal { try dispatcher.unregister(leaving.map { stores[$0] }) } == expected)
    if expected == nil { order = rest }
  }

  private func index(of store: any AnyStore, in stores: [Store<Int>]) -> Int? {
    stores.firstIndex { $0 === store }
  }

  @Test func `a dependency registered after a replay without it comes before its dependent`() throws
  {
    let base = counter("base")
    let dependent = counter("dependent", after: [base])
    let dispatcher = try dispatcher(base, dependent)
    dispatcher.replay(with: [dependent])
    #expect(
      throws: RegistrationError.unregisteredDependency(store: "dependent", dependency: "base")
    ) {
      try dispatcher.register(counter("other"))
    }
    #expect(dispatcher.stores.map(\.name) == ["dependent"])
    try dispatcher.register(base)
    #expect(dispatcher.stores.map(\.name) == ["base", "dependent"])
  }
}
