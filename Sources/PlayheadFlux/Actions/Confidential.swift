/// A type that holds secrets, such as passwords and addresses. Recorders write stand-ins instead of them.
///
/// Declare a type that is a secret as a whole, or the secret members of a type:
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
/// A separate type is safer: the compiler checks it, and it is secret wherever it is used. A misspelled key
/// protects nothing.
public protocol Confidential {
  /// The coding keys of the secret members; `nil`, the default, for the whole value.
  static var confidentialKeys: Set<String>? { get }
}

extension Confidential {
  /// `nil`: the whole value is secret.
  public static var confidentialKeys: Set<String>? { nil }
}
