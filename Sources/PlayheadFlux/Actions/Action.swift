/// A fact that stores react to: the only thing that changes state.
///
/// ```swift
/// struct AddItem: Action {
///   var sku: String
///   var quantity: Int
/// }
/// ```
public protocol Action: Codable, Sendable {
  /// What logs call this type: the same on every run, so that old logs stay readable.
  ///
  /// By default the module and the type's name. Declare it to keep the name when the type moves.
  static var actionName: String { get }

  /// The version of the type's fields, raised when they change; 1 by default. An upgrade tells a debugger
  /// how older versions become this one.
  static var actionVersion: Int { get }
}

extension Action {
  /// The module and the type's name.
  public static var actionName: String { stableName(of: Self.self) }

  /// The first version.
  public static var actionVersion: Int { 1 }
}

/// The module's and the type's name, without the context of a private or local type, which differs between runs:
/// `Shop.(unknown context at $55d0c0ffee).AddItem`.
package func stableName(of type: any Any.Type) -> String {
  let parts = String(reflecting: type).split(
    separator: "(unknown context at $", omittingEmptySubsequences: false)
  return parts[0] + parts.dropFirst().map { $0.drop(while: \.isHexDigit).dropFirst(2) }.joined()
}

/// `types`, each once, where it first appears.
func unique(_ types: [any Action.Type]) -> [any Action.Type] {
  var seen: Set<ObjectIdentifier> = []
  return types.filter { seen.insert(ObjectIdentifier($0)).inserted }
}

/// A state whose fields have changed since logs were recorded with it.
///
/// ```swift
/// struct Cart: Codable, Sendable, VersionedState {
///   static let stateVersion = 2
///   var lines: [Line] = []
/// }
/// ```
///
/// A log keeps the version with each state that it holds, so that an upgrade finds those of older
/// builds. A state that does not say its version has version 1.
public protocol VersionedState {
  /// The version of the type's fields, raised when they change.
  static var stateVersion: Int { get }
}

/// The version of a type of states: 1 unless it says otherwise.
package func stateVersion(of type: any Any.Type) -> Int {
  (type as? any VersionedState.Type)?.stateVersion ?? 1
}
