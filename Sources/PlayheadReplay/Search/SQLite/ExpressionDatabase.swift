import CSQLite

/// An empty SQLite database in memory that can only evaluate expressions.
///
/// A statement evaluates an expression over rows whose columns are function calls. SQLite calls a function
/// only if the evaluation needs it. All rows are alike; each is for one evaluation.
final class ExpressionDatabase {
  /// The largest value: room for the largest states, and a limit for values that an expression makes.
  static let valueLimit = 1 << 28
  /// This many of SQLite's own steps take some seconds.
  private static let workLimit = 100_000_000
  /// How many steps pass between two looks: there are about a thousand looks per second.
  private static let workBetweenLooks: Int32 = 100_000

  let handle: OpaquePointer
  let subject: any ExpressionSubject
  /// The value of the last expression.
  var answer: Answer = .null
  private let watch = ExpressionWatch()

  /// A database for expressions about `subject`, with a row for each of `evaluations`.
  init(_ subject: any ExpressionSubject, evaluations: Int = .max) throws(ConditionError) {
    self.subject = subject
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(":memory:", &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      throw ConditionError("", .other("SQLite cannot be started"))
    }
    self.handle = handle
    guard csqlite_refuse_double_quoted_texts(handle) == SQLITE_OK else {
      throw ConditionError("", .other("SQLite takes names in double quotes for texts"))
    }
    // The tables of JSON's parts are made at their first mention. Making them is refused later.
    let (some, each) = Self.rows(for: evaluations)
    let setUp = """
      CREATE TABLE here(row); INSERT INTO here VALUES (1);
      INSERT INTO here SELECT 1 FROM json_each('\(some)'), json_tree('\(each)')
      """
    guard sqlite3_exec(handle, setUp, nil, nil, nil) == SQLITE_OK else {
      throw ConditionError("", .other("SQLite lacks its JSON functions"))
    }
    setLimits()
    addFunctions()
    setWatch()
  }

  /// Beginning a statement takes as long as evaluating it, so a condition's statement goes on from row to
  /// row. With this many rows it seldom begins again.
  private static let row256 = "[" + Array(repeating: "1", count: 256).joined(separator: ",") + "]"

  /// Two JSON arrays whose sizes multiply to the number of rows. Making all rows takes some milliseconds,
  /// more than searching a short log.
  private static func rows(for evaluations: Int) -> (String, String) {
    switch evaluations {
    case ..<2: ("[1]", "[1]")
    // Beginning a few times takes less time than making all rows.
    case ..<4_096: (row256, "[1]")
    default: (row256, row256)
    }
  }

  deinit { sqlite3_close_v2(handle) }

  private func setLimits() {
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, Int32(Self.valueLimit)), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
      (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 50),
      (SQLITE_LIMIT_VDBE_OP, 100_000), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000), (SQLITE_LIMIT_VARIABLE_NUMBER, 0),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 0), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] { sqlite3_limit(handle, limit, value) }
  }

  private func setWatch() {
    watch.subject = subject
    watch.limit = Self.workLimit / Int(Self.workBetweenLooks)
    let watch = Unmanaged.passUnretained(watch).toOpaque()
    sqlite3_set_authorizer(handle, ExpressionWatch.authorizer, watch)
    sqlite3_progress_handler(handle, Self.workBetweenLooks, ExpressionWatch.progress, watch)
  }

  // MARK: Statements

  /// Throws if the expression is wrong.
  func check(_ text: String) throws(ConditionError) {
    // Without brackets, and before a row exists: only an expression may be here.
    let head = "SELECT 1 FROM " + Self.row + " WHERE 1 AND "
    sqlite3_finalize(try compile(head, text, ""))
    sqlite3_finalize(try compile(Self.truth.head, text, Self.truth.tail))
  }

  /// A statement for whether `condition` holds.
  func truth(of condition: Condition) throws(ConditionError) -> ExpressionStatement {
    try statement(condition, Self.truth)
  }

  /// A statement for the value of `condition`.
  func answer(of condition: Condition) throws(ConditionError) -> ExpressionStatement {
    try statement(condition, Self.answer)
  }

  private typealias Frame = (head: String, tail: String)

  /// A `CASE` does not evaluate what follows a false `AND`; an `AND` whose value is returned does.
  private static let truth: Frame = ("SELECT CASE WHEN (", "\n) THEN 1 ELSE 0 END FROM " + row)
  /// A function sees whether its argument is JSON; the reader of a row does not.
  private static let answer: Frame = ("SELECT playhead_answer((", "\n)) FROM " + row)

  private static let row =
    "(SELECT "
    + Condition.Column.allCases.map { "playhead_\($0.rawValue)() AS \"\($0.rawValue)\"" }
    .joined(separator: ", ") + " FROM here)"

  private func statement(
    _ condition: Condition, _ frame: Frame
  ) throws(ConditionError) -> ExpressionStatement {
    let statement = try compile(frame.head, condition.text, frame.tail)
    return ExpressionStatement(statement, of: condition, in: self)
  }

  private func compile(
    _ head: String, _ text: String, _ tail: String
  ) throws(ConditionError) -> OpaquePointer? {
    var statement: OpaquePointer?
    watch.begin(.compiling)
    let code = sqlite3_prepare_v2(handle, head + text + tail, -1, &statement, nil)
    guard code == SQLITE_OK else {
      throw fault(code, in: text, behind: head.utf8.count)
    }
    return statement
  }

  // MARK: Evaluating

  /// Evaluates `statement` for the current step.
  func evaluate(_ statement: OpaquePointer, of condition: Condition) throws {
    subject.failure = nil
    watch.begin(.evaluating)
    var code = sqlite3_step(statement)
    // After the last row it begins again.
    if code == SQLITE_DONE { code = sqlite3_step(statement) }
    guard code != SQLITE_ROW else { return }
    let fault = fault(code, in: condition.text, behind: nil)
    sqlite3_reset(statement)
    switch subject.failure {
    case let failure as ConditionError.Reason.Failure:
      throw ConditionError(condition.text, failure.reason)
    case let failure?: throw failure
    case nil: throw fault
    }
  }

  private func fault(_ code: Int32, in text: String, behind head: Int?) -> ConditionError {
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "SQLite failed"
    let place = head.map { Int(sqlite3_error_offset(handle)) - $0 } ?? -1
    let isInside = (0...text.utf8.count).contains(place)
    let offset = isInside ? String(decoding: text.utf8.prefix(place), as: UTF8.self) : nil
    return ConditionError(
      text, at: offset?.unicodeScalars.count,
      ConditionError.Reason(
        code, message, isCompiling: head != nil, refused: watch.refused, isTooLong: watch.isTooLong)
    )
  }
}

/// A compiled expression.
final class ExpressionStatement {
  private let statement: OpaquePointer?
  private let condition: Condition
  private let database: ExpressionDatabase

  init(_ statement: OpaquePointer?, of condition: Condition, in database: ExpressionDatabase) {
    (self.statement, self.condition, self.database) = (statement, condition, database)
  }

  deinit { sqlite3_finalize(statement) }

  /// Whether it is true at the subject's step.
  func isTrue() throws -> Bool {
    guard let statement else { return false }
    try database.evaluate(statement, of: condition)
    let isTrue = sqlite3_column_int(statement, 0) != 0
    // SQLite would reuse the result of a subquery that mentions no column for the next row.
    if condition.hasSubquery { sqlite3_reset(statement) }
    return isTrue
  }

  /// Its value at the subject's step.
  func answer() throws -> Answer {
    guard let statement else { return .null }
    database.answer = .null
    try database.evaluate(statement, of: condition)
    sqlite3_reset(statement)
    // SQLite loses the JSON mark of a column, but not of a function.
    if condition.isPayload, case .text(let json) = database.answer { return .json(json) }
    return database.answer
  }
}
