public import Foundation
public import PlayheadFlux
public import PlayheadTerminal

/// A mistake in a sample app, for exercises, and for tests of what looks for mistakes.
///
/// The mistake is made in the app's own code, at the place where one could have made it, if the app was made with
/// it. The sound app knows of it by a parameter alone that nobody sets. A fault is a type because apps are:
/// `Planted<ForgottenMoves>` is the clip editor in which moves are forgotten, and logs call it as ever.
public protocol PlantedFault: Sendable {
  /// The app that it is planted into.
  associatedtype Subject: TerminalApp

  /// What it is asked for by, behind the app's name: `clip-editor/forgotten-moves`.
  static var faultName: String { get }

  /// The app with the mistake.
  static func makeApp(inputs: SystemInputs) throws -> Subject
}

/// An app with a mistake in it; all else is the app's.
public struct Planted<Fault: PlantedFault>: TerminalApp {
  private let app: Fault.Subject

  /// A fresh app with the mistake.
  public init(inputs: SystemInputs) throws {
    app = try Fault.makeApp(inputs: inputs)
  }

  /// What logs call the app, with its mistake or without.
  public static var appName: String { Fault.Subject.appName }
  /// The app's.
  public static var commandHelp: String { Fault.Subject.commandHelp }
  /// The app's.
  public var dispatcher: Dispatcher { app.dispatcher }
  /// The app's.
  public var view: String { app.view }

  /// Does what the app does.
  @discardableResult public func perform(_ line: String) throws -> String? {
    try app.perform(line)
  }

  /// What the app makes of it.
  public static func script(from input: Data) throws -> [TimedAction]? {
    try Fault.Subject.script(from: input)
  }

  /// Does what the app does.
  public func start() throws { try app.start() }

  /// Does what the app does.
  public func finish() { app.finish() }
}

/// An app with a mistake in it, whichever.
public protocol FaultyApp: TerminalApp {
  /// What it is asked for by: `clip-editor/forgotten-moves`.
  static var exerciseName: String { get }
}

extension Planted: FaultyApp {
  /// The app's name and the fault's.
  public static var exerciseName: String { "\(appName)/\(Fault.faultName)" }
}
