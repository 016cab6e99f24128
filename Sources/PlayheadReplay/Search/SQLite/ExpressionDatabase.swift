import CSQLite
import Foundation
import PlayheadValues

/// An empty SQLite database in memory that can only evaluate expressions.
///
/// A statement evaluates an expression over a view of one row, whose columns are function calls. SQLite calls a function
/// only if the evaluation needs it.
final class ExpressionDatabase {
  /// The largest value: room for the largest states, and a limit for values that an expression makes.
  static let valueLimit = 1 << 28
  /// This many of SQLite's own steps take some seconds.
  private static let workLimit = 100_000_000
  /// How many steps pass between two looks: there are about a thousand looks per second.
  private static let workBetweenLooks: Int32 = 100_000

  private static let systemWithoutClock = "playhead-without-clock"
  /// Whether SQLite knows a system whose current time is `NULL`, however an expression comes to ask for it.
  private static let hasSystemWithoutClock: Bool = {
    guard let usual = sqlite3_vfs_find(nil), usual.pointee.iVersion >= 3 else { return false }
    // SQLite keeps the pointers as long as the process lives.
    let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    system.initialize(to: usual.pointee)
    system.pointee.zName = UnsafePointer(strdup(ExpressionDatabase.systemWithoutClock))
    system.pointee.xCurrentTime = { _, _ in SQLITE_ERROR }
    system.pointee.xCurrentTimeInt64 = { _, _ in SQLITE_ERROR }
    return sqlite3_vfs_register(system, 0) == SQLITE_OK
  }()

  let handle: OpaquePointer
  let subject: StepSubject
  /// The value of the last expression.
  var answer: Answer = .null
  let watch = ExpressionWatch()
  /// The values whose paths were read from texts.
  private var watched: [String: WatchedValue] = [:]

  /// A database for expressions about `subject`.
  init(_ subject: StepSubject) throws(ConditionError) {
    self.subject = subject
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    guard Self.hasSystemWithoutClock,
      sqlite3_open_v2(":memory:", &handle, flags, Self.systemWithoutClock) == SQLITE_OK, let handle
    else {
      sqlite3_close_v2(handle)
      throw ConditionError("", .unusable("SQLite cannot be started"))
    }
    self.handle = handle
    guard csqlite_refuse_double_quoted_texts(handle) == SQLITE_OK else {
      throw ConditionError("", .unusable("SQLite takes names in double quotes for texts"))
    }
    // The tables of JSON's parts are made at their first mention. Making them is refused later.
    let columns = Condition.Column.allCases.map { "playhead_\($0)() AS \"\($0)\"" }
    let setUp = """
      SELECT 1 FROM json_each('[]'), json_tree('[]');
      CREATE TABLE playhead_row(number); INSERT INTO playhead_row VALUES (1);
      CREATE VIEW here AS SELECT \(columns.joined(separator: ", ")) FROM playhead_row
      """
    guard sqlite3_exec(handle, setUp, nil, nil, nil) == SQLITE_OK else {
      throw ConditionError("", .unusable("SQLite lacks its JSON functions"))
    }
    setLimits()
    addFunctions()
    setWatch()
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

  /// What the expression reads. Throws if it is wrong.
  ///
  /// Compiles it at the end of a query without brackets, and within brackets: only one whole expression is right in both
  /// places.
  func check(_ text: String) throws(ConditionError) -> ExpressionUse {
    if text.allSatisfy(\.isWhitespace) { throw ConditionError(text, .empty) }
    sqlite3_finalize(try compile("SELECT 1 FROM here WHERE 1 AND ", text, ""))
    sqlite3_finalize(try compile(Self.truth.head, text, Self.truth.tail))
    if let outside = watch.use.outsideTime(in: text) {
      throw ConditionError(text, at: outside.offset, .refused(outside.what))
    }
    return watch.use
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
  private static let truth: Frame = ("SELECT CASE WHEN (", "\n) THEN 1 ELSE 0 END FROM here")
  /// A function sees whether its argument is JSON; the reader of a row does not.
  private static let answer: Frame = ("SELECT playhead_answer((", "\n)) FROM here")

  private func statement(
    _ condition: Condition, _ frame: Frame
  ) throws(ConditionError) -> ExpressionStatement {
    let statement = try compile(frame.head, condition.text, frame.tail)
    return ExpressionStatement(statement, of: condition, in: self)
  }

  private func compile(
    _ head: String, _ text: String, _ tail: String
  ) throws(ConditionError) -> OpaquePointer {
    var statement: OpaquePointer?
    watch.begin(.compiling)
    let code = sqlite3_prepare_v2(handle, head + text + tail, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw fault(code, in: text, after: head.utf8.count)
    }
    return statement
  }

  // MARK: Evaluating

  /// The value at the path that a text means.
  func watched(_ text: String, _ states: StepStates) throws -> WatchedValue {
    if let known = watched[text] { return known }
    let value = states.watched(try StatePath(text))
    watched[text] = value
    return value
  }

  /// Evaluates `statement` for the current step.
  func evaluate(_ statement: OpaquePointer, of condition: Condition) throws {
    watch.begin(.evaluating)
    let code = sqlite3_step(statement)
    guard code != SQLITE_ROW else { return }
    let fault = fault(code, in: condition.text, after: nil)
    sqlite3_reset(statement)
    switch watch.failure {
    case let error as PathError: throw ConditionError(condition.text, .path(error))
    case let failure?: throw failure
    case nil: throw fault
    }
  }

  private func fault(_ code: Int32, in text: String, after head: Int?) -> ConditionError {
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
  private let statement: OpaquePointer
  private let condition: Condition
  private let database: ExpressionDatabase
  /// The only value that the expression reads; nil if it reads anything else.
  private let onlyValue: WatchedValue?
  /// Whether the expression is true of a value.
  private var lastTruth: (value: Value?, isTrue: Bool)?

  init(_ statement: OpaquePointer, of condition: Condition, in database: ExpressionDatabase) {
    (self.statement, self.condition, self.database) = (statement, condition, database)
    onlyValue = condition.onlyState.flatMap { database.subject.states?.watched($0) }
  }

  deinit { sqlite3_finalize(statement) }

  /// Whether it is true at the subject's step.
  func isTrue() throws -> Bool {
    guard let onlyValue, let states = database.subject.states else { return try evaluatedTruth() }
    let value = try states.value(onlyValue)
    if let lastTruth, lastTruth.value == value { return lastTruth.isTrue }
    let isTrue = try evaluatedTruth()
    lastTruth = (value, isTrue)
    return isTrue
  }

  private func evaluatedTruth() throws -> Bool {
    try database.evaluate(statement, of: condition)
    defer { sqlite3_reset(statement) }
    return sqlite3_column_int(statement, 0) != 0
  }

  /// Its value at the subject's step.
  func answer() throws -> Answer {
    database.answer = .null
    try database.evaluate(statement, of: condition)
    sqlite3_reset(statement)
    // SQLite loses the JSON mark of a column, but not of a function.
    if condition.isPayload, case .text(let json) = database.answer { return .json(json) }
    return database.answer
  }
}
