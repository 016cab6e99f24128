import Foundation

/// Applies a redaction in one encoder, with cached rules per type. Unchecked properties: see `RowBuilder`.
final class Redactor {
  /// The replacement of a masked text: a valid URL, and unlikely as user input.
  private static let mask = "***"
  /// A URL must not be empty.
  private static let blank = "about:blank"

  /// The types whose rules also hold for fields of their kinds.
  private static let primitives: [any Any.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
    UInt16.self, UInt32.self, UInt64.self, Int128.self, UInt128.self, Float.self, Double.self,
    Decimal.self, String.self, Data.self, [UInt8].self, Date.self, UUID.self,
  ]

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
  private let original = ByteBuffer()
  let tokens: Tokens
  /// The number of replacements so far.
  @exclusivity(unchecked) private(set) var count = 0
  /// The number of replacements whose secret is unknown, if the redaction is reversed.
  @exclusivity(unchecked) private(set) var lostCount = 0

  init(_ redaction: Redaction) {
    self.redaction = redaction
    tokens = Tokens(redaction.key)
    var kinds = [RedactionMode?](repeating: nil, count: Kind.allCases.count)
    for type in Self.primitives {
      guard let kind = Primitive.kind(of: type).map({ Int($0.rawValue) }) else { continue }
      kinds[kind] = kinds[kind] ?? Self.whole(of: type, redaction)
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
  func hasNoRules(_ type: any Any.Type) -> Bool {
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
    if scope.hasNoRules { free[Self.place(of: address)] = address }
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
    let keyType = (type as? any StandardCollection.Type)?.keyType
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

  /// The buffer for the next original value.
  func emptyOriginal() -> ByteBuffer {
    original.removeAll()
    return original
  }

  /// Writes the replacement of the original value, which is of `type`.
  func writeReplacement(
    _ type: Primitive, _ mode: RedactionMode, to output: ByteBuffer
  ) throws(ByteFault) {
    count += 1
    if redaction.isReversed { return try writeSecret(type, mode, to: output) }
    let start = output.count
    try writeToken(type, mode, to: output)
    if mode == .token, redaction.memory.isOn {
      redaction.memory.remember(type.kind, original.bytes, by: output.bytes[start...])
    }
  }

  private func writeToken(
    _ type: Primitive, _ mode: RedactionMode, to output: ByteBuffer
  ) throws(ByteFault) {
    var reader = ByteReader(original.bytes)
    switch type.kind {
    case .string: output.append(string: text(for: try reader.string(), mode))
    case .bytes where mode == .mask: try writeMask(for: &reader, to: output)
    case _ where mode == .token: try tokens.write(type, for: &reader, to: output)
    case .decimal: output.append(string: "0")
    default: output.append(zero: type.kind)
    }
  }

  /// Writes the secret of the original value, which is a token. An empty value is its own token.
  private func writeSecret(
    _ type: Primitive, _ mode: RedactionMode, to output: ByteBuffer
  ) throws(ByteFault) {
    guard mode == .token else {
      lostCount += 1
      return output.append(original.bytes)
    }
    if let secret = redaction.memory.secret(type.kind, for: original.bytes) {
      return output.append(secret)
    }
    let start = output.count
    try writeToken(type, mode, to: output)
    // Truth values have one token, which is that of no empty value.
    if type.kind == .bool || !output.bytes[start...].elementsEqual(original.bytes) {
      lostCount += 1
    }
  }

  /// Notes that a value is left out, or made like others. If the redaction is reversed, nobody knows it any more.
  func noteDropped() { if redaction.isReversed { lostCount += 1 } }

  private func writeMask(
    for original: inout ByteReader, to output: ByteBuffer
  ) throws(ByteFault) {
    let isEmpty = try original.sized().isEmpty
    output.append(string: isEmpty ? "" : Self.mask)
  }

  /// The replacement of a text.
  private func text(for text: String, _ mode: RedactionMode) -> String {
    switch mode {
    case .drop: ""
    case .mask: text.isEmpty ? "" : Self.mask
    case .blank: Self.blank
    case .token: tokens.text(for: text)
    case .keep: text
    }
  }

  /// The replacement of a dictionary's key of some type.
  func key(_ key: String, of type: any Any.Type, _ mode: RedactionMode) -> String {
    if EnumCaseExemption.isPlainCase(named: key, of: type) { return key }
    count += 1
    return remembering(key, mode) {
      if type == Int.self, let number = Int(key) {
        return String(tokens.integer(number, .int, bits: Int.bitWidth))
      }
      return text(for: key, mode)
    }
  }

  /// The token of a member's name.
  func name(_ name: String) -> String {
    count += 1
    return remembering(name, .token) { tokens.text(for: name) }
  }

  /// The replacement of a text, which is remembered; or its secret, if the redaction is reversed.
  private func remembering(_ text: String, _ mode: RedactionMode, _ replace: () -> String) -> String
  {
    let memory = redaction.memory
    if redaction.isReversed {
      let secret = mode == .token ? memory.secret(.string, for: text.utf8) : nil
      if secret == nil, mode != .token || replace() != text { lostCount += 1 }
      return secret.map { String(decoding: $0, as: UTF8.self) } ?? text
    }
    let token = replace()
    if mode == .token, memory.isOn { memory.remember(.string, text.utf8, by: token.utf8) }
    return token
  }
}
