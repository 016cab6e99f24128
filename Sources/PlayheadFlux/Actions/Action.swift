/// A fact that stores react to. Only actions change state.
///
/// ```swift
/// struct AddItem: Action {
///   var sku: String
///   var quantity: Int
/// }
/// ```
public protocol Action: Codable, Sendable {
  /// The type's name in logs: the same on every run, so that old logs stay readable.
  ///
  /// By default the module and the type's name. Declare it before you move or rename the type.
  static var actionName: String { get }

  /// The version of the type's fields; 1 by default. Raise it when the fields change. With an upgrade, a
  /// debugger can convert older versions.
  static var actionVersion: Int { get }
}

extension Action {
  /// The module and the type's name.
  public static var actionName: String { stableName(of: Self.self) }

  /// The first version.
  public static var actionVersion: Int { 1 }
}

/// The module's and the type's name, without the context of a private or local type, which differs between
/// runs: `Shop.(unknown context at $55d0c0ffee).AddItem`.
package func stableName(of type: any Any.Type) -> String {
  let parts = String(reflecting: type).split(
    separator: "(unknown context at $", omittingEmptySubsequences: false)
  return parts[0] + parts.dropFirst().map { $0.drop(while: \.isHexDigit).dropFirst(2) }.joined()
}

/// `types` without duplicates, each at its first position.
package func unique(_ types: [any Action.Type]) -> [any Action.Type] {
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
/// A log keeps the version with each state, so that an upgrade can find states of older builds. Other states
/// have version 1.
public protocol VersionedState {
  /// The version of the type's fields. Raise it when the fields change.
  static var stateVersion: Int { get }
}

/// The version of a state type: 1 unless the type declares one.
package func stateVersion(of type: any Any.Type) -> Int {
  (type as? any VersionedState.Type)?.stateVersion ?? 1
}
