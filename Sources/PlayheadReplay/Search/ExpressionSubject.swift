import PlayheadLog
import PlayheadValues

/// The step that expressions are asked about: it gives them what they mention.
protocol ExpressionSubject: AnyObject {
  /// Why an evaluation ended before it gave anything.
  var failure: (any Error)? { get set }
  /// The places that were asked for so far.
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

  /// The value at a place of the step's state; nil where nothing is.
  func value(at path: StatePath) throws -> Value?
  /// The same of the step before.
  func valueBefore(at path: StatePath) throws -> Value?
  /// Whether the two differ; nil if one of the states is not known.
  func changed(at path: StatePath) throws -> Bool?

  /// Asked now and then in a long evaluation, which it ends by throwing.
  func work() throws
}

extension ExpressionSubject {
  /// The value at the place that `text` names, in the state of the step.
  func state(_ text: String) throws -> Value? { try value(at: paths.path(text)) }

  /// The value at the place that `text` names, in the state of the step before.
  func before(_ text: String) throws -> Value? { try valueBefore(at: paths.path(text)) }

  /// Whether the two differ; nil if one of the states is not known.
  func changed(_ text: String) throws -> Bool? { try changed(at: paths.path(text)) }
}

/// Texts that were read as places.
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
  /// A reason that turned up during an evaluation, on its way to the code that knows the expression.
  struct Failure: Error {
    var reason: ConditionError.Reason

    init(_ reason: ConditionError.Reason) { self.reason = reason }
  }
}
