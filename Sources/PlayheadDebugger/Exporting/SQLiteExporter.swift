import CSQLite
import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// An SQLite database, for queries in the `sqlite3` shell, Datasette, pandas or DuckDB.
struct SQLiteExporter: Exporter {
  let format = "sqlite"
  let fileExtension = "sqlite"

  /// The tables and views. The documentation explains them.
  static let schema = """
    CREATE TABLE log(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE actions(
      step INTEGER PRIMARY KEY, time TEXT NOT NULL, offset_ns INTEGER NOT NULL, type TEXT NOT NULL,
      version INTEGER NOT NULL, payload TEXT NOT NULL, cause INTEGER,
      handled INTEGER NOT NULL, duration_ns INTEGER NOT NULL);
    CREATE TABLE changed_stores(
      step INTEGER NOT NULL REFERENCES actions(step), store TEXT NOT NULL, certain INTEGER NOT NULL,
      PRIMARY KEY(step, store)) WITHOUT ROWID;
    CREATE TABLE changes(
      step INTEGER NOT NULL, number INTEGER NOT NULL, op TEXT NOT NULL, path TEXT NOT NULL, at INTEGER,
      old TEXT, new TEXT, PRIMARY KEY(step, number)) WITHOUT ROWID;
    CREATE TABLE states(step INTEGER PRIMARY KEY, state TEXT NOT NULL);
    CREATE TABLE notes(step INTEGER NOT NULL, time TEXT NOT NULL, offset_ns INTEGER NOT NULL, text TEXT NOT NULL);
    CREATE TABLE gaps(first INTEGER PRIMARY KEY, last INTEGER NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL);
    CREATE TABLE resumptions(step INTEGER PRIMARY KEY, origin INTEGER NOT NULL);
    CREATE TABLE stores(step INTEGER NOT NULL, store TEXT NOT NULL, change TEXT NOT NULL);
    CREATE TABLE traps(step INTEGER PRIMARY KEY, type TEXT, store TEXT, reason TEXT NOT NULL);
    CREATE TABLE unshown(step INTEGER PRIMARY KEY, store TEXT NOT NULL, reason TEXT NOT NULL);
    CREATE VIEW types AS
      SELECT type, count(*) AS count, sum(duration_ns) AS total_ns, max(duration_ns) AS longest_ns
      FROM actions GROUP BY type ORDER BY count DESC, type;
    CREATE VIEW causes AS
      SELECT effect.step, effect.type, cause.step AS cause_step, cause.type AS cause_type,
        effect.offset_ns - cause.offset_ns AS delay_ns
      FROM actions AS effect JOIN actions AS cause ON cause.step = effect.cause;
    CREATE VIEW history AS
      SELECT changes.step, actions.time, actions.type, changes.op, changes.path, changes.at, changes.old,
        changes.new
      FROM changes JOIN actions USING(step) ORDER BY changes.step, changes.number;
    """

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    let database = try SQLiteDatabase(file)
    try database.run(Self.schema)
    try database.run("BEGIN")
    let inserts = try Self.inserts.mapValues { try $0.map(database.statement) }
    try session.forEachLine { kind, json in
      for insert in inserts[kind] ?? [] { try database.run(insert, with: json.text) }
    }
    for statement in [
      "CREATE INDEX actions_type ON actions(type)", "CREATE INDEX actions_cause ON actions(cause)",
      "CREATE INDEX changes_path ON changes(path)",
      "CREATE INDEX changed_stores_store ON changed_stores(store)", "COMMIT",
    ] {
      try database.run(statement)
    }
  }

  /// The statements that insert an item of each kind. `?1` is its line of NDJSON.
  private static let inserts = [
    "log": [
      """
      INSERT INTO log SELECT key, value FROM json_each(?1)
      WHERE key IN ('log', 'app', 'build', 'session', 'start', 'locale', 'timeZone', 'stores')
      """
    ],
    "state": ["INSERT OR IGNORE INTO states SELECT ?1 ->> 'step', ?1 -> 'state'"],
    "action": [
      """
      INSERT INTO actions SELECT ?1 ->> 'step', ?1 ->> 'time', ?1 ->> 'offset', ?1 ->> 'type', ?1 ->> 'version',
        ?1 -> 'payload', ?1 ->> 'cause', ?1 ->> 'handled', ?1 ->> 'nanoseconds'
      """,
      """
      INSERT OR IGNORE INTO changed_stores SELECT ?1 ->> 'step', value,
        value NOT IN (SELECT value FROM json_each(?1, '$.mayHaveChanged'))
      FROM json_each(?1, '$.changed')
      """,
      """
      INSERT INTO changes SELECT ?1 ->> 'step', key, value ->> 'op', value ->> 'path', value ->> 'at',
        value -> 'old', value -> 'value'
      FROM json_each(?1, '$.changes')
      """,
    ],
    "note": [
      "INSERT INTO notes SELECT ?1 ->> 'step', ?1 ->> 'time', ?1 ->> 'offset', ?1 ->> 'note'"
    ],
    "gap": [
      "INSERT OR IGNORE INTO gaps SELECT ?1 ->> 'first', ?1 ->> 'last', ?1 ->> 'gap', ?1 ->> 'detail'"
    ],
    "resumption": ["INSERT OR IGNORE INTO resumptions SELECT ?1 ->> 'step', ?1 ->> 'from'"],
    "stores": [
      "INSERT INTO stores SELECT ?1 ->> 'step', value, 'removed' FROM json_each(?1, '$.stores.removed')",
      "INSERT INTO stores SELECT ?1 ->> 'step', value, 'added' FROM json_each(?1, '$.stores.added')",
    ],
    "trap": [
      "INSERT OR IGNORE INTO traps SELECT ?1 ->> 'step', ?1 ->> 'type', ?1 ->> 'store', ?1 ->> 'reason'"
    ],
    "otherStates": ["INSERT OR IGNORE INTO log VALUES ('otherStates', ?1)"],
    "unshown": [
      "INSERT OR IGNORE INTO unshown SELECT ?1 ->> 'step', ?1 ->> 'store', ?1 ->> 'reason'"
    ],
  ]
}

/// A database in a command's output file.
private final class SQLiteDatabase {
  private let handle: OpaquePointer
  private let path: String
  private var statements: [OpaquePointer] = []

  init(_ file: OutputFile) throws {
    path = file.path
    var handle: OpaquePointer?
    guard sqlite3_open_v2(file.partialPath, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      let handle
    else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) }
      throw CommandFailure.databaseFailed(
        path: file.path, reason: reason ?? "there is not enough memory")
    }
    self.handle = handle
    // A command that ends early deletes the file anyway.
    try run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func run(_ text: String) throws { try check(sqlite3_exec(handle, text, nil, nil, nil)) }

  func statement(_ text: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, text, -1, &statement, nil))
    guard let statement else { throw failure }
    statements.append(statement)
    return statement
  }

  /// Runs a statement whose parameter is `text`.
  func run(_ statement: OpaquePointer, with text: String) throws {
    var text = text
    _ = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // The value of the macro SQLITE_TRANSIENT, which Swift does not import. SQLite copies the text.
        sqlite3_bind_text64(
          statement, 1, $0.baseAddress, UInt64($0.count),
          unsafeBitCast(-1, to: sqlite3_destructor_type.self), UInt8(SQLITE_UTF8))
      }
    }
    defer { sqlite3_reset(statement) }
    try check(sqlite3_step(statement), SQLITE_DONE)
  }

  private func check(_ code: Int32, _ good: Int32 = SQLITE_OK) throws {
    if code != good { throw failure }
  }

  private var failure: CommandFailure {
    .databaseFailed(path: path, reason: String(cString: sqlite3_errmsg(handle)))
  }
}

/// One JSON object per line, for `jq`, pandas, DuckDB, and scripts.
struct NDJSONExporter: Exporter {
  let format = "ndjson"
  let fileExtension = "ndjson"

  func write(_ session: ExportedSession, to file: OutputFile) throws {
    var text = TextFile(file)
    try session.forEachLine { kind, json in
      try text.write(JSON(Joined(LineKind(kind: kind), json)).text + "\n")
    }
    try text.flush()
  }
}

/// What each line begins with.
private struct LineKind: Encodable {
  let kind: String
}

private struct StateLine: Encodable {
  let step: Step
  let state: JSON
}

private struct CrashLine: Encodable {
  let step: Step
  let type: String?
  let store: String?
  let reason: String
}

private struct UnshownLine: Encodable {
  let step: Step
  let store: String
  let reason: String
}

extension ExportedSession {
  /// Calls `body` with each line's kind and its other members.
  func forEachLine(_ body: (_ kind: String, JSON) throws -> Void) throws {
    try body("log", JSON(Joined(overview, InfoFacts())))
    try forEachItem(as: .patches) { item in
      switch item {
      case .state(let step, let state):
        try body("state", JSON(StateLine(step: step, state: .text(state))))
      case .listed(let part, let changes):
        let found = ActionFindings(changes: changes.map { .text($0) })
        try body(part.kind, JSON(Joined(part.json(), found)))
      case .trap(let trap, let type):
        let line = CrashLine(
          step: trap.step, type: type?.name, store: trap.store, reason: trap.reason)
        try body("trap", JSON(line))
      case .otherStates(let mismatch): try body("otherStates", JSON(mismatch))
      case .unshown(let state):
        let line = UnshownLine(
          step: state.steps.lowerBound, store: state.store, reason: state.reason)
        try body("unshown", JSON(line))
      }
    }
  }
}

extension ActionsRequest.Part {
  fileprivate var kind: String {
    switch self {
    case .action: "action"
    case .note: "note"
    case .gap: "gap"
    case .resumption: "resumption"
    case .stores: "stores"
    case .unshown: "unshown"
    }
  }
}
