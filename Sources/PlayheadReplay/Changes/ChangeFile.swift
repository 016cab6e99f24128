import PlayheadLog

/// The file of an index of changes: a database of paths, and of what happened at each in each block of
/// steps.
///
/// It is a cache: whoever finds that it is not of this log and this program makes it anew. Somebody who adds
/// to it has it alone until it is whole, so that no other adds the same; who only reads it holds it as it
/// is. Neither waits for others: where a file is in use the other way, an index elsewhere does as well.
final class ChangeFile {
  /// "PLAY": by this a file is known to be an index, whatever else is wrong with it.
  private static let applicationID: UInt32 = 0x504C_4159
  /// Raised when what is in the file means something else.
  private static let version = 3
  private static let schema = [
    "CREATE TABLE fact(name TEXT PRIMARY KEY, value) WITHOUT ROWID",
    "CREATE TABLE path(id INTEGER PRIMARY KEY, parent INTEGER, component TEXT, UNIQUE(parent, component))",
    "CREATE TABLE block(first INTEGER PRIMARY KEY, last INTEGER)",
    "CREATE TABLE posting(path INTEGER, layer INTEGER, block INTEGER, content BLOB, PRIMARY KEY(path, layer, block)) WITHOUT ROWID",
    "CREATE TABLE piece(id INTEGER PRIMARY KEY, content BLOB)",
    "CREATE TABLE checkpoint(step INTEGER PRIMARY KEY, content BLOB)",
  ]

  let database: IndexDatabase
  let findPath: IndexStatement
  let addPath: IndexStatement
  let addBlock: IndexStatement
  let addPosting: IndexStatement
  let blocksOfSeries: IndexStatement
  let posting: IndexStatement
  private let lastBlock: IndexStatement
  /// Of which log, which program and which version of this.
  private let mark: String

  /// Opens the index at a place, and begins a new one unless it is of this log and this program; or throws
  /// then, if it is to be there already.
  init(_ place: IndexPlace, for fingerprint: String, mustBeThere: Bool = false) throws {
    let mark = "version \(Self.version) \(fingerprint)"
    let database = try IndexDatabase(place)
    try Self.requireIndex(database)
    place.narrowFile()
    // The file may be anyone's, and damaged. What is deleted need not be overwritten.
    try database.run(
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = OFF")
    try database.briefly {
      try database.run("BEGIN")
      if try !Self.isIndex(database, mark) {
        guard !mustBeThere else { throw IndexFault(.replaced, file: database.file) }
        try Self.makeAnew(database, mark)
      }
    }
    (self.database, self.mark) = (database, mark)
    findPath = try database.statement("SELECT id FROM path WHERE parent = ? AND component = ?")
    addPath = try database.statement(
      "INSERT INTO path(parent, component) VALUES (?, ?) RETURNING id")
    addBlock = try database.statement("INSERT INTO block VALUES (?, ?)")
    addPosting = try database.statement("INSERT INTO posting VALUES (?, ?, ?, ?)")
    blocksOfSeries = try database.statement(
      "SELECT block FROM posting WHERE path = ? AND layer = ? ORDER BY block")
    posting = try database.statement(
      """
      SELECT content, first, last FROM posting JOIN block ON first = block
      WHERE path = ? AND layer = ? AND block = ?
      """)
    lastBlock = try database.statement("SELECT last FROM block ORDER BY first DESC LIMIT 1")
  }

  /// A file of another kind under its name is left alone.
  private static func requireIndex(_ database: IndexDatabase) throws(IndexFault) {
    guard database.file != nil else { return }
    let head = database.head()
    // The application's number is at byte 68 of a database's header of 100.
    let id = head.count == 100 ? head[68..<72].reduce(0) { $0 << 8 | UInt32($1) } : 0
    guard head.isEmpty || id == applicationID else {
      throw IndexFault(.foreign, file: database.file)
    }
  }

  /// Whether the tables are there and of this log and program.
  private static func isIndex(_ database: IndexDatabase, _ mark: String) throws -> Bool {
    var tables: [String] = []
    try database.statement("SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid")
      .run([]) { tables.append($0.text(0)) }
    guard tables == schema else { return false }
    var found: String?
    try database.statement("SELECT value FROM fact WHERE name = 'mark'").run([]) {
      found = $0.text(0)
    }
    return found == mark
  }

  /// Makes the tables, instead of those of another log or program: all of it or nothing, and not under the
  /// eyes of somebody who reads those.
  private static func makeAnew(_ database: IndexDatabase, _ mark: String) throws {
    try takeAlone(database)
    // Who was faster may have made it for the same log.
    if try !isIndex(database, mark) {
      try clear(database)
      try database.run("PRAGMA application_id = \(applicationID)")
      for table in schema { try database.run(table) }
      try database.statement("INSERT INTO fact VALUES ('mark', ?)").run([], text: mark)
    }
    try database.run("COMMIT")
  }

  private static func clear(_ database: IndexDatabase) throws {
    var tables: [String] = []
    let things = try database.statement(
      "SELECT name, type FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    try things.run([]) { thing in
      guard thing.text(1) == "table" else { throw database.damage("it has more than tables") }
      tables.append(thing.text(0).replacing("\"", with: "\"\""))
    }
    for table in tables { try database.run("DROP TABLE \"\(table)\"") }
  }

  // MARK: Whose it is

  /// Begins a transaction in which nobody else has the file, and lets go of it only when told to.
  private static func takeAlone(_ database: IndexDatabase) throws {
    if database.isInTransaction { try database.run("COMMIT") }
    try database.run("PRAGMA synchronous = NORMAL; PRAGMA locking_mode = EXCLUSIVE")
    try database.run("BEGIN EXCLUSIVE")
  }

  /// Has the file alone, to add to it, until `endAdding`.
  func beginAdding() throws {
    try Self.takeAlone(database)
    guard try Self.isIndex(database, mark) else {
      throw IndexFault(.replaced, file: database.file)
    }
    try database.run("COMMIT")
  }

  /// Shares the file with others who read it, and holds it as it is for as long as this object lives.
  func endAdding() throws {
    try database.run("PRAGMA locking_mode = NORMAL")
    // SQLite lets go when it next looks.
    _ = try lastStep
    try database.run("BEGIN")
    guard try Self.isIndex(database, mark) else {
      throw IndexFault(.replaced, file: database.file)
    }
  }

  // MARK: Steps

  /// The last step that was taken in; nil if none was.
  var lastStep: Step? { get throws { try lastBlock.number().map { Step($0) } } }

  /// Begins to write a block: until it ends, nothing of it counts.
  func beginBlock() throws { try database.run("BEGIN IMMEDIATE") }

  /// Takes in a block of steps, with what happened at each path.
  func endBlock(
    _ steps: ClosedRange<Step>, _ postings: [(series: PostingSeries, posting: Posting)]
  ) throws {
    try addBlock.run([Int64(steps.lowerBound.number), Int64(steps.upperBound.number)])
    for (series, posting) in postings {
      try addPosting.run(
        [series.path, series.layer.rawValue, Int64(steps.lowerBound.number)],
        bytes: posting.bytes())
    }
    try database.run("COMMIT")
  }

  /// Forgets a block that was begun and not ended.
  func giveUpBlock() { if database.isInTransaction { try? database.run("ROLLBACK") } }
}
