import CSQLite

/// Limits what SQLite may do, and for how long, and notes what an expression reads.
final class ExpressionWatch {
  enum Phase { case compiling, evaluating }

  weak var subject: StepSubject?
  /// How many looks one evaluation may take.
  var limit = 0
  /// What was refused since the last compilation began, …
  private(set) var refused: String?
  /// … and what the expression reads.
  private(set) var use = ExpressionUse()
  /// Whether the limit was reached since the last phase began, …
  private(set) var isTooLong = false
  /// … and why the subject has no value.
  var failure: (any Error)?
  private var looks = 0

  /// The tables of a subquery: the parts of a JSON text.
  private static let tables: Set = ["json_each", "json_tree", ""]
  /// Functions that return another value each time, or information about SQLite itself.
  private static let refusedFunctions: Set = [
    "random", "randomblob", "current_date", "current_time", "current_timestamp", "changes",
    "total_changes", "last_insert_rowid", "load_extension", "fts3_tokenizer", "sqlite_version",
    "sqlite_source_id", "sqlite_log", "sqlite_offset", "sqlite_compileoption_get",
    "sqlite_compileoption_used", "subtype",
  ]

  func begin(_ phase: Phase) {
    (looks, isTooLong, failure) = (0, false, nil)
    if phase == .compiling { (refused, use) = (nil, ExpressionUse()) }
  }

  /// Whether SQLite may do an action. Those within the view of the columns are no part of the expression.
  private func allows(_ action: Int32, _ first: String?, _ second: String?, view: String?) -> Bool {
    let (first, second) = (first ?? "", second ?? "")
    switch action {
    case _ where view == "here": return true
    case SQLITE_SELECT: return true
    case SQLITE_READ where first == "here":
      if let column = Condition.Column(rawValue: second) { use.columns.insert(column) }
      return true
    case SQLITE_READ where Self.tables.contains(first): return true
    // An expression that reads no column at all reads the view's row.
    case SQLITE_READ where first == "playhead_row" && second.isEmpty: return true
    case SQLITE_READ: refused = "the table '\(first)'"
    case SQLITE_FUNCTION:
      let name = second.lowercased()
      use.functions.append(name)
      // The functions behind the columns would hide which columns are read.
      let isColumn = name.hasPrefix("playhead_") && name != "playhead_answer"
      if !isColumn, !Self.refusedFunctions.contains(name) { return true }
      refused = "the function '\(name)'"
    case SQLITE_RECURSIVE: refused = "a query that calls itself"
    default: refused = "a statement"
    }
    return false
  }

  /// Whether SQLite may continue.
  private func mayContinue() -> Bool {
    looks += 1
    do {
      try subject?.onWork()
    } catch {
      failure = error
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
    ) -> Int32 = { watch, action, first, second, _, view in
      guard let watch else { return SQLITE_DENY }
      let own = Unmanaged<ExpressionWatch>.fromOpaque(watch).takeUnretainedValue()
      let words = [first, second, view].map { $0.map { String(cString: $0) } }
      return own.allows(action, words[0], words[1], view: words[2]) ? SQLITE_OK : SQLITE_DENY
    }

  static let progress: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { watch in
    guard let watch else { return 1 }
    return Unmanaged<ExpressionWatch>.fromOpaque(watch).takeUnretainedValue().mayContinue() ? 0 : 1
  }
}
