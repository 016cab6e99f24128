import Foundation

/// Exempts the plain cases of an enumeration from redaction, and finds the mode for special types.
enum EnumCaseExemption {
  /// The mode of a value of `type`, if the rules ask for `mode`.
  static func mode(
    of value: some Any, _ type: any Any.Type, as mode: RedactionMode?
  ) -> RedactionMode? {
    guard let mode else { return nil }
    if isPlainCase(value, of: type) { return .keep }
    return type == URL.self && mode.makesAlike ? .blank : mode
  }

  /// Whether this value is a plain case of an enumeration: that has no replacement, and a case is a name in
  /// the app's code.
  static func isPlainCase(_ value: some Any, of type: any Any.Type) -> Bool {
    guard type is any RawRepresentable.Type else { return false }
    if let snapshot = value as? ValueSnapshot { return snapshot.isPlainCase }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .enum && mirror.children.isEmpty
  }

  /// Whether `text`, a dictionary's key, names a plain case of an enumeration.
  static func isPlainCase(named text: String, of type: any Any.Type) -> Bool {
    guard let type = type as? any RawRepresentable.Type else { return false }
    return isCase(text, of: type)
  }

  private static func isCase<Value: RawRepresentable>(_ text: String, of type: Value.Type) -> Bool {
    guard let raw = text as? Value.RawValue, let value = Value(rawValue: raw) else { return false }
    return isPlainCase(value, of: type)
  }
}
