import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct StateUpgradeTests {
  /// A session of the old build with a gap behind the second action, read by the third version.
  private func builds(_ upgrades: [Upgrade]) throws -> Builds {
    try Builds(
      old: { [Store("cart", CartV1(items: ["A"])).on(Put.self) { $0.items.append($1.sku) }] },
      new: {
        [
          Store("cart", CartV3()).on(Put.self) { cart, put in
            cart.lines.append(.init(sku: put.sku))
            cart.total += 1
          }
        ]
      }, upgrades: upgrades, options: .exact
    ) { dispatcher, recorder in
      for sku in ["B", "C"] { dispatcher.dispatch(Put(sku: sku)) }
      recorder.pause()
      dispatcher.dispatch(Put(sku: "D"))
      recorder.resume()
      dispatcher.dispatch(Put(sku: "E"))
    }
  }

  @Test func `replay upgrades the recorded states at the beginning and after a gap`() throws {
    let replay = try builds([CartV1.upgrade, CartV3.upgrade]).replay()
    func state(at step: Step) throws -> String {
      let state = try replay.state(at: step)
      let skus = try (0..<6).compactMap { state.value(at: try StatePath("cart.lines[\($0)].sku")) }
      return "\(skus) \(state.value(at: try StatePath("cart.total")) ?? .null)"
    }
    #expect(try state(at: 0) == #"["A"] 1"#)
    #expect(try state(at: 2) == #"["A", "B", "C"] 3"#)
    #expect(try state(at: 4) == #"["A", "B", "C", "D", "E"] 5"#)
  }

  @Test func `a determinism check does not compare recorded digests of states that were upgraded`()
    throws
  {
    let builds = try builds([CartV1.upgrade, CartV3.upgrade])
    #expect(try builds.log.digests().count > 2)
    #expect(try builds.divergence() == nil)
  }

  @Test
  func
    `'risky' is the verdict on complete state upgrades, 'impossible' on ones that end too early`()
    throws
  {
    #expect(
      try builds([CartV1.upgrade, CartV3.upgrade]).sentences() == [
        "risky: the state of store 'cart': 2 upgrades make it cart of version 3"
      ])
    #expect(
      try builds([CartV1.upgrade]).sentences() == [
        """
        impossible: the state of store 'cart': the app's upgrades lead to version 2, not to the \
        current version, 3
        """
      ])
    #expect(throws: ReplayError.self) { try builds([CartV1.upgrade]).replay() }
  }
}
