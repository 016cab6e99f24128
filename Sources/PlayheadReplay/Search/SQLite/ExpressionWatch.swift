import CSQLite

/// Limits what SQLite may do, and for how long.
final class ExpressionWatch {
  enum Phase { case compiling, evaluating }

  weak var subject: (any ExpressionSubject)?
  /// How many looks one evaluation may take.
  var limit = 0
  /// What was refused since the last compilation began.
  private(set) var refused: String?
  /// Whether the limit was reached since the last phase began.
  private(set) var isTooLong = false
  private var looks = 0

  /// The tables of a subquery: the row itself, and the parts of a JSON text.
  private static let tables: Set = ["here", "json_each", "json_tree", ""]
  /// Functions that return another value each time, or information about SQLite itself.
  private static let refusedFunctions: Set = [
    "random", "randomblob", "current_date", "current_time", "current_timestamp", "changes",
    "total_changes", "last_insert_rowid", "load_extension", "fts3_tokenizer", "sqlite_version",
    "sqlite_source_id", "sqlite_log", "sqlite_offset", "sqlite_compileoption_get",
    "sqlite_compileoption_used", "subtype",
  ]

  func begin(_ phase: Phase) {
    (looks, isTooLong) = (0, false)
    if phase == .compiling { refused = nil }
  }

  /// Whether SQLite may do an action.
  private func allows(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    switch action {
    case SQLITE_SELECT: return true
    case SQLITE_READ where Self.tables.contains(first ?? ""): return true
    case SQLITE_READ: refused = "the table '\(first ?? "")'"
    case SQLITE_FUNCTION:
      let name = (second ?? "").lowercased()
      if !Self.refusedFunctions.contains(name) { return true }
      refused = "the function '\(name)'"
    case SQLITE_RECURSIVE: refused = "a query that calls itself"
    default: refused = "a statement"
    }
    return false
  }

  /// Whether SQLite may go on.
  private func goesOn() -> Bool {
    looks += 1
    do {
      try subject?.work()
    } catch {
      subject?.failure = error
      return false
    }
    isTooLong = looks > limit
    return !isTooLong
  }

  // MARK: Callbacks

  static let authorizer:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?
    ) -> Int32 = { watch, action, first, second, _, _ in
      guard let watch else { return SQLITE_DENY }
      let own = Unmanaged<ExpressionWatch>.fromOpaque(watch).takeUnretainedValue()
      let words = [first, second].map { $0.map { String(cString: $0) } }
      return own.allows(action, words[0], words[1]) ? SQLITE_OK : SQLITE_DENY
    }

  static let progress: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { watch in
    guard let watch else { return 1 }
    return Unmanaged<ExpressionWatch>.fromOpaque(watch).takeUnretainedValue().goesOn() ? 0 : 1
  }
}
