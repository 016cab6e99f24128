/// A state whose fields have changed since logs were recorded with it.
///
/// ```swift
/// struct Cart: Codable, Sendable, VersionedState {
///   static let stateVersion = 2
///   var lines: [Line] = []
/// }
/// ```
///
/// A log keeps the version with each state that it holds, so that ``Upgrade`` finds those of older
/// builds. A state that does not say its version has version 1.
public protocol VersionedState {
  /// The version of the type's fields, raised when they change.
  static var stateVersion: Int { get }
}

/// The version of a type of states: 1 unless it says otherwise.
package func stateVersion(of type: any Any.Type) -> Int {
  (type as? any VersionedState.Type)?.stateVersion ?? 1
}
