public import PlayheadValues

/// A question about a step in SQL's expression language, which SQLite evaluates: whether it holds there,
/// or what it gives.
///
/// ```swift
/// let condition = try Condition("payload->>'sku' like 'A-%' and payload->>'quantity' > 1")
/// let step = try Search(log, for: condition).nextStep(after: 0)
/// ```
///
/// It holds where SQL takes its value for true: a number other than 0. The columns are those of ``Column``.
/// `state('path')` is the value at a `StatePath` in the state of the step, `before('path')` in that of the
/// step before, and `changed('path')` says whether the two differ. Scalars are SQL values, Booleans 1 and
/// 0, containers JSON; where nothing is, there is `NULL`.
///
/// Only what an evaluation comes across is read, from left to right: in `type = 'Undo' and
/// state('words') > 10` nothing is replayed for other actions.
public struct Condition: Hashable, Sendable {
  /// What a condition can ask of an action; all but the step are `NULL` for a state without one.
  public enum Column: String, CaseIterable, Sendable {
    /// The action's number.
    case step
    /// The action's stable name.
    case type
    /// The seconds since the recording began.
    case time
    /// The step that caused the action, or `NULL`.
    case cause
    /// The action as JSON.
    case payload
  }

  /// The expression as it was written.
  public let text: String
  /// The columns that are mentioned.
  public let columns: Set<Column>
  /// The places that `state`, `before` and `changed` ask for, as far as they are written as texts; in their order,
  /// each once.
  public let paths: [StatePath]
  /// Whether a place may depend on the step, so that ``paths`` lacks it.
  public let hasOtherPaths: Bool
  /// Whether states are asked for, so that the app's stores are needed.
  public let needsStates: Bool
  /// Whether the state of the step before is asked for.
  public let needsStateBefore: Bool
  /// Whether the answer depends on the type alone.
  let dependsOnTypeAlone: Bool
  /// Whether there may be a query in it.
  let hasSubquery: Bool
  /// Whether it is the column of that name and nothing else.
  let isPayload: Bool
  /// Where the places in ``paths`` stand in the text.
  private let offsets: [Int]

  /// The expression `text`. Throws what SQLite cannot make anything of, with the place.
  public init(_ text: String) throws(ConditionError) {
    let words = try ExpressionWords(text)
    self.text = text
    columns = words.columns
    hasSubquery = words.haveSubquery
    isPayload = words.isOne && columns == [.payload]
    let calls = words.stateCalls
    needsStates = !calls.isEmpty
    needsStateBefore = calls.contains { $0.function != .state }
    hasOtherPaths = calls.contains { $0.path == nil }
    dependsOnTypeAlone = columns.isSubset(of: [.type]) && calls.isEmpty
    var (paths, offsets): ([StatePath], [Int]) = ([], [])
    for call in calls {
      guard let literal = call.path else { continue }
      let path = try Self.path(literal, in: text, at: call.offset)
      if !paths.contains(path) {
        paths.append(path)
        offsets.append(call.offset)
      }
    }
    (self.paths, self.offsets) = (paths, offsets)
    try ExpressionDatabase(StepSubject(), evaluations: 0).check(text)
  }

  private static func path(
    _ literal: String, in text: String, at offset: Int
  ) throws(ConditionError) -> StatePath {
    do throws(PathError) {
      return try StatePath(literal)
    } catch {
      throw ConditionError(text, at: offset, .path(error))
    }
  }

  /// Throws if a place begins with none of these stores.
  public func check(against stores: [String]) throws(ConditionError) {
    for (path, offset) in zip(paths, offsets) {
      guard let first = path.components.first, !stores.contains(first.name ?? "") else { continue }
      let name = first.name ?? path.description
      throw ConditionError(
        text, at: offset,
        .unknownStore(
          name, suggestion: Suggestion.closest(to: name, in: stores), known: stores))
    }
  }
}

/// As it was written.
extension Condition: Codable {
  /// Writes the expression's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Reads an expression; throws a ``ConditionError`` for what is none.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }
}
