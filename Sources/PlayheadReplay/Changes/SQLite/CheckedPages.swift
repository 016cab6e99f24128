import CSQLite
import Foundation
import PlayheadCoding
import Synchronization

/// SQLite's way to files, with a checksum at the end of each page: it is made where the page is written,
/// and compared wherever it is read.
///
/// SQLite itself notices damage only where it contradicts the form of its tables. A number that became
/// another one, or a row less, it would take for what was written.
enum CheckedPages {
  /// By this SQLite knows it.
  static let name = "playhead-checked"
  /// The bytes that it takes of each page.
  static let length: Int32 = 8
  /// SQLite's code for what does not fit its checksum, `SQLITE_IOERR_DATA`.
  static let fault = SQLITE_IOERR | 32 << 8

  /// Makes it known to SQLite the first time; whether that went well.
  static let isInstalled: Bool = {
    guard var own = system?.pointee else { return false }
    own.zName = UnsafePointer(strdup(name))
    own.pNext = nil
    own.xOpen = { open($1, $2, $3, $4) }
    // SQLite keeps it for as long as the process lives.
    let place = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    place.initialize(to: own)
    return sqlite3_vfs_register(place, 0) == SQLITE_OK
  }()

  nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)

  private typealias File = UnsafeMutablePointer<sqlite3_file>

  /// What is called of a file: the system's way, but for reading and writing.
  private struct Calls {
    // First, so that a pointer to all of this is one to the calls that SQLite makes.
    var own: sqlite3_io_methods
    let system: sqlite3_io_methods

    init(_ system: sqlite3_io_methods) {
      (own, self.system) = (system, system)
      // Without memory that is mapped and shared: what is read comes by here.
      own.iVersion = 1
      own.xRead = { CheckedPages.read($0, $1, $2, $3) }
      own.xWrite = { CheckedPages.write($0, $1, $2, $3) }
    }
  }

  /// The system has a few sets of calls, for the ways in which files are locked.
  private static let known = Mutex<[UInt: UInt]>([:])

  private static func calls(
    _ system: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods>? {
    let address = known.withLock { known in
      let key = UInt(bitPattern: system)
      if let place = known[key] { return place }
      let place = UnsafeMutablePointer<Calls>.allocate(capacity: 1)
      place.initialize(to: Calls(system.pointee))
      known[key] = UInt(bitPattern: place)
      return UInt(bitPattern: place)
    }
    return UnsafePointer(bitPattern: address)
  }

  private static func open(
    _ path: UnsafePointer<CChar>?, _ file: File?, _ flags: Int32,
    _ result: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let open = system?.pointee.xOpen else { return SQLITE_CANTOPEN }
    let code = open(system, path, file, flags, result)
    // A journal has checksums of its own.
    if code == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0, let methods = file?.pointee.pMethods {
      file?.pointee.pMethods = calls(methods)
    }
    return code
  }

  private static func systemCalls(of file: File?) -> sqlite3_io_methods? {
    file?.pointee.pMethods.map { calls in
      UnsafeRawPointer(calls).assumingMemoryBound(to: Calls.self).pointee.system
    }
  }

  private static func read(
    _ file: File?, _ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let read = systemCalls(of: file)?.xRead else { return SQLITE_IOERR }
    let code = read(file, bytes, count, offset)
    guard code == SQLITE_OK, let bytes, isPage(count, offset) else { return code }
    let end = bytes + Int(count - length)
    return end.loadUnaligned(as: UInt64.self) == checksum(bytes, count, offset) ? code : fault
  }

  private static func write(
    _ file: File?, _ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let write = systemCalls(of: file)?.xWrite else { return SQLITE_IOERR }
    if let bytes, isPage(count, offset) {
      // The end of a page is there for this alone: SQLite leaves it as it is.
      UnsafeMutableRawPointer(mutating: bytes + Int(count - length))
        .storeBytes(of: checksum(bytes, count, offset), as: UInt64.self)
    }
    return write(file, bytes, count, offset)
  }

  /// Pages have a power of two of bytes. Other calls look at some bytes of the first one's head.
  private static func isPage(_ count: Int32, _ offset: Int64) -> Bool {
    count >= 512 && count & (count - 1) == 0 && offset % Int64(count) == 0
  }

  /// Of all other bytes, and of where they are: a page in another's place is wrong, too.
  private static func checksum(
    _ page: UnsafeRawPointer, _ count: Int32, _ offset: Int64
  ) -> UInt64 {
    let content = UnsafeRawBufferPointer(start: page, count: Int(count - length))
    return XXHash.hash64(content, seed: UInt64(bitPattern: offset)).littleEndian
  }
}
