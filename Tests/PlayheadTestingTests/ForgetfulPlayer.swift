import PlayheadFlux
import PlayheadReplay

/// An app with a store of its own, which forgets everything.
final class ForgetfulPlayer: Replayable {
  let stores = ["drawer", "log"]
  let states: [any Codable & Sendable] = [Drawer(), [String]()]
  func apply(_ action: LoggedAction) throws -> DrawFault? { nil }
  func restore(_ states: [any Codable & Sendable]) throws {}

  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
    store == 0 ? try Drawer(from: decoder) : try [String](from: decoder)
  }
}
