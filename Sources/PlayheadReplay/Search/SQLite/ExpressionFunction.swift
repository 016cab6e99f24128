import CSQLite
import PlayheadLog
import PlayheadValues

/// The functions that expressions can call.
extension ExpressionDatabase {
  func addFunctions() {
    let subject = subject
    add("playhead_step", 0) { _ in .integer(Int64(clamping: subject.step.number)) }
    add("playhead_type", 0) { _ in subject.typeName.map { .text($0) } }
    add("playhead_time", 0) { _ in subject.time.map { .real($0) } }
    add("playhead_cause", 0) { _ in subject.cause.map { .integer(Int64(clamping: $0.number)) } }
    add("playhead_payload", 0) { _ in try subject.payloadJSON().map { .json($0) } }
    addStateFunction("state") { Answer(try $0.value($1)) }
    addStateFunction("before") { Answer(try $0.valueBefore($1)) }
    addStateFunction("changed") { try $0.changed($1).map { .integer($0 ? 1 : 0) } }
    add("playhead_answer", 1) { [unowned self] argument in
      answer = Answer(argument: argument)
      return nil
    }
  }

  private func addStateFunction(
    _ name: String, _ body: @escaping (StepStates, WatchedValue) throws -> Answer?
  ) {
    add(name, 1) { [unowned self] argument in
      guard let states = subject.states, let text = argumentText(argument) else { return nil }
      return try body(states, watched(text, states))
    }
  }

  /// Adds a function that returns what `body` does; `NULL` for nil.
  private func add(
    _ name: String, _ count: Int32, _ body: @escaping (_ argument: OpaquePointer?) throws -> Answer?
  ) {
    let function = ExpressionFunction(watch, body)
    let code = sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8,
      Unmanaged.passRetained(function).toOpaque(),
      { context, count, arguments in
        guard let context else { return }
        Unmanaged<ExpressionFunction>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
          .call(context, count > 0 ? arguments?.pointee : nil)
      }, nil, nil,
      { function in
        if let function { Unmanaged<ExpressionFunction>.fromOpaque(function).release() }
      })
    assert(code == SQLITE_OK)
  }
}

/// A function of SQLite in Swift.
private final class ExpressionFunction {
  private let watch: ExpressionWatch
  private let body: (OpaquePointer?) throws -> Answer?

  init(_ watch: ExpressionWatch, _ body: @escaping (OpaquePointer?) throws -> Answer?) {
    (self.watch, self.body) = (watch, body)
  }

  func call(_ context: OpaquePointer, _ argument: OpaquePointer?) {
    do {
      try body(argument)?.setResult(of: context)
    } catch {
      watch.failure = error
      sqlite3_result_error(context, "a function failed", -1)
    }
  }
}

// MARK: - Values

/// The subtype with which SQLite's JSON functions mark their results.
private let jsonSubtype: UInt32 = 74

/// The argument as text; nil for `NULL`.
private func argumentText(_ argument: OpaquePointer?) -> String? {
  guard let argument, let text = sqlite3_value_text(argument) else { return nil }
  let count = Int(sqlite3_value_bytes(argument))
  return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
}

extension Answer {
  fileprivate init(argument: OpaquePointer?) {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(argument)
      let count = Int(sqlite3_value_bytes(argument))
      self = .bytes(Array(UnsafeRawBufferPointer(start: start, count: count)))
    case SQLITE_TEXT:
      let isJSON = sqlite3_value_subtype(argument) == jsonSubtype
      let text = argumentText(argument) ?? ""
      self = isJSON ? .json(text) : .text(text)
    default: self = .null
    }
  }

  /// Scalars as SQL values, and containers as JSON.
  fileprivate init(_ value: Value?) {
    switch value {
    case nil, .null: self = .null
    case .bool(let truth): self = .integer(truth ? 1 : 0)
    case .int(let number): self = .integer(number)
    case .uint(let number): self.init(whole: number)
    case .int128(let number): self.init(whole: number)
    case .uint128(let number): self.init(whole: number)
    // From its text, so that it equals a number that is written alike.
    case .float(let number): self = .real(Double(number.description) ?? Double(number))
    case .double(let number): self = .real(number)
    case .decimal(let digits): self = .real(Double(digits) ?? .nan)
    case .string(let text): self = .text(text)
    case .date?:
      // Beyond the calendar, JSON has a number.
      self = Double(Self.json(of: value)).map { .real($0) } ?? .text(Self.word(of: value))
    case .bytes, .uuid: self = .text(Self.word(of: value))
    case .list, .set, .dictionary, .record, .wrapped: self = .json(Self.json(of: value))
    }
  }

  /// A number too large for 64 bits becomes a `Double`, as SQLite itself reads it.
  private init(whole number: some BinaryInteger) {
    self = Int64(exactly: number).map { .integer($0) } ?? .real(Double(number))
  }

  private static func json(of value: Value?) -> String {
    String(decoding: value?.jsonBytesForSQL ?? [], as: UTF8.self)
  }

  /// The value's JSON text without its quotation marks.
  private static func word(of value: Value?) -> String {
    let json = value?.json ?? ""
    return json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
  }

  fileprivate func setResult(of context: OpaquePointer) {
    switch self {
    // No function returns bytes.
    case .null, .bytes: break
    case .integer(let number): sqlite3_result_int64(context, number)
    // NaN becomes `NULL`: a text would be greater than every number.
    case .real(let number): sqlite3_result_double(context, number)
    case .text(let text): Self.setResult(of: context, text)
    case .json(let text):
      Self.setResult(of: context, text)
      sqlite3_result_subtype(context, jsonSubtype)
    }
  }

  private static func setResult(of context: OpaquePointer, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite copies the bytes.
      let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_result_text64(
          context, bytes.baseAddress, UInt64(bytes.count), copy, UInt8(SQLITE_UTF8))
      }
    }
  }
}
