import PlayheadLog
import PlayheadValues

/// The step that expressions are evaluated for. Gives them only the values that they mention.
protocol ExpressionSubject: AnyObject {
  /// Why an evaluation ended without a value.
  var failure: (any Error)? { get set }
  /// The paths read so far.
  var paths: PathTexts { get set }

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

extension ExpressionSubject {
  /// The value at the path `text`, in the state of the step.
  func state(_ text: String) throws -> Value? { try value(at: paths.path(text)) }

  /// The value at the path `text`, in the state of the step before.
  func before(_ text: String) throws -> Value? { try valueBefore(at: paths.path(text)) }

  /// Whether the two values differ; nil if one of the states is unknown.
  func changed(_ text: String) throws -> Bool? { try changed(at: paths.path(text)) }
}

/// Texts that were read as paths.
struct PathTexts {
  private var known: [String: StatePath] = [:]

  mutating func path(_ text: String) throws -> StatePath {
    if let path = known[text] { return path }
    do throws(PathError) {
      let path = try StatePath(text)
      known[text] = path
      return path
    } catch {
      throw ConditionError.Reason.Failure(.path(error))
    }
  }
}

extension ConditionError.Reason {
  /// A reason found during an evaluation. The code that knows the expression completes it.
  struct Failure: Error {
    var reason: ConditionError.Reason

    init(_ reason: ConditionError.Reason) { self.reason = reason }
  }
}
