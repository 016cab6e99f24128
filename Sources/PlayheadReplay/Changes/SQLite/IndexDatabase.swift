import CSQLite
import PlayheadCoding

/// A database of SQLite's, as far as an index needs it. Not safe for use from several threads at once.
final class IndexDatabase {
  let handle: OpaquePointer
  /// The file that it is in; nil if it is gone when it is closed.
  let file: String?

  /// What others have of a file is waited for so long, in milliseconds: they write a block of an index in
  /// that time.
  private static let patience: Int32 = 200

  /// Opens the database at a place, and makes it if there is none. Nothing is read of it yet.
  init(_ place: IndexPlace) throws(IndexFault) {
    guard place.isFree else { throw IndexFault(.foreign, file: place.file) }
    place.makeFile()
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let way = place.file != nil && CheckedPages.isInstalled ? CheckedPages.name : nil
    let code = place.name.withFileName { sqlite3_open_v2($0, &handle, flags, way) }
    guard code == SQLITE_OK, let handle else {
      let fault = IndexFault(handle, code, file: place.file)
      sqlite3_close_v2(handle)
      throw fault
    }
    self.handle = handle
    file = place.file
    sqlite3_busy_timeout(handle, Self.patience)
    var reserved = CheckedPages.length
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give nothing.
  func run(_ sql: String) throws(IndexFault) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw fault(code) }
  }

  /// A statement to run again and again.
  func statement(_ sql: String) throws(IndexFault) -> IndexStatement {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw fault(code) }
    return IndexStatement(statement, of: self)
  }

  /// Whether a transaction has begun that has not ended.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Does `body` with little patience: a forged database may have tables without an end.
  func briefly<T>(_ body: () throws -> T) rethrows -> T {
    // So many of SQLite's own operations take a second or so.
    sqlite3_progress_handler(handle, 10_000_000, { _ in 1 }, nil)
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    return try body()
  }

  /// The first hundred bytes, or those that there are. They are read through SQLite's own file: who opens and
  /// closes another one loses the process its locks.
  func head() -> [UInt8] {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
    guard let methods = pointer?.pointee.pMethods?.pointee else { return [] }
    var size: Int64 = 0
    guard methods.xFileSize?(pointer, &size) == SQLITE_OK else { return [] }
    var head = [UInt8](repeating: 0, count: Int(min(max(size, 0), 100)))
    let code = head.withUnsafeMutableBytes { bytes in
      methods.xRead?(pointer, bytes.baseAddress, Int32(bytes.count), 0)
    }
    return code == SQLITE_OK ? head : []
  }

  // MARK: Faults

  /// What SQLite says of its last failure.
  func fault(_ code: Int32) -> IndexFault { IndexFault(handle, code, file: file) }

  /// That it holds what no index holds.
  func damage(_ what: String) -> IndexFault { IndexFault(.content(what), file: file) }
}

extension IndexFault {
  fileprivate init(_ handle: OpaquePointer?, _ code: Int32, file: String?) {
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    // The one says more, if it is about the same failure.
    let known = extended & 0xFF == code & 0xFF ? extended : code
    let message = sqlite3_errstr(known).map { String(cString: $0) } ?? "SQLite failed"
    self.init(.database(code: known, message: message), file: file)
  }
}
