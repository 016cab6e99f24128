import CSQLite
import Foundation

/// An SQLite value.
package enum SQLiteValue {
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case real(Double)
  /// A text, or no value.
  case text(String?)
}

/// A statement with its bound values, at one of its rows.
final class SQLiteStatement {
  private let database: OpaquePointer
  private let path: String
  private let handle: OpaquePointer?

  /// Prepares `sql` with `values` for its question marks, in order.
  init(
    _ sql: StaticString, _ values: [SQLiteValue], on database: OpaquePointer, at path: String
  ) throws(DatabaseError) {
    self.database = database
    self.path = path
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(database, "\(sql)", -1, &prepared, nil)
    handle = prepared
    guard code == SQLITE_OK else { throw failure }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  deinit { sqlite3_finalize(handle) }

  /// Moves to the next row. Returns false if there is none.
  func step() throws(DatabaseError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure
    }
  }

  /// The integer in a column of this row. Columns start at 0.
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  /// The number in a column of this row.
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The text in a column of this row; nil if there is none.
  func text(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    // With its length, because a text may contain a zero.
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// An error for a row that this app cannot have written.
  func damage(_ reason: String) -> DatabaseError { .damaged(path: path, reason: reason) }

  private func bind(_ value: SQLiteValue, at index: Int32) throws(DatabaseError) {
    let code =
      switch value {
      case .integer(let integer): sqlite3_bind_int64(handle, index, Int64(integer))
      case .real(let real): sqlite3_bind_double(handle, index, real)
      case .text(let text?): bind(text, at: index)
      case .text(nil): sqlite3_bind_null(handle, index)
      }
    guard code == SQLITE_OK else { throw failure }
  }

  private func bind(_ text: String, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes.
    let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = text
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_bind_text64(
          handle, index, bytes.baseAddress ?? UnsafePointer(bitPattern: 1),
          sqlite3_uint64(bytes.count), copy, UInt8(SQLITE_UTF8))
      }
    }
  }

  /// SQLite's message about its last step.
  private var failure: DatabaseError {
    let reason = String(cString: sqlite3_errmsg(database))
    return switch sqlite3_errcode(database) {
    case SQLITE_NOTADB, SQLITE_CORRUPT: damage(reason)
    case SQLITE_BUSY: .busy(path: path)
    default: .failed(reason: reason)
    }
  }
}
