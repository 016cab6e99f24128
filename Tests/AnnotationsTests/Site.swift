import Annotations
import Foundation
import PlayheadFlux
import Synchronization
import Testing

/// An app with a project open, the world around it, and the verbs that tests use on both.
final class Site {
  let app: Annotations
  let world: World
  let tape: Tape

  init(_ world: World = World()) throws {
    self.world = world
    app = try Annotations(environment: .seeded(tick: 60), outside: world.outside)
    tape = Tape()
    app.dispatcher.attach(tape)
    try app.start()
    app.finish()
  }

  var filters: AnnotationFilterState { app.stores.filters.state }

  var issues: [Annotation] { app.stores.issues.state.rows }

  var outbox: Outbox { app.stores.outbox.state }

  var notices: [String] { app.stores.screen.state.notices }

  /// The numbers of the annotations that the filters let through.
  var visible: [Int] {
    AnnotationFilterService(filters).visible(app.stores.board?.annotations ?? []).map(\.number)
  }

  func annotation(_ number: Int) throws -> Annotation {
    try #require(app.stores.board?.annotations.first { $0.number == number })
  }

  func perform(_ lines: String...) throws { for line in lines { try app.perform(line) } }

  /// Performs the lines of a file of `fixtures/annotations`.
  func perform(script: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let file = root.appending(path: "fixtures/annotations/\(script)").standardized
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      try app.perform(String(line))
    }
  }

  func dispatch(_ actions: any Action...) {
    for action in actions { app.dispatcher.dispatch(action) }
    app.finish()
  }

  /// The sentence that a line is refused with.
  func refusal(of line: String) -> String? {
    do {
      try app.perform(line)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// What is around an app: its databases and its server, and how often it asked for one.
final class World: Sendable {
  let server: TestServer
  private let opened = Mutex<[any Database]>([])
  private let servers = Mutex(0)

  init(_ server: TestServer = TestServer()) { self.server = server }

  var outside: Outside {
    Outside(
      openDatabase: { path in
        let database = try ProjectDatabase(path: path)
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
