import Foundation
import Testing

// For orders that no state holds.
@testable import Feed

/// How ten requests fare, one after the other: `.` for each that arrives, `x` for each that fails.
private func fate(of network: Network) async -> String {
  var fate = ""
  for _ in 0..<10 {
    do throws(ServerFailure) {
      try await network.carry()
      fate += "."
    } catch {
      fate += "x"
    }
  }
  return fate
}

@Suite struct `The network` {
  @Test(arguments: [
    ([Network.Setting.reliable], ".........."), ([.reliable, .failNext(3)], "xxx......."),
    ([.flaky(percent: 100)], "xxxxxxxxxx"), ([.failNext(3), .reliable], ".........."),
  ])
  func `the feed's simulated network fails requests as its settings say`(
    settings: [Network.Setting], expected: String
  ) async {
    let network = Network(sleep: { _ in })
    for setting in settings { network.configure(setting) }
    #expect(await fate(of: network) == expected)
  }
}

@Suite struct `The simulated server` {
  private let server: SimulatedServer

  init() {
    let network = Network(sleep: { _ in })
    network.configure(.reliable)
    server = SimulatedServer(behind: network)
  }

  @Test func `the feed's simulated server sells each order once and no more than its stock`()
    async throws
  {
    let order = Order(id: UUID(), item: "mug", quantity: 4)
    #expect(try await server.sell(order) == 1)
    #expect(try await server.sell(order) == 1)
    let other = Order(id: UUID(), item: "mug", quantity: 2)
    await #expect(throws: ServerFailure.soldOut(left: 1)) { try await server.sell(other) }
    let unknown = Order(id: UUID(), item: "hat", quantity: 1)
    await #expect(throws: ServerFailure.gone) { try await server.sell(unknown) }
  }
}
