/// A type with secrets, such as passwords and addresses: who writes its values down, in a log or
/// elsewhere, puts something else in their place.
///
/// Declare a type that is nothing but a secret, or the members of one that has some:
///
/// ```swift
/// struct Password: Codable, Hashable, Confidential {
///   var text: String
/// }
///
/// struct SignIn: Action, Confidential {
///   static let confidentialKeys: Set<String>? = ["user"]
///   var user: String
///   var password: Password
/// }
/// ```
///
/// A type of its own is the safer way: the compiler knows it, and it is a secret wherever it goes. A
/// key that is spelled wrongly names nothing.
public protocol Confidential {
  /// The coding keys of the members that are secret; `nil`, the default, says that all of it is.
  static var confidentialKeys: Set<String>? { get }
}

extension Confidential {
  /// All of it is secret.
  public static var confidentialKeys: Set<String>? { nil }
}
