public import Foundation
public import PlayheadFlux

/// An app that you can drive line by line from a terminal.
public protocol TerminalApp: ReplayableApp {
  /// The lines that the app understands, as help for users.
  static var commandHelp: String { get }

  /// What the app shows, as plain text, made from its state alone.
  var view: String { get }

  /// Performs a line that a user typed.
  ///
  /// - Returns: An answer that the view does not show, such as help; `nil` if the view is the answer.
  /// - Throws: ``CommandError``.
  @discardableResult func perform(_ line: String) throws -> String?

  /// Begins the session, like the launch of an app: for example, loads saved data. Called once, when the
  /// recording runs, and never on replay.
  func start() throws

  /// Ends the session: waits for running effects, so that the log has their results.
  func finish()

  /// The actions of an input in the app's own format, instead of lines; `nil` for any other input.
  static func script(from input: Data) throws -> [TimedAction]?
}

extension TerminalApp {
  /// Does nothing: there is nothing to load.
  public func start() throws {}

  /// Does nothing: no effects are running.
  public func finish() {}

  /// Returns `nil`: the app has no format of its own.
  public static func script(from input: Data) throws -> [TimedAction]? { nil }
}

/// An action and its time.
public struct TimedAction: Sendable {
  /// The time since 1970 (UTC); `nil` if the input has none.
  public var time: Duration?
  /// The action.
  public var action: any Action

  /// Creates an action with a time.
  public init(time: Duration? = nil, action: any Action) {
    self.time = time
    self.action = action
  }
}

/// A line that an app cannot perform.
public struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why not, and what to do instead.
  public let sentence: String

  /// Creates an error that says `sentence`.
  public init(_ sentence: String) { self.sentence = sentence }

  /// The sentence.
  public var description: String { sentence }
}
