import CSQLite
import PlayheadLog

/// What expressions can ask for.
extension ExpressionDatabase {
  func addFunctions() {
    add("playhead_step", 0) { call in
      call.give(integer: Int64(clamping: call.subject.step.number))
    }
    add("playhead_type", 0) { call in call.subject.typeName.map { call.give(text: $0) } }
    add("playhead_time", 0) { call in call.subject.time.map { call.give(real: $0) } }
    add("playhead_cause", 0) { call in
      call.subject.cause.map { call.give(integer: Int64(clamping: $0.number)) }
    }
    add("playhead_payload", 0) { call in
      try call.subject.payloadJSON().map { call.give(json: $0) }
    }
    add("state", 1) { call in try call.text.map { call.give(value: try call.subject.state($0)) } }
    add("before", 1) { call in try call.text.map { call.give(value: try call.subject.before($0)) } }
    add("changed", 1) { call in
      if let changed = try call.text.flatMap(call.subject.changed) {
        call.give(integer: changed ? 1 : 0)
      }
    }
    add("playhead_answer", 1) { call in call.database.answer = call.argument }
  }

  /// A function that gives `NULL` unless `body` gives something.
  private func add(
    _ name: String, _ count: Int32, _ body: @escaping (ExpressionCall) throws -> Void
  ) {
    let function = ExpressionFunction(self, body)
    let code = sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8 | SQLITE_DIRECTONLY,
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

/// A function of SQLite's that is written in Swift.
private final class ExpressionFunction {
  /// It owns the function.
  unowned let database: ExpressionDatabase
  private let body: (ExpressionCall) throws -> Void

  init(_ database: ExpressionDatabase, _ body: @escaping (ExpressionCall) throws -> Void) {
    (self.database, self.body) = (database, body)
  }

  func call(_ call: ExpressionCall) {
    do {
      try body(call)
    } catch {
      database.subject.failure = error
      call.fail()
    }
  }
}
