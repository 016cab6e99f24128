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

  /// Performs all lines on one thread: tests that need one each wait for those of others.
  func perform(_ lines: String...) async throws {
    try await onOwnThread { [app] in
      for line in lines { try app.perform(line) }
    }
  }

  func dispatch(_ actions: any Action...) async {
    await onOwnThread { [app] in
      for action in actions { app.dispatcher.dispatch(action) }
      app.finish()
    }
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

// MARK: - What is kept

extension Site {
  /// What the database has of the sheet in view, and its queue.
  var database: Kept {
    get throws {
      let sheet = try #require(app.stores.sheets.state.current)
      let project = try world.database.project()
      return Kept(
        annotations: try world.database.annotations(onSheet: sheet.number),
        sheets: project.sheets, queue: project.queue)
    }
  }

  /// What the stores have of it.
  var stored: Kept {
    get throws {
      Kept(
        annotations: try #require(app.stores.board).annotations,
        sheets: app.stores.sheets.state.all, queue: outbox.queue)
    }
  }

  /// The states of all stores.
  var states: [String: Data] { get throws { try app.dispatcher.encodedStates() } }

  struct Kept: Equatable {
    let annotations: [Annotation]
    let sheets: [Sheet]
    let queue: [Change]
  }
}

/// Calls `body` with a path at which there is no file yet.
func withFile(_ body: (String) async throws -> Void) async throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).plan").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  try await body(path)
}
