import PlayheadCoding

/// Records which fields of a value were ever written since a moment.
///
/// It holds a copy of the value from that moment. While the copy exists, storage that it shares with the app's
/// value is never changed in place, so a field with the same bits is the same field. It compares bits only, and
/// goes into a field with other bits only if that is a record: any other container counts as written as a whole.
/// Not thread-safe.
package final class TouchRecorder {
  private let root = TouchedField()
  private let comparison = FieldComparison()
  /// Whether the last value could not be encoded.
  package private(set) var isRefused = false

  /// Records what is written from now on. `value` is the value now.
  package init(_ value: any Encodable) {
    func keep<T: Encodable>(_ value: T) -> Kept { Kept(value, depth: 0) }
    root.start = keep(value)
  }

  /// Compares the value after a step with the one from the start. Call it after every step that may have written
  /// the value, as a field may get its first value back. Throws the value's own error if it cannot be encoded; it
  /// then counts as written as a whole.
  package func note(_ value: any Encodable) throws {
    func open<T: Encodable>(_ value: T) throws {
      if isRefused {
        try comparison.tryOut(value)
      } else {
        try comparison.compare(value, with: root)
      }
    }
    do {
      try open(value)
      isRefused = false
    } catch {
      isRefused = true
      throw error
    }
  }

  /// Whether anything was written.
  package var isTouched: Bool { root.hasTouches }

  /// Calls `body` with the names on the way to each written field, from the value on; with none if the whole value
  /// counts as written.
  package func forEachTouched(_ body: ([String]) -> Void) { root.forEachTouched([], body) }
}

/// A field, its value at the start, and whether it was ever another one.
private final class TouchedField {
  /// What the value encodes itself as.
  enum Form { case unknown, record, single, other }

  let name: String
  /// The value at the start; nil if it had no such field.
  var start: Kept?
  var form = Form.unknown
  var isTouched = false
  /// The fields of a record, in the order in which they are encoded; the one value of a single one.
  var fields: [TouchedField] = []

  init(_ name: String = "") { self.name = name }

  var hasTouches: Bool { isTouched || fields.contains(where: \.hasTouches) }

  func forEachTouched(_ names: [String], _ body: ([String]) -> Void) {
    if isTouched { return body(names) }
    for field in fields {
      field.forEachTouched(form == .record ? names + [field.name] : names, body)
    }
  }

  /// Gives up what is known of the parts: the field counts as written as a whole.
  func touch() { (isTouched, fields) = (true, []) }
}

/// Compares values with those from the start, field by field.
private final class FieldComparison {
  /// A record in a deeper one counts as written as a whole.
  private static let depthLimit = 8

  private let book = TypeBook()
  private var depth = 0

  /// Marks the parts of `field` that are others in `value`. Throws only if nothing of the outermost value can be
  /// encoded.
  func compare<T: Encodable>(
    _ value: T, with field: TouchedField, isWrapped: Bool = false, isOutermost: Bool = true
  ) throws {
    guard !field.isTouched else { return }
    guard let start = field.start, start.type == T.self, start.isWrapped == isWrapped else {
      return field.touch()
    }
    if start.hasSameBits(asThoseOf: value) { return }
    if field.form == .unknown { field.form = form(of: field, from: start) }
    guard field.form != .other, depth < Self.depthLimit else { return field.touch() }
    depth += 1
    defer { depth -= 1 }
    let walk = FieldWalk(field, self, isOutermost: isOutermost && field.form == .single)
    do {
      try value.encode(to: TouchEncoder(walk: walk))
      walk.end()
    } catch {
      field.touch()
      if isOutermost { throw error }
    }
  }

  /// The form of the value at the start, whose parts become the fields.
  private func form(of field: TouchedField, from start: Kept) -> TouchedField.Form {
    let facts = book.facts(of: start.type)
    guard Primitive(start.type) == nil, facts.list == nil, facts.unordered == nil,
      facts.comparison == nil
    else { return .other }
    let walk = FieldWalk(field, nil)
    func open<T: Encodable>(_ type: T.Type) throws {
      try start.value(as: type).encode(to: TouchEncoder(walk: walk))
    }
    // A value that could not be encoded at the start may have had any parts.
    guard (try? open(start.type)) != nil else { return .other }
    return walk.form == .unknown ? .record : walk.form
  }

  /// Throws if nothing of the value can be encoded.
  func tryOut<T: Encodable>(_ value: T) throws {
    try value.encode(to: TouchEncoder(walk: FieldWalk(TouchedField(), nil)))
  }
}

/// The fields that a value encodes, beside those of the start.
private final class FieldWalk {
  private let field: TouchedField
  /// Nil if this is the value at the start, which tells the fields.
  private let comparison: FieldComparison?
  /// Whether the parts are all that the outermost value encodes itself as.
  private let isOutermost: Bool
  private(set) var form = TouchedField.Form.unknown
  /// The number of fields passed.
  private var place = 0

  init(_ field: TouchedField, _ comparison: FieldComparison?, isOutermost: Bool = false) {
    (self.field, self.comparison, self.isOutermost) = (field, comparison, isOutermost)
  }

  func open(_ form: TouchedField.Form) {
    self.form = self.form == .unknown || self.form == form ? form : .other
    if comparison != nil, self.form != field.form { field.touch() }
  }

  func add<T: Encodable>(_ value: T, under name: String, isWrapped: Bool = false) throws {
    guard let comparison else { return append(value, name, isWrapped) }
    guard !field.isTouched, let found = find(name) else { return }
    try comparison.compare(value, with: found, isWrapped: isWrapped, isOutermost: isOutermost)
  }

  private func append<T: Encodable>(_ value: T, _ name: String, _ isWrapped: Bool) {
    let part = TouchedField(name)
    part.start = Kept(value, depth: 0, isWrapped: isWrapped)
    // Of two fields with one name, no one knows which is meant.
    if field.fields.contains(where: { $0.name.hasSameUTF8(as: name) }) { form = .other }
    field.fields.append(part)
  }

  /// The field with this name. Those before it that are missing now count as written. A name that comes earlier
  /// in the order makes the record another one.
  private func find(_ name: String) -> TouchedField? {
    let fields = field.fields
    if place < fields.count, fields[place].name.hasSameUTF8(as: name) {
      place += 1
      return fields[place - 1]
    }
    if let found = fields.firstIndex(where: { $0.name.hasSameUTF8(as: name) }) {
      guard found >= place else {
        field.touch()
        return nil
      }
      for missing in fields[place..<found] { missing.touch() }
      place = found + 1
      return fields[found]
    }
    let new = TouchedField(name)
    new.isTouched = true
    field.fields.insert(new, at: place)
    place += 1
    return nil
  }

  /// The fields that did not come count as written.
  func end() {
    guard !field.isTouched else { return }
    for missing in field.fields.dropFirst(place) { missing.touch() }
  }

  /// An encoder that drops its output, for a value that encodes itself in an unusual way.
  func nowhere() -> any Encoder {
    form = .other
    if comparison != nil { field.touch() }
    return discardingEncoder(depth: 0)
  }
}

/// The `Encoder` that passes a value's fields to a walk.
private struct TouchEncoder: Encoder {
  let walk: FieldWalk

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if ObjectIdentifier(type) == dictionaryKeyType {
      return walk.nowhere().container(keyedBy: type)
    }
    walk.open(.record)
    return KeyedEncodingContainer(TouchContainer<Key>(walk: walk))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { walk.nowhere().unkeyedContainer() }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    walk.open(.single)
    return TouchPlace(walk: walk)
  }
}

private struct TouchContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let walk: FieldWalk

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { try walk.add(NoValue(), under: key.stringValue) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try walk.add(value, under: key.stringValue)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try walk.add(value, under: key.stringValue, isWrapped: true) }
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try walk.add(value, under: key.stringValue)
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try walk.add(value, under: key.stringValue)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    walk.nowhere().container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    walk.nowhere().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { walk.nowhere() }
  func superEncoder(forKey key: Key) -> any Encoder { walk.nowhere() }
}

private struct TouchPlace: SingleValueEncodingContainer {
  let walk: FieldWalk

  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { try walk.add(NoValue(), under: "") }
  func encode<T: Encodable>(_ value: T) throws { try walk.add(value, under: "") }
  func encode(_ value: Int128) throws { try walk.add(value, under: "") }
  func encode(_ value: UInt128) throws { try walk.add(value, under: "") }
}

/// What an encoded `nil` is compared as.
private struct NoValue: Encodable {
  func encode(to encoder: any Encoder) throws {}
}
