public import PlayheadValues

/// A question about a step in SQL's expression language, for SQLite: whether it holds there, or its value.
///
/// ```swift
/// let condition = try Condition("payload->>'sku' like 'A-%' and payload->>'quantity' > 1")
/// let step = try Search(log, for: condition).nextStep(after: 0)
/// ```
///
/// A condition holds if its value is true in SQL: a number other than 0. The columns are those of ``Column``.
/// `state('path')` is the value at a `StatePath` in the state of the step, `before('path')` the one in the
/// step before, and `changed('path')` says whether the two differ. Scalars are SQL values, Booleans 1 and 0,
/// containers JSON, and missing values `NULL`.
///
/// An evaluation reads only what it needs, from left to right: `type = 'Undo' and state('words') > 10`
/// replays nothing for other actions. A condition about the state at one path, and nothing else, always reads it.
public struct Condition: Hashable, Sendable {
  /// The columns of a step. All but `step` are `NULL` for a state without an action.
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
  /// The columns that the expression mentions.
  public let columns: Set<Column>
  /// The paths that `state`, `before` and `changed` read as literal texts; in their order, each once.
  public let paths: [StatePath]
  /// Whether the expression has paths that may depend on the step, which ``paths`` lacks.
  public let hasOtherPaths: Bool
  /// Whether the expression reads states, so that the app's stores are needed.
  public let needsStates: Bool
  /// Whether the expression reads the state of the step before.
  public let needsStateBefore: Bool
  /// Whether the value depends on the type alone.
  let dependsOnTypeAlone: Bool
  /// The only path that the expression reads, if it reads nothing but the state there.
  var onlyState: StatePath? {
    needsStates && !needsStateBefore && !hasOtherPaths && columns.isEmpty && paths.count == 1
      ? paths[0] : nil
  }
  /// Whether the expression is the column `payload` and nothing else.
  let isPayload: Bool
  /// Where the paths in ``paths`` are in the text.
  private let offsets: [Int]

  /// Reads the expression `text`. Throws if SQLite cannot read it, with the place of the error.
  public init(_ text: String) throws(ConditionError) {
    let use = try ExpressionDatabase(StepSubject()).check(text)
    self.text = text
    columns = use.columns
    isPayload = text.lowercased().split(whereSeparator: \.isWhitespace) == ["payload"]
    let calls = use.stateCalls
    needsStates = !calls.isEmpty
    needsStateBefore = calls.contains { $0 != .state }
    dependsOnTypeAlone = columns.isSubset(of: [.type]) && calls.isEmpty
    let literals = calls.isEmpty ? [] : ExpressionUse.literalPaths(in: text)
    hasOtherPaths = calls.count > literals.count
    var (paths, offsets): ([StatePath], [Int]) = ([], [])
    for literal in literals {
      let path = try Self.path(literal.text, in: text, at: literal.offset)
      if !paths.contains(path) {
        paths.append(path)
        offsets.append(literal.offset)
      }
    }
    (self.paths, self.offsets) = (paths, offsets)
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

  /// Throws if a path begins with none of these stores.
  public func check(against stores: [String]) throws(ConditionError) {
    for (path, offset) in zip(paths, offsets) {
      guard let first = path.components.first, !stores.contains(first.name ?? "") else { continue }
      throw ConditionError(text, at: offset, .unknownStore(path, known: stores))
    }
  }
}

/// Encoded as its text.
extension Condition: Codable {
  /// Writes the expression's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Reads an expression. Throws a ``ConditionError`` if the text is not an expression.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }
}
