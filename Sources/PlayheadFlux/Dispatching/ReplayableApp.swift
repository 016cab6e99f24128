/// An app as a recorder and a debugger see it: its name, its dispatcher, and how to make a fresh one.
///
/// A replay makes an app of its own, whose dates and random numbers come from the log. What else it may
/// have to know, such as how actions of older builds are read, the debugging executable says.
public protocol ReplayableApp: Sendable {
  /// What logs call the app.
  static var appName: String { get }

  /// A fresh app in its initial state, with the stores that it registers at launch.
  init(inputs: SystemInputs) throws

  /// Where its actions go.
  var dispatcher: Dispatcher { get }
}
