import PlayheadLog
import PlayheadValues

/// The step that expressions are evaluated for. Gives them only the values that they mention.
protocol ExpressionSubject: AnyObject {
  var step: Step { get }
  /// The name of the action's type; nil without an action.
  var typeName: [UInt8]? { get }
  /// The seconds since the recording began; nil for a later state without an action.
  var time: Double? { get }
  /// The step that caused the action.
  var cause: Step? { get }
  /// The action as JSON; nil without an action.
  func payloadJSON() throws -> [UInt8]?

  /// The value at a path of the step's state; nil where there is none.
  func value(at path: StatePath) throws -> Value?
  /// The same, in the state of the step before.
  func valueBefore(at path: StatePath) throws -> Value?
  /// Whether the two values differ; nil if one of the states is unknown.
  func changed(at path: StatePath) throws -> Bool?

  /// Called now and then in a long evaluation. Throw to end it.
  func work() throws
}
