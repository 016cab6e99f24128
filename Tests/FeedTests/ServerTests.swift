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
  @Test
  func
    `the feed's simulated network fails the same requests in each run, but not the first request`()
    async
  {
    let fates = [
      await fate(of: Network(sleep: { _ in })), await fate(of: Network(sleep: { _ in })),
    ]
    #expect(fates[0] == fates[1])
    #expect(fates[0].contains("x"))
    #expect(fates[0].hasPrefix("."), "the first page is there")
  }

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

  @Test func `the feed's simulated server counts repeated likes of a person once`() async throws {
    let before = try await server.page(after: nil).posts[0].confirmed
    let once = try await server.setLike(true, of: 1)
    let twice = try await server.setLike(true, of: 1)
    #expect(once == Likes(count: before.count + 1, hasLiked: true))
    #expect(twice == once)
    #expect(try await server.setLike(false, of: 1) == before)
    await #expect(throws: ServerFailure.gone) { try await server.setLike(true, of: 99) }
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

@Suite struct `A backoff` {
  @Test func `Backoff doubles the pause between tries up to a maximum and then ends`() {
    var backoff = Backoff()
    #expect((2...4).map(backoff.pause) == [100, 200, nil])
    backoff.attempts = 7
    #expect((2...8).map(backoff.pause) == [100, 200, 400, 800, 1000, 1000, nil])
  }
}
