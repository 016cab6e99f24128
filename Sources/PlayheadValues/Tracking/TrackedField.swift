import PlayheadCoding

/// A value from the start of a window, and which parts of it were written since.
final class TrackedField: PartReceiver {
  /// A record in a deeper one counts as written as a whole.
  private static let depthLimit = 8

  /// The parts in which the value is followed.
  private enum Parts {
    /// It was not looked at yet.
    case unknown
    /// None: it counts as written as a whole.
    case none
    /// The value that it encodes as.
    case wrapped(TrackedField)
    /// The fields of a record, in the order of writing.
    case fields([(name: String, field: TrackedField)])
  }

  /// The value from the start; nil for a scalar without a type, such as nil.
  private let start: Snapshot?
  private let scalar: Value?
  private let book: TypeBook
  private(set) var isTouched = false
  /// Whether the value or a part of it was written.
  private(set) var isTouchedWithin = false
  private var parts = Parts.unknown
  /// Names of fields that the value did not have at the start.
  private var added: Set<String> = []
  /// The number of enclosing values, as encoders count them.
  private let level: Int

  // What the value passes to its encoder during a comparison.

  private var form = EncodedForm.nothing
  /// The place after the last field.
  private var next = 0

  init<T: Encodable>(_ value: T, depth: Int, isWrapped: Bool, _ book: TypeBook) {
    (start, scalar) = (Snapshot(value, depth: depth, isWrapped: isWrapped), nil)
    (self.book, level) = (book, depth)
  }

  init(scalar: Value, depth: Int, _ book: TypeBook) {
    (start, self.scalar, self.book, level) = (nil, scalar, book, depth)
  }

  func touch() {
    (isTouched, isTouchedWithin) = (true, true)
    (parts, added) = (.none, [])
  }

  var touched: [[String]] {
    if isTouched { return [[]] }
    var found = added.map { [$0] }
    switch parts {
    case .unknown, .none: break
    case .wrapped(let field): found += field.touched
    case .fields(let fields):
      found += fields.flatMap { name, field in field.touched.map { [name] + $0 } }
    }
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether a value has the same bits as at the start.
  func isSame<T: Encodable>(as value: T, isWrapped: Bool) -> Bool {
    guard let start, start.type == T.self, start.isWrapped == isWrapped else { return false }
    return withUnsafePointer(to: value) { start.hasSameBits(at: $0) }
  }

  /// Notes what differs from the start. Returns false if the value encodes in an unusual way and was not looked into.
  /// Throws its own error if it cannot be encoded.
  func compare<T: Encodable>(_ value: T, isWrapped: Bool) throws -> Bool {
    guard let start, start.type == T.self, start.isWrapped == isWrapped else {
      touch()
      return false
    }
    let facts = book.facts(of: T.self)
    if let areAlike = facts.areAlike {
      if !withUnsafePointer(to: value, { areAlike(start.address, $0) }) { touch() }
      return true
    }
    if let primitive = Primitive(T.self) {
      if primitive.value(of: value) != primitive.value(of: start.value(as: T.self)) { touch() }
      return true
    }
    if facts.list != nil || facts.unordered != nil {
      touch()
      return true
    }
    if case .unknown = parts { parts = lookInto(start.value(as: T.self)) }
    (form, next) = (.nothing, 0)
    try value.encode(to: PartEncoder(receiver: self))
    if case .none = parts { touch() }
    finish()
    return form != .odd
  }

  /// The parts of the value from the start.
  private func lookInto<T: Encodable>(_ value: T) -> Parts {
    let collector = FieldCollector(depth: level + 1, book)
    guard level < Self.depthLimit, (try? value.encode(to: PartEncoder(receiver: collector))) != nil
    else { return .none }
    let fields = collector.fields
    switch collector.form {
    case .single: return fields.count == 1 ? .wrapped(fields[0].field) : .none
    case .record where Set(fields.map(\.name)).count == fields.count: return .fields(fields)
    case .nothing: return .fields([])
    default: return .none
    }
  }

  // MARK: Receiving parts

  var depth: Int { level + 1 }

  func open(_ container: EncodedForm) { form = form.adding(container) }

  @inline(__always)
  func receive<T: Encodable>(_ value: T, under name: String, isWrapped: Bool) {
    guard let field = field(name) else { return }
    follow(field, value, isWrapped)
  }

  func receive(scalar: Value, under name: String) {
    if let field = field(name) { follow(field, scalar) }
  }

  func receive<T: Encodable>(_ value: T) {
    if case .wrapped(let field) = parts { follow(field, value, false) } else { touch() }
  }

  func receive(scalar: Value) {
    if case .wrapped(let field) = parts { follow(field, scalar) } else { touch() }
  }

  @inline(__always)
  private func follow<T: Encodable>(_ field: TrackedField, _ value: T, _ isWrapped: Bool) {
    guard !field.isTouched, !field.isSame(as: value, isWrapped: isWrapped) else { return }
    if (try? field.compare(value, isWrapped: isWrapped)) != true { field.touch() }
    if field.isTouchedWithin { isTouchedWithin = true }
  }

  private func follow(_ field: TrackedField, _ scalar: Value) {
    guard field.scalar != scalar else { return }
    field.touch()
    isTouchedWithin = true
  }

  /// The field from the start with this name; nil if there is none, or if the value is not followed in parts.
  private func field(_ name: String) -> TrackedField? {
    guard case .fields(let fields) = parts else {
      touch()
      return nil
    }
    if next < fields.count, fields[next].name.hasSameUTF8(as: name) {
      next += 1
      return fields[next - 1].field
    }
    guard let place = fields.firstIndex(where: { $0.name.hasSameUTF8(as: name) }) else {
      added.insert(name)
      isTouchedWithin = true
      return nil
    }
    // Fields in another order are another value.
    guard place >= next else {
      touch()
      return nil
    }
    for missing in fields[next..<place] { missing.field.touch() }
    (next, isTouchedWithin) = (place + 1, true)
    return fields[place].field
  }

  /// Notes the fields that are no longer there.
  private func finish() {
    switch parts {
    case .fields(let fields) where form == .record || form == .nothing:
      guard next < fields.count else { return }
      for missing in fields[next...] { missing.field.touch() }
      isTouchedWithin = true
    case .wrapped where form == .single: break
    case .unknown, .none, .wrapped, .fields: touch()
    }
  }
}

/// Collects the fields of a value from the start.
private final class FieldCollector: PartReceiver {
  let depth: Int
  private let book: TypeBook
  private(set) var form = EncodedForm.nothing
  private(set) var fields: [(name: String, field: TrackedField)] = []

  init(depth: Int, _ book: TypeBook) { (self.depth, self.book) = (depth, book) }

  func open(_ container: EncodedForm) { form = form.adding(container) }

  func receive<T: Encodable>(_ value: T, under name: String, isWrapped: Bool) {
    fields.append((name, TrackedField(value, depth: depth, isWrapped: isWrapped, book)))
  }

  func receive(scalar: Value, under name: String) {
    fields.append((name, TrackedField(scalar: scalar, depth: depth, book)))
  }

  func receive<T: Encodable>(_ value: T) { receive(value, under: "", isWrapped: false) }

  func receive(scalar: Value) { receive(scalar: scalar, under: "") }
}
