import Foundation
import PlayheadCoding
import PlayheadLog

/// The file of an index of changes: a database of paths, and of what happened at each in each block of
/// steps.
///
/// It is a cache: whoever finds that it is not of this log and this program, or is damaged, makes it
/// anew. A file of another kind under its name is left alone.
final class ChangeFile {
  /// "PLAY": by this a file is known to be an index, whatever else is wrong with it.
  private static let applicationID: UInt32 = 0x504C_4159
  /// Raised when what is in the file means something else.
  private static let version = 1
  private static let schema = [
    "CREATE TABLE fact(name TEXT PRIMARY KEY, value) WITHOUT ROWID",
    "CREATE TABLE path(id INTEGER PRIMARY KEY, parent INTEGER, component TEXT, UNIQUE(parent, component))",
    "CREATE TABLE block(first INTEGER PRIMARY KEY, last INTEGER)",
    "CREATE TABLE posting(path INTEGER, block INTEGER, content BLOB, PRIMARY KEY(path, block)) WITHOUT ROWID",
    "CREATE TABLE piece(id INTEGER PRIMARY KEY, content BLOB)",
    "CREATE TABLE checkpoint(step INTEGER PRIMARY KEY, content BLOB)",
  ]

  let database: IndexDatabase
  private let findPath: IndexStatement
  private let addPath: IndexStatement
  private let addBlock: IndexStatement
  private let addPosting: IndexStatement
  private let blocksOfPath: IndexStatement
  private let posting: IndexStatement

  /// Where the index of the log at `path` is.
  static func path(ofLog path: String) -> String { path + ".index" }

  /// Where an index is.
  enum Place {
    /// In a file beside the log; in a temporary one if there can be none.
    case file(String)
    /// In a file that is gone with the process.
    case temporary
    case memory
  }

  /// Opens the index at a place, and begins a new one unless it is of this log and this program.
  static func open(_ place: Place, for fingerprint: String) throws -> ChangeFile {
    switch place {
    case .memory: return try ChangeFile(IndexDatabase(path: ":memory:"), fingerprint)
    case .file(let path): if let file = try? openKept(path, fingerprint) { return file }
    case .temporary: break
    }
    return try ChangeFile(IndexDatabase(path: ""), fingerprint)
  }

  private static func openKept(_ path: String, _ fingerprint: String) throws -> ChangeFile {
    switch Kind(of: path) {
    case .other: throw IndexFault("a file of another kind")
    case .none: break
    case .index:
      do {
        return try ChangeFile(IndexDatabase(path: path), fingerprint)
      } catch let fault as IndexFault where !fault.isBusy {
        try remove(path)
      }
    }
    return try ChangeFile(IndexDatabase(path: path), fingerprint)
  }

  private static func remove(_ path: String) throws {
    for file in [path, path + "-journal"] where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }

  /// What is under a name.
  private enum Kind {
    case none, index, other

    init(of path: String) {
      guard let file = FileHandle(forReadingAtPath: path) else {
        self = FileManager.default.fileExists(atPath: path) ? .other : .none
        return
      }
      // The application's number is at byte 68 of a database's header of 100.
      let head = (try? file.read(upToCount: 100)) ?? Data()
      let id = head.count == 100 ? head[68..<72].reduce(0) { $0 << 8 | UInt32($1) } : 0
      self = head.isEmpty ? .none : id == ChangeFile.applicationID ? .index : .other
    }
  }

  private init(_ database: IndexDatabase, _ fingerprint: String) throws {
    self.database = database
    try Self.prepare(database, fingerprint)
    findPath = try database.statement("SELECT id FROM path WHERE parent = ? AND component = ?")
    addPath = try database.statement(
      "INSERT INTO path(parent, component) VALUES (?, ?) RETURNING id")
    addBlock = try database.statement("INSERT INTO block VALUES (?, ?)")
    addPosting = try database.statement("INSERT INTO posting VALUES (?, ?, ?)")
    blocksOfPath = try database.statement(
      "SELECT block FROM posting WHERE path = ? ORDER BY block")
    posting = try database.statement("SELECT content FROM posting WHERE path = ? AND block = ?")
  }

  /// Makes the tables, unless they are there and of the same log and program.
  private static func prepare(_ database: IndexDatabase, _ fingerprint: String) throws {
    try database.run("PRAGMA journal_mode = DELETE; PRAGMA synchronous = NORMAL")
    let mark = "version \(version) \(fingerprint)"
    var tables: [String] = []
    try database.statement("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid")
      .run([]) { tables.append($0.text(0)) }
    if tables == schema {
      var found: String?
      try database.statement("SELECT value FROM fact WHERE name = 'mark'").run([]) {
        found = $0.text(0)
      }
      if found == mark { return }
    }
    guard tables.isEmpty else { throw IndexFault("an index of something else") }
    try database.run("PRAGMA application_id = \(applicationID)")
    try database.change {
      for table in schema { try database.run(table) }
      try database.statement("INSERT INTO fact VALUES ('mark', ?)").run([], text: mark)
    }
  }
}

// MARK: - Paths

extension ChangeFile {
  /// The number of the whole state's path.
  static let root: Int64 = 0

  /// What stands for every place in a list.
  private static let anyPlace = "[]"

  /// The number of the path one step further; nil if nothing ever happened there.
  func path(_ parent: Int64, _ component: Path.Component) throws -> Int64? {
    try findPath.number([parent], text: Self.text(of: component))
  }

  /// The same, which gets a number if it has none.
  func makePath(_ parent: Int64, _ component: Path.Component) throws -> Int64 {
    if let known = try path(parent, component) { return known }
    guard let new = try addPath.number([parent], text: Self.text(of: component)) else {
      throw IndexFault("a path got no number")
    }
    return new
  }

  private static func text(of component: Path.Component) -> String {
    if case .index = component { anyPlace } else { Path([component]).description }
  }
}

// MARK: - Postings

extension ChangeFile {
  /// The last step that was taken in; nil if none was.
  var lastStep: Step? {
    get throws {
      try database.statement("SELECT max(last) FROM block").number().map { Step(UInt64($0)) }
    }
  }

  /// Begins to write a block: until it ends, nothing of it counts.
  func beginBlock() throws { try database.run("BEGIN IMMEDIATE") }

  /// Takes in a block of steps, with what happened at each path.
  func endBlock(_ steps: ClosedRange<Step>, _ postings: [(path: Int64, posting: Posting)]) throws {
    try addBlock.run([Int64(steps.lowerBound.number), Int64(steps.upperBound.number)])
    for (path, posting) in postings {
      try addPosting.run([path, Int64(steps.lowerBound.number)], bytes: posting.bytes())
    }
    try database.run("COMMIT")
  }

  /// Forgets a block that was begun and not ended.
  func giveUpBlock() { if database.isChanging { try? database.run("ROLLBACK") } }

  /// The blocks in which something happened at a path, by their first steps, in order.
  func blocks(of path: Int64) throws -> [UInt64] {
    var blocks: [UInt64] = []
    try blocksOfPath.run([path]) { blocks.append(UInt64($0.number(0))) }
    return blocks
  }

  /// What happened at a path that leads through so many lists, in a block.
  func posting(of path: Int64, in block: UInt64, lists: Int) throws -> Posting? {
    var found: Posting?
    try posting.run([path, Int64(block)]) { row in
      found = try row.withBytes(0) { (bytes) throws(ByteFault) in
        try Posting(bytes, lists: lists)
      }
    }
    return found
  }
}
