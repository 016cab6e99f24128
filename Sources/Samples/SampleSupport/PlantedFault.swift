public import Foundation
public import PlayheadFlux
public import PlayheadTerminal

/// A mistake in a sample app, for exercises and for tests of checks.
///
/// The app's own code makes the mistake, where a developer could have made it, if a parameter asks for it.
/// The sound app never sets that parameter. A fault is a type because apps are types:
/// `Planted<ForgottenMoves>` is the clip editor that forgets moves. Its name in logs stays the same.
public protocol PlantedFault: Sendable {
  /// The app with the mistake.
  associatedtype Subject: TerminalApp

  /// The fault's name in commands, after the app's name: `clip-editor/forgotten-moves`.
  static var faultName: String { get }

  /// Makes the app with the mistake.
  static func makeApp(inputs: SystemInputs) throws -> Subject
}

/// An app with a mistake. All other parts are the app's.
public struct Planted<Fault: PlantedFault>: TerminalApp {
  /// The app that makes the mistake.
  package let app: Fault.Subject

  /// Creates the app with the mistake.
  public init(inputs: SystemInputs) throws {
    app = try Fault.makeApp(inputs: inputs)
  }

  /// The app's name in logs, with or without the mistake.
  public static var appName: String { Fault.Subject.appName }
  /// The same as the app's.
  public static var commandHelp: String { Fault.Subject.commandHelp }
  /// The same as the app's.
  public var dispatcher: Dispatcher { app.dispatcher }
  /// The same as the app's.
  public var view: String { app.view }

  /// The same as the app's.
  @discardableResult public func perform(_ line: String) throws -> String? {
    try app.perform(line)
  }

  /// The same as the app's.
  public static func script(from input: Data) throws -> [TimedAction]? {
    try Fault.Subject.script(from: input)
  }

  /// The same as the app's.
  public func start() throws { try app.start() }

  /// The same as the app's.
  public func finish() { app.finish() }
}

/// Any app with a mistake.
public protocol FaultyApp: TerminalApp {
  /// The name in commands: `clip-editor/forgotten-moves`.
  static var exerciseName: String { get }
}

extension Planted: FaultyApp {
  /// The app's name and the fault's name.
  public static var exerciseName: String { "\(appName)/\(Fault.faultName)" }
}
