import Annotations
import Foundation
import Synchronization
import Testing

/// What is around an app: its databases and its server, and how often it asked for one.
final class World: Sendable {
  let server: TestServer
  private let opened = Mutex<[any Database]>([])
  private let servers = Mutex(0)

  private let wrap: @Sendable (ProjectDatabase) -> any Database

  init(
    _ server: TestServer = TestServer(),
    _ wrap: @escaping @Sendable (ProjectDatabase) -> any Database = { $0 }
  ) {
    self.server = server
    self.wrap = wrap
  }

  var outside: Outside {
    Outside(
      openDatabase: { path in
        // Tests have no time to wait for other programs.
        let database = self.wrap(try ProjectDatabase(path: path, patience: 0))
        self.opened.withLock { $0.append(database) }
        return database
      },
      makeServer: {
        self.servers.withLock { $0 += 1 }
        return self.server
      })
  }

  var databaseCount: Int { opened.withLock { $0.count } }

  var serverCount: Int { servers.withLock { $0 } }

  /// The database that was opened last.
  var database: any Database {
    get throws { try #require(opened.withLock { $0.last }) }
  }
}

/// A server that does what a test says, and remembers what it was asked.
final class TestServer: Server {
  private struct Contents {
    var asked: [Change] = []
    var failures: Int
  }

  private let contents: Mutex<Contents>
  private let verdict: @Sendable (Change) -> ServerAnswer

  /// A server that does not answer at first, so many times, and then gives a verdict.
  init(
    failures: Int = 0, verdict: @escaping @Sendable (Change) -> ServerAnswer = { _ in .accepted }
  ) {
    contents = Mutex(Contents(failures: failures))
    self.verdict = verdict
  }

  /// All that it was asked, the first first.
  var asked: [Change] { contents.withLock { $0.asked } }

  func send(_ change: Change) async throws(ServerUnreachable) -> ServerAnswer {
    let isReached = contents.withLock { contents in
      contents.asked.append(change)
      defer { contents.failures = max(contents.failures - 1, 0) }
      return contents.failures == 0
    }
    guard isReached else { throw ServerUnreachable() }
    return verdict(change)
  }
}

/// A database that does something else when it has to save a change, or to remove one.
final class ChangedDatabase: Database {
  typealias Work<Input> = @Sendable (ProjectDatabase, Input) throws -> Void

  private let real: ProjectDatabase
  private let saving: Work<Change>
  private let removing: Work<UUID>

  init(
    _ real: ProjectDatabase, save: @escaping Work<Change> = { try $0.save($1) },
    remove: @escaping Work<UUID> = { try $0.remove($1) }
  ) {
    (self.real, saving, removing) = (real, save, remove)
  }

  func project() throws -> Project { try real.project() }
  func annotations(onSheet sheet: Int) throws -> [Annotation] {
    try real.annotations(onSheet: sheet)
  }
  func save(_ change: Change) throws { try saving(real, change) }
  func remove(_ change: UUID) throws { try removing(real, change) }
  func undo(_ change: UUID, _ update: RowUpdate, later: [Change]) throws {
    try real.undo(change, update, later: later)
  }
}
