import Foundation

/// Applies a redaction in one encoder, with cached rules per type. Unchecked properties: see `RowBuilder`.
final class Redactor {
  private let redaction: Redaction
  /// The modes of fields by kind, for rules about types such as `String` and `Date`.
  private let kinds: [RedactionMode?]
  /// Whether every field has to be checked, not just fields of certain types.
  let guardsAll: Bool
  /// Whether fields of some kind are redacted everywhere.
  let guardsKinds: Bool
  @exclusivity(unchecked) private var types: [ObjectIdentifier: Scope] = [:]
  /// Types without rules, at places given by their addresses: most values have such types.
  private let free: UnsafeMutablePointer<UInt>
  /// Two for each type that an app is likely to have.
  private static let freeCount: UInt = 256
  /// Holds the bytes of an original value, so that the row never contains them.
  let scratch = ByteBuffer()
  let tokens: Tokens
  /// The number of replacements so far.
  @exclusivity(unchecked) private(set) var count = 0

  init(_ redaction: Redaction) {
    self.redaction = redaction
    tokens = Tokens(redaction.key)
    let kinds = Kind.allCases.map { kind in
      Self.types(of: kind).lazy.compactMap { Self.whole(of: $0, redaction) }.first
    }
    self.kinds = kinds
    guardsKinds = kinds.contains { $0 != nil }
    guardsAll = guardsKinds || redaction.rules.contains { $0.names == nil }
    free = .allocate(capacity: Int(Self.freeCount))
    free.initialize(repeating: 0, count: Int(Self.freeCount))
  }

  deinit {
    free.deallocate()
  }

  private static func fields(_ rules: [Redaction.Rule]) -> [(key: String, mode: RedactionMode)] {
    rules.compactMap { rule in rule.field.map { ($0, RedactionMode(rule.replacement)) } }
  }

  // MARK: Types

  /// Whether a type is known to have no rules: a fast answer for the usual case.
  @inline(__always)
  func isFree(_ type: any Any.Type) -> Bool {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    return free[Self.place(of: address)] == address
  }

  /// The rules for the values of a type, and for their members.
  @inline(never)
  func scope(of type: any Any.Type) -> Scope {
    let id = ObjectIdentifier(type)
    let address = UInt(bitPattern: id)
    let scope = types[id] ?? makeScope(of: type)
    types[id] = scope
    if scope.isFree { free[Self.place(of: address)] = address }
    return scope
  }

  /// Types are aligned to 16 or 8 bytes, and those of a module have close addresses.
  @inline(__always)
  private static func place(of address: UInt) -> Int {
    Int((address >> 3 ^ address >> 11) % freeCount)
  }

  private func makeScope(of type: any Any.Type) -> Scope {
    var fields = Self.fields(redaction.rules.filter { $0.names?(type) ?? false })
    fields += Self.fields(redaction.rules.filter { $0.names == nil })
    if case .fields(let names) = redaction.declaration(type) {
      fields += names.sorted().map { ($0, .token) }
    }
    let keyType = (type as? any Emptiable.Type)?.keyType
    return Scope(
      whole: Self.whole(of: type, redaction), fields: fields.isEmpty ? nil : FieldRules(fields),
      keys: keyType.flatMap { type in
        Self.whole(of: type, redaction) ?? Primitive.kind(of: type).flatMap(mode(of:))
      })
  }

  private static func whole(of type: any Any.Type, _ redaction: Redaction) -> RedactionMode? {
    let rule = redaction.rules.first { $0.field == nil && $0.names?(type) ?? false }
    if let rule { return RedactionMode(rule.replacement) }
    if case .whole = redaction.declaration(type) { return .token }
    return nil
  }

  // MARK: Scalars

  /// The mode of all fields of a kind.
  func mode(of kind: Kind) -> RedactionMode? { kinds[Int(kind.rawValue)] }

  /// Writes the field that `body` appends, with this mode.
  func write(
    _ kind: Kind, _ bits: Int, _ mode: RedactionMode?, to output: ByteBuffer,
    _ body: (ByteBuffer) -> Void
  ) throws(ByteFault) {
    guard let mode, mode != .keep, kind != .null else { return body(output) }
    count += 1
    scratch.removeAll()
    body(scratch)
    try ReplacementWriter(tokens: tokens, mode: mode)
      .write(for: scratch.bytes, kind, bits: bits, to: output)
  }

  /// The replacement of a dictionary's key of some type.
  func key(_ key: String, of type: any Any.Type, _ mode: RedactionMode) -> String {
    if EnumCaseExemption.isPlainCase(named: key, of: type) { return key }
    count += 1
    if type == Int.self, let number = Int(key) {
      return String(tokens.integer(number, .int, bits: Int.bitWidth))
    }
    return ReplacementWriter(tokens: tokens, mode: mode).text(for: key)
  }

  /// The types with fields of this kind; none if other types use the kind, too.
  private static func types(of kind: Kind) -> [any Any.Type] {
    switch kind {
    case .bool: [Bool.self]
    case .int: [Int.self, Int8.self, Int16.self, Int32.self, Int64.self]
    case .uint: [UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self]
    case .int128: [Int128.self]
    case .uint128: [UInt128.self]
    case .float: [Float.self]
    case .double: [Double.self]
    case .decimal: [Decimal.self]
    case .string: [String.self]
    case .bytes: [Data.self, [UInt8].self]
    case .date: [Date.self]
    case .uuid: [UUID.self]
    case .record, .null, .list, .set, .map, .pairs, .nested, .members, .presence, .wrapped: []
    }
  }
}
