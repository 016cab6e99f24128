import Annotations
import Foundation
import Testing

@Suite struct `The site's server` {
  let server = SiteServer(losses: 0)

  @Test func `the annotations app's simulated server rejects a deletion by anyone but the author`()
    async throws
  {
    let change = try await Self.change(of: 1, .delete)
    #expect(
      try await server.send(change) == .rejected("#1 is as it was: only Ben may delete it"))
  }

  @Test
  func
    `the annotations app's simulated server rejects assigning an issue to a person who has left`()
    async throws
  {
    let change = try await Self.change(of: 1, .assign("Dora"))
    #expect(
      try await server.send(change)
        == .rejected("#1 is as it was: Dora is no longer in this project"))
  }

  @Test func `the annotations app's simulated server counts a change that it gets twice only once`()
    async throws
  {
    let change = try await Self.change(of: 1, .setStatus(.closed))
    #expect(try await server.send(change) == .accepted)
    #expect(try await server.send(change) == .accepted)
    #expect(await server.acceptedCount == 1)
  }

  /// A change by Ada of an annotation of the first sheet.
  static func change(of number: Int, _ operation: Change.Operation) async throws -> Change {
    let row = try await Site().annotation(number)
    return Change(
      id: UUID(), subject: row.id, sheet: 1, number: number, author: "Ada", date: .now,
      before: row, operation: operation)
  }
}
