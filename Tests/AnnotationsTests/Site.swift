import Annotations
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

/// An app with a project open, the world around it, and the verbs that tests use on both.
final class Site: Sendable {
  let app: Annotations
  let world: World
  let tape: Tape

  init(_ world: World = World(), outside: Outside? = nil) async throws {
    self.world = world
    app = try Annotations(inputs: .seeded(tick: 60), outside: outside ?? world.outside)
    tape = Tape()
    app.dispatcher.attach(tape)
    let app = app
    try await onOwnThread { try app.start() }
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

  func perform(_ lines: String...) async throws {
    for line in lines { try await onOwnThread { [app] in try app.perform(line) } }
  }

  /// The text of a file of `fixtures/annotations`.
  static func fixture(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let file = root.appending(path: "fixtures/annotations/\(name)").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Performs the lines of a file of `fixtures/annotations`.
  func perform(script: String) async throws {
    for line in try Site.fixture(script).split(separator: "\n") {
      try await perform(String(line))
    }
  }

  func dispatch(_ actions: any Action...) async {
    for action in actions { app.dispatcher.dispatch(action) }
    await onOwnThread { [app] in app.finish() }
  }

  /// The sentence that a line is refused with.
  func refusal(of line: String) async -> String? {
    do {
      try await perform(line)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// Calls `body` with a path at which there is no file yet.
func withFile(_ body: (String) async throws -> Void) async throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plan").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  try await body(path)
}
