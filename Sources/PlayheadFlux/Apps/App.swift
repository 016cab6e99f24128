/// An app as a debugger sees it: its name, and how to make a fresh one.
public protocol App: Sendable {
  /// What logs call the app.
  static var appName: String { get }

  /// A fresh app in its initial state, with all its stores registered.
  init(environment: Environment) throws

  /// Where its actions go.
  var dispatcher: Dispatcher { get }
}
