extension ProjectDatabase {
  /// "Plan" in ASCII: the number by which SQLite identifies a program's files.
  private static let applicationID = 0x506C_616E

  /// The version of the tables below. Raise it when you change them.
  private static let version = 1

  /// Makes sure that the file is a project's, with all tables.
  func prepare() throws {
    let application = try number("PRAGMA application_id")
    if application == 0, try number("SELECT count(*) FROM sqlite_schema") == 0 {
      return try connection.transaction { try create() }
    }
    guard application == ProjectDatabase.applicationID else {
      throw DatabaseError.foreign(path: connection.path)
    }
    let version = try number("PRAGMA user_version")
    guard version <= ProjectDatabase.version else {
      throw DatabaseError.newer(path: connection.path, version: version)
    }
    // A project is small: checking every page takes a few milliseconds.
    let verdict = try connection.rows("PRAGMA quick_check(1)") { $0.text(0) ?? "" }
    guard verdict == ["ok"] else {
      throw DatabaseError.damaged(path: connection.path, reason: verdict.joined(separator: ", "))
    }
  }

  private func number(_ sql: StaticString) throws -> Int {
    try connection.rows(sql) { $0.integer(0) }.first ?? 0
  }

  private func create() throws {
    try connection.run("CREATE TABLE project (name TEXT NOT NULL, user TEXT NOT NULL)")
    try connection.run("CREATE TABLE people (name TEXT NOT NULL)")
    try connection.run(
      """
      CREATE TABLE sheets (
        number INTEGER PRIMARY KEY, name TEXT NOT NULL, lastNumber INTEGER NOT NULL)
      """)
    try connection.run(
      """
      CREATE TABLE annotations (
        id TEXT PRIMARY KEY, sheet INTEGER NOT NULL, number INTEGER NOT NULL,
        title TEXT NOT NULL, author TEXT NOT NULL, created REAL NOT NULL, share TEXT NOT NULL,
        kind TEXT NOT NULL, status TEXT, assignee TEXT, UNIQUE (sheet, number))
      """)
    // AUTOINCREMENT never reuses a position, so the queue is in the order of the changes.
    try connection.run(
      """
      CREATE TABLE queue (
        position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        change TEXT NOT NULL)
      """)
    try fill(with: .sample)
    // Constants of this file, because they cannot be bound: "Plan" and version 1.
    try connection.run("PRAGMA application_id = 0x506C616E")
    try connection.run("PRAGMA user_version = 1")
  }

  private func fill(with sample: SampleProject) throws {
    try connection.run(
      "INSERT INTO project (name, user) VALUES (?, ?)", .text(sample.name), .text(sample.user))
    for name in sample.people {
      try connection.run("INSERT INTO people (name) VALUES (?)", .text(name))
    }
    for sheet in sample.sheets {
      try connection.run(
        "INSERT INTO sheets (number, name, lastNumber) VALUES (?, ?, 0)",
        .integer(sheet.number), .text(sheet.name))
    }
    for annotation in sample.annotations { try put(annotation, annotation.id) }
  }
}
