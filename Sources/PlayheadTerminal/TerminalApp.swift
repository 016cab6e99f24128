public import Foundation
public import PlayheadFlux

/// An app that a person can drive line by line from a terminal.
public protocol TerminalApp: ReplayableApp {
  /// What lines it understands, for a person.
  static var commandHelp: String { get }

  /// What it shows, as plain text, from its state alone.
  var view: String { get }

  /// Does what `line` says.
  ///
  /// - Returns: What the person asked for and the view does not show, such as help; `nil` if the view
  ///   is the answer.
  /// - Throws: ``CommandError``.
  @discardableResult func perform(_ line: String) throws -> String?

  /// Begins the session: what an app does when it is launched, such as loading what was saved. It is
  /// called once, when the recording runs, and never on replay.
  func start() throws

  /// Ends the session: waits for the effects that are still running, so that their results are in the
  /// log.
  func finish()

  /// The actions of an input in a format of the app's own, instead of lines; `nil` when `input` is
  /// not one.
  static func script(from input: Data) throws -> [TimedAction]?
}

extension TerminalApp {
  /// Nothing has to be loaded.
  public func start() throws {}

  /// No effects are running.
  public func finish() {}

  /// The app has no format of its own.
  public static func script(from input: Data) throws -> [TimedAction]? { nil }
}

/// An action and when it happened.
public struct TimedAction: Sendable {
  /// Since 1970 (UTC); `nil` if the input has no time for it.
  public var time: Duration?
  /// What happened.
  public var action: any Action

  /// An action at this time.
  public init(time: Duration? = nil, action: any Action) {
    self.time = time
    self.action = action
  }
}

/// A line that an app cannot perform.
public struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why not, and what would do.
  public let sentence: String

  /// An error that says `sentence`.
  public init(_ sentence: String) { self.sentence = sentence }

  /// The sentence.
  public var description: String { sentence }
}
