import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux

/// An app on a device of the tests, and the verbs that tests use on it.
///
/// On the main actor, as 'wait' puts a thread to sleep: those that the effects run on are few, and
/// tests that slept on all of them would wait for ever.
@MainActor
struct ItemListSession {
  let device: Device
  let app: ItemListApp
  let tape = Tape()

  init(_ items: [LoginItem] = LoginItem.examples) throws {
    device = Device(items)
    app = try ItemListApp(
      inputs: .seeded(tick: 1), system: device.system, gate: device.gate)
    app.dispatcher.attach(tape)
  }

  /// A session that is inside.
  static func unlocked(_ items: [LoginItem] = LoginItem.examples) throws -> ItemListSession {
    let session = try ItemListSession(items)
    try session.perform("unlock 2580", "wait")
    return session
  }

  var core: ItemListCore { app.core }

  var lines: [String] { app.view.components(separatedBy: "\n") }

  /// The hostnames that the list shows.
  var hostnames: [String] {
    ItemListViewModel(core.items.state, core.display.state).cells.map(\.title)
  }

  /// Performs lines; returns the view.
  @discardableResult
  func perform(_ lines: String...) throws -> String {
    for line in lines { try app.perform(line) }
    return app.view
  }

  /// The sentence that a line is refused with.
  func refusal(of line: String) -> String? {
    FluxTesting.refusal { _ = try app.perform(line) }
  }

  /// The states of all stores.
  func states() throws -> [String: Data] { try app.dispatcher.encodedStates() }
}
