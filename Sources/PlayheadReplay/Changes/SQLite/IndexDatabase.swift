import CSQLite

/// A file of SQLite's, as far as an index needs it. Not safe for use from several threads at once.
final class IndexDatabase {
  let handle: OpaquePointer

  /// Opens the database at `path` and makes it if there is none; an empty path means one that is gone when
  /// it is closed. What others have of it is waited for a moment.
  init(path: String) throws(IndexFault) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let fault = IndexFault(handle, code)
      sqlite3_close_v2(handle)
      throw fault
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 200)
    // The file may be anyone's, and damaged.
    try run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give nothing.
  func run(_ sql: String) throws(IndexFault) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw IndexFault(handle, code) }
  }

  /// A statement to run again and again.
  func statement(_ sql: String) throws(IndexFault) -> IndexStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw IndexFault(handle, code) }
    return IndexStatement(statement, of: self)
  }

  /// Whether it is in a file that stays when it is closed.
  var isKept: Bool {
    guard let path = sqlite3_db_filename(handle, "main") else { return false }
    return path.pointee != 0
  }

  /// Whether changes have begun that are not there for good yet.
  var isChanging: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Does `body`, whose changes are there together or not at all.
  func change<T>(_ body: () throws -> T) throws -> T {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }
}

/// Why an index's file cannot be used: the index is made anew, or elsewhere.
struct IndexFault: Error, Hashable {
  let code: Int32
  let reason: String

  init(_ reason: String) { (code, self.reason) = (SQLITE_CORRUPT, reason) }

  fileprivate init(_ handle: OpaquePointer?, _ code: Int32) {
    self.code = code
    reason = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "SQLite failed"
  }

  /// Whether somebody else is using the file.
  var isBusy: Bool { code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED }
}

/// A statement of a database.
final class IndexStatement {
  private let statement: OpaquePointer
  private let database: IndexDatabase

  fileprivate init(_ statement: OpaquePointer, of database: IndexDatabase) {
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
    if let text { sqlite3_bind_text(statement, next, text, Int32(text.utf8.count), transient) }
    if let bytes { sqlite3_bind_blob(statement, next, bytes, Int32(bytes.count), transient) }
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw IndexFault(database.handle, code) }
      try body(IndexRow(statement))
    }
  }

  /// The first row's first number; nil if there is none.
  func number(_ numbers: [Int64] = [], text: String? = nil) throws -> Int64? {
    var found: Int64?
    try run(numbers, text: text) { row in found = row.isNull(0) ? nil : row.number(0) }
    return found
  }
}

/// A row that a statement gave; good only until the next.
struct IndexRow {
  private let statement: OpaquePointer

  fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func text(_ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }

  func withBytes<T, Fault: Error>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws(Fault) -> T
  ) throws(Fault) -> T {
    let start = sqlite3_column_blob(statement, column)
    let count = Int(sqlite3_column_bytes(statement, column))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
