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

  /// The version of the type's fields, raised when they change; 1 by default. ``Upgrade`` tells how
  /// older versions become this one.
  static var actionVersion: Int { get }
}

extension Action {
  /// The module and the type's name.
  public static var actionName: String { stableName(of: Self.self) }

  /// The first version.
  public static var actionVersion: Int { 1 }
}

/// The module's and the type's name without what differs between runs and builds: a private or local type's context,
/// which Swift prints as `Shop.(unknown context at $55d0c0ffee).AddItem`.
package func stableName(of type: any Any.Type) -> String {
  String(reflecting: type).replacing(/\(unknown context at \$[0-9a-fA-F]+\)\./, with: "")
}
