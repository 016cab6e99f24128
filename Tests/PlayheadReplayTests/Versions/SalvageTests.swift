import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct SalvageTests {
  private struct Strict: Codable, Sendable { var price = 1 }

  /// Items (which the new build does not know, or cannot read) among puts, which it can: steps 2, 5 and
  /// 6 are items.
  private func builds(_ new: @escaping @Sendable () -> Store<Int>) throws -> Builds {
    try Builds(
      old: {
        [
          Store("count", 0).on(Put.self) { $0 += $1.count }.on(Old.Plain.self) { $0 += $1.count }
        ]
      }, new: { [new()] }, options: .exact
    ) { dispatcher, _ in
      for isKnown in [true, false, true, true, false, false, true] {
        if isKnown { dispatcher.dispatch(Put(count: 1)) } else { dispatcher.dispatch(Old.Plain()) }
      }
    }
  }

  private func unknowing() throws -> Builds {
    try builds { Store("count", 0).on(Put.self) { $0 += $1.count } }
  }

  @Test func `salvage skips exactly the unknown actions, and steps keep their numbers`() throws {
    #expect(try unknowing().values(at: "count", .salvage) == [0, 1, 1, 2, 3, 3, 3, 4])
    let replay = try unknowing().replay(.salvage)
    for (step, since) in [(7, 2), (1, nil), (2, 2), (0, nil), (7, 2)] as [(Step, Step?)] {
      try replay.go(to: step)
      #expect(replay.approximateSince == since, "step \(step)")
    }
    // Each is counted once.
    #expect(replay.incompatibilities.count == 3 && replay.incompatibilities.stores.isEmpty)
    #expect(replay.incompatibilities.actions.map(\.type) == [ActionType(name: "Item")])
    #expect(replay.incompatibilities.actions.map(\.first) == [2])
  }

  @Test func `a recorded state after a gap is exact again`() throws {
    let builds = try Builds(
      old: {
        [Store("count", 0).on(Put.self) { $0 += $1.count }.on(Old.Plain.self) { $0 += $1.count }]
      },
      new: { [Store("count", 0).on(Put.self) { $0 += $1.count }] }
    ) { dispatcher, recorder in
      dispatcher.dispatch(Old.Plain(count: 100))
      recorder.pause()
      dispatcher.dispatch(Old.Plain(count: 100))
      recorder.resume()
      dispatcher.dispatch(Put(count: 1))
    }
    let replay = try builds.replay(.salvage)
    try replay.go(to: 1)
    #expect(replay.approximateSince == 1)
    #expect(try replay.state(at: 3).value(at: StatePath("count")) == 201)
    #expect(replay.approximateSince == nil)
  }

  @Test func `salvage starts from the app's own state if the log's does not fit`() throws {
    let builds = try Builds.states(CartV1(items: ["A"]), as: Strict(price: 5))
    let replay = try builds.replay(.salvage)
    #expect(try replay.state().value(at: StatePath("cart.price")) == 5)
    #expect(replay.approximateSince == 0 && replay.incompatibilities.stores == ["cart"])
  }

  @Test
  func `a determinism check with salvage compares digests only until the first skipped action`()
    throws
  {
    #expect(try unknowing().divergence(.salvage) == nil)
    let wrong = try builds { Store("count", 0).on(Put.self) { $0 += $1.count * 2 } }
    #expect(try wrong.divergence(.salvage)?.step == 1)
  }
}
