import CSQLite

/// A compiled expression.
final class ExpressionStatement {
  private let statement: OpaquePointer?
  private let condition: Condition
  private let database: ExpressionDatabase

  init(_ statement: OpaquePointer?, of condition: Condition, in database: ExpressionDatabase) {
    (self.statement, self.condition, self.database) = (statement, condition, database)
  }

  deinit { sqlite3_finalize(statement) }

  /// Whether it is true at the step at which the database's subject is.
  func isTrue() throws -> Bool {
    guard let statement else { return false }
    try database.evaluate(statement, of: condition)
    let isTrue = sqlite3_column_int(statement, 0) != 0
    // What a subquery gave that mentions no column would be kept for the next row.
    if condition.hasSubquery { sqlite3_reset(statement) }
    return isTrue
  }

  /// What it gives at the step at which the database's subject is.
  func answer() throws -> Answer {
    guard let statement else { return .null }
    database.answer = .null
    try database.evaluate(statement, of: condition)
    sqlite3_reset(statement)
    // SQLite forgets of a column what it is, not of a function.
    if condition.isPayload, case .text(let json) = database.answer { return .json(json) }
    return database.answer
  }
}
