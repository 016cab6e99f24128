import PlayheadCoding
import PlayheadFlux
package import PlayheadLog

extension ActionType {
  /// The version of actions and states that were recorded by reflection.
  package static let reflectedVersion = -1

  /// The type of an action that is recorded by reflection: of an enum, its case. A text or a mirror of the app's
  /// own may have data in it, and names no case.
  init(reflecting action: Any) {
    let mirror = Mirror(reflecting: action)
    var name = stableName(of: Swift.type(of: action))
    if mirror.displayStyle == .enum, !(action is any CustomReflectable) {
      let isDescribed =
        action is any CustomStringConvertible || action is any CustomDebugStringConvertible
        || action is any TextOutputStreamable
      let plain = isDescribed ? nil : "\(action)"
      if let label = mirror.children.first?.label ?? (mirror.children.isEmpty ? plain : nil) {
        name += ".\(label)"
      }
    }
    self.init(name: name, version: Self.reflectedVersion)
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
