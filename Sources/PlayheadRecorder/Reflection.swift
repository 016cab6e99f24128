import PlayheadCoding
import PlayheadFlux
package import PlayheadLog

extension ActionType {
  /// The version of actions and states that were recorded by reflection.
  package static let reflectedVersion = -1

  /// The type of an action that is recorded by reflection: of an enum, its case.
  init(reflecting action: Any) {
    self.init(
      named: stableName(of: Swift.type(of: action)), version: Self.reflectedVersion,
      cases: [enumCaseName(of: action)].compactMap(\.self))
  }

  /// The type called `owner`, or a case of it.
  package init(named owner: String, version: Int = 1, cases: [String]) {
    self.init(name: ([owner] + cases).joined(separator: "."), version: version, cases: cases)
  }

  /// Whether the action was recorded by reflection, so that it cannot be replayed.
  package var isReflected: Bool { version == Self.reflectedVersion }
}

/// A value of any type as `Mirror` showed it when this was made: another thread may encode it while the app
/// changes its objects. Parts that are `Encodable` encode themselves, then and not later.
struct Reflection: Encodable, VersionedState, Sendable {
  static var stateVersion: Int { ActionType.reflectedVersion }

  /// Or the error of an `encode(to:)`.
  private let snapshot: Result<ValueSnapshot, any Error>

  init(_ value: Any) { snapshot = Result { try ValueSnapshot(reflecting: value) } }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(snapshot.get())
  }
}
