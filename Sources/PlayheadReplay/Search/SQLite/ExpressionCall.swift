import CSQLite
import Foundation
import PlayheadLog
import PlayheadValues

/// A call of a function that SQLite calls in Swift.
struct ExpressionCall {
  let database: ExpressionDatabase
  private let context: OpaquePointer
  private let value: OpaquePointer?

  init(_ context: OpaquePointer, _ value: OpaquePointer?, _ database: ExpressionDatabase) {
    (self.context, self.value, self.database) = (context, value, database)
  }

  var subject: StepSubject { database.subject }

  /// The argument as text; nil for `NULL`.
  var text: String? {
    guard let value, sqlite3_value_type(value) != SQLITE_NULL else { return nil }
    return String(decoding: bytes(of: sqlite3_value_text(value)), as: UTF8.self)
  }

  /// The argument as a path; nil for `NULL`.
  var path: StatePath? { get throws { try text.map(database.path) } }

  /// The argument as a value.
  var argument: Answer {
    guard let value else { return .null }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_BLOB:
      return .bytes(
        Array(bytes(of: sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self))))
    case SQLITE_TEXT:
      let isJSON = sqlite3_value_subtype(value) == Self.json
      let text = text ?? ""
      return isJSON ? .json(text) : .text(text)
    default: return .null
    }
  }

  private func bytes(of start: UnsafePointer<UInt8>?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  // MARK: Results

  /// The subtype with which SQLite's JSON functions mark their results.
  private static let json: UInt32 = 74

  func setResult(integer number: Int64) { sqlite3_result_int64(context, number) }

  /// NaN becomes `NULL`: a text would be greater than every number.
  func setResult(real number: Double) { sqlite3_result_double(context, number) }

  func setResult(text: [UInt8]) {
    text.withUnsafeBytes { bytes in
      // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes.
      let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      sqlite3_result_text64(
        context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), copy,
        UInt8(SQLITE_UTF8))
    }
  }

  func setResult(json: [UInt8]) {
    setResult(text: json)
    sqlite3_result_subtype(context, Self.json)
  }

  /// Ends the evaluation. The subject has the reason.
  func fail() { sqlite3_result_error(context, "a function failed", -1) }

  /// Returns a scalar as an SQL value, and a container as JSON.
  func setResult(value: Value?) {
    switch value {
    case nil, .null: break
    case .bool(let truth): setResult(integer: truth ? 1 : 0)
    case .int(let number): setResult(integer: number)
    case .uint(let number): setResult(whole: number)
    case .int128(let number): setResult(whole: number)
    case .uint128(let number): setResult(whole: number)
    // From its text, so that it equals a number that is written alike.
    case .float(let number): setResult(real: Double(number.description) ?? Double(number))
    case .double(let number): setResult(real: number)
    case .decimal(let digits): setResult(real: Double(digits) ?? .nan)
    case .string(let text): setResult(text: Array(text.utf8))
    case .date: value.map { setResult(date: $0) }
    case .bytes, .uuid: value.flatMap(Self.text).map { setResult(text: $0) }
    case .list, .set, .dictionary, .record, .wrapped:
      value.map { setResult(json: $0.jsonBytesForSQL) }
    }
  }

  /// Returns a date as a text, or beyond the calendar as a number, as JSON has it.
  private func setResult(date: Value) {
    if let seconds = Double(String(decoding: date.jsonBytesForSQL, as: UTF8.self)) {
      setResult(real: seconds)
    } else {
      Self.text(of: date).map { setResult(text: $0) }
    }
  }

  /// Returns a number too large for 64 bits as a `Double`, as SQLite itself reads it.
  private func setResult(whole number: some BinaryInteger) {
    if let small = Int64(exactly: number) {
      setResult(integer: small)
    } else {
      setResult(real: Double(number))
    }
  }

  /// The value's JSON text without its quotation marks.
  private static func text(of value: Value) -> [UInt8]? {
    let json = value.jsonBytes
    guard json.first == UInt8(ascii: "\"") else { return json }
    return Array(json.dropFirst().dropLast())
  }
}

/// The functions that expressions can call.
extension ExpressionDatabase {
  func addFunctions() {
    add("playhead_step", 0) { call in
      call.setResult(integer: Int64(clamping: call.subject.step.number))
    }
    add("playhead_type", 0) { call in call.subject.typeName.map { call.setResult(text: $0) } }
    add("playhead_time", 0) { call in call.subject.time.map { call.setResult(real: $0) } }
    add("playhead_cause", 0) { call in
      call.subject.cause.map { call.setResult(integer: Int64(clamping: $0.number)) }
    }
    add("playhead_payload", 0) { call in
      try call.subject.payloadJSON().map { call.setResult(json: $0) }
    }
    add("state", 1) { call in
      try call.path.map { call.setResult(value: try call.subject.states?.value(at: $0)) }
    }
    add("before", 1) { call in
      try call.path.map { call.setResult(value: try call.subject.states?.valueBefore(at: $0)) }
    }
    add("changed", 1) { call in
      if let path = try call.path, let changed = try call.subject.states?.changed(at: path) {
        call.setResult(integer: changed ? 1 : 0)
      }
    }
    add("playhead_answer", 1) { call in call.database.answer = call.argument }
  }

  /// Adds a function that returns `NULL` unless `body` returns a value.
  private func add(
    _ name: String, _ count: Int32, _ body: @escaping (ExpressionCall) throws -> Void
  ) {
    let function = ExpressionFunction(self, body)
    let code = sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8,
      Unmanaged.passRetained(function).toOpaque(),
      { context, count, arguments in
        guard let context else { return }
        let function = Unmanaged<ExpressionFunction>.fromOpaque(sqlite3_user_data(context))
          .takeUnretainedValue()
        let argument = count > 0 ? arguments?.pointee : nil
        function.call(ExpressionCall(context, argument, function.database))
      }, nil, nil,
      { function in
        if let function { Unmanaged<ExpressionFunction>.fromOpaque(function).release() }
      })
    assert(code == SQLITE_OK)
  }
}

/// A function of SQLite in Swift.
private final class ExpressionFunction {
  /// Owns the function.
  unowned let database: ExpressionDatabase
  private let body: (ExpressionCall) throws -> Void

  init(_ database: ExpressionDatabase, _ body: @escaping (ExpressionCall) throws -> Void) {
    (self.database, self.body) = (database, body)
  }

  func call(_ call: ExpressionCall) {
    do {
      try body(call)
    } catch {
      database.watch.failure = error
      call.fail()
    }
  }
}
