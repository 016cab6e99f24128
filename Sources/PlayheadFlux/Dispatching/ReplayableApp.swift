/// An app as a recorder and a debugger see it: its name, its dispatcher, and how to make a new instance.
///
/// A replay makes its own instance, with dates and random numbers from the log. The debugging executable
/// declares what else a replay needs, such as how to read actions of older builds.
public protocol ReplayableApp: Sendable {
  /// The app's name in logs.
  static var appName: String { get }

  /// A new app in its initial state, with the stores that it registers at launch.
  init(inputs: SystemInputs) throws

  /// The dispatcher of the app's actions.
  var dispatcher: Dispatcher { get }
}
