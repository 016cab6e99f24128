import CSQLite
import PlayheadCoding
import PlayheadLog

/// A statement of a database.
final class IndexStatement {
  private let statement: OpaquePointer
  private let database: IndexDatabase

  init(_ statement: OpaquePointer, of database: IndexDatabase) {
    (self.statement, self.database) = (statement, database)
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs it with these numbers, and then `text` or `bytes`; gives each row to `body`.
  func run(
    _ numbers: [Int64], text: String? = nil, bytes: [UInt8]? = nil,
    _ body: (IndexRow) throws -> Void = { _ in }
  ) throws {
    defer { sqlite3_reset(statement) }
    for (place, number) in numbers.enumerated() {
      sqlite3_bind_int64(statement, Int32(place + 1), number)
    }
    // SQLite copies what is bound.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let next = Int32(numbers.count + 1)
    var code = SQLITE_OK
    if let text {
      code = sqlite3_bind_text64(
        statement, next, text, UInt64(text.utf8.count), transient, UInt8(SQLITE_UTF8))
    }
    if let bytes {
      code = sqlite3_bind_blob64(statement, next, bytes, UInt64(bytes.count), transient)
    }
    guard code == SQLITE_OK else { throw database.fault(code) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw database.fault(code) }
      try body(IndexRow(statement, of: database))
    }
  }

  /// The first row's first column, a number that cannot be negative; nil if there is none.
  func number(_ numbers: [Int64] = [], text: String? = nil) throws -> UInt64? {
    var found: UInt64?
    try run(numbers, text: text) { row in found = row.isNull(0) ? nil : try row.number(0) }
    return found
  }
}

/// A row that a statement gave; good only until the next.
///
/// Everything of a file comes by here, and nothing of it is believed: what cannot be is a fault of the
/// index.
struct IndexRow {
  private let statement: OpaquePointer
  private let database: IndexDatabase

  fileprivate init(_ statement: OpaquePointer, of database: IndexDatabase) {
    (self.statement, self.database) = (statement, database)
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// A number of a step or a row: none of them is negative.
  func number(_ column: Int32) throws(IndexFault) -> UInt64 {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER,
      let number = UInt64(exactly: sqlite3_column_int64(statement, column))
    else { throw database.damage("a number is none") }
    return number
  }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }

  /// What `body` makes of a column's bytes.
  func read<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) throws -> T {
    let start = sqlite3_column_blob(statement, column)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    do {
      return try body(UnsafeRawBufferPointer(start: start, count: count))
    } catch let fault as ByteFault {
      throw database.damage(fault.sentence)
    } catch let fault as FrameFault {
      throw database.damage(fault.sentence)
    }
  }
}
