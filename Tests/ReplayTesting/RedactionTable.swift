import FluxTesting
import Foundation
package import PlayheadCoding
import PlayheadFlux

/// Every kind of type with a secret in it, to be recorded under every rule, and the bytes that would give the
/// secret away.
package struct SecretKind: Sendable, CustomStringConvertible {
  package let name: String
  /// The secret as text, and as the bytes of its encodings.
  package let needles: [[UInt8]]
  /// The values with the secret, under a rule.
  package let encodable: @Sendable (SecretRule) -> [any Encodable & Sendable]
  package let reflected: @Sendable (SecretRule) -> [Any]
  package let rules: @Sendable (SecretRule, Redaction.Replacement) -> [Redaction.Rule]

  package var description: String { name }

  /// The needles that are in the bytes.
  package func leaks(into bytes: [UInt8]) -> [String] {
    needles.filter { has($0, in: bytes) }.map { "\(name): \($0)" }
  }

  /// By the system's functions: these bytes are searched thousands of times, in a debug build.
  private func has(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let first = needle.first, var start = bytes.baseAddress else { return false }
      let end = start + bytes.count
      while end - start >= needle.count,
        let found = memchr(start, Int32(first), end - start - needle.count + 1)
      {
        if memcmp(found, needle, needle.count) == 0 { return true }
        start = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}

extension SecretKind {
  /// A fifteenth of the kinds, others for each rule and replacement; all when `PLAYHEAD_SOAK` is set.
  package static func some(
    of rule: SecretRule, _ replacement: Redaction.Replacement
  ) -> [SecretKind] {
    if Soak.isOn { return all }
    let place =
      3 * (SecretRule.allCases.firstIndex(of: rule) ?? 0)
      + (Redaction.Replacement.allCases.firstIndex(of: replacement) ?? 0)
    return all.enumerated().filter { $0.offset % 15 == place }.map(\.element)
  }
}

/// The ways to declare a secret.
package enum SecretRule: String, CaseIterable, Sendable {
  case type, fieldOfType, field, confidential, confidentialKeys
}

extension Redaction {
  /// A redaction by these rules with what types declare.
  package static func declared(_ rules: [Rule], key: RedactionKey) -> Redaction {
    var redaction = Redaction(key: key, rules: rules)
    redaction.declaration = { type in
      guard let type = type as? any Confidential.Type else { return nil }
      return type.confidentialKeys.map(Declaration.fields) ?? .whole
    }
    return redaction
  }
}

// MARK: Holders

private struct Holder<Secret: Codable & Sendable>: Codable, Sendable { var pin: Secret }
private struct Trimmed<Secret: Codable & Sendable>: Codable, Sendable { @Wrapper var pin: Secret }
private class Base<Secret: Codable & Sendable>: Codable, @unchecked Sendable {
  let pin: Secret
  init(_ pin: Secret) { self.pin = pin }
}
private final class Derived<Secret: Codable & Sendable>: Base<Secret>, @unchecked Sendable {}
private enum Case<Secret: Codable & Sendable>: Codable, Sendable { case with(pin: Secret) }
private struct Whole<Secret: Codable & Sendable>: Codable, Sendable, Confidential {
  var pin: Secret
}
private struct Keyed<Secret: Codable & Sendable>: Codable, Sendable, Confidential {
  static var confidentialKeys: Set<String>? { ["pin"] }
  var pin: Secret
}
private class WholeBase<Secret: Codable & Sendable>: Codable, Confidential, @unchecked Sendable {
  let pin: Secret
  init(_ pin: Secret) { self.pin = pin }
}
private final class WholeDerived<Secret: Codable & Sendable>: WholeBase<Secret>, @unchecked Sendable
{}

@propertyWrapper private struct Wrapper<Value: Codable & Sendable>: Codable, Sendable {
  var wrappedValue: Value
}

private struct OpenHolder<Secret> {
  var pin: Secret
  var run: () -> Void = {}
}
private struct OpenWrapped<Secret> {
  @OpenWrapper var pin: Secret
}
private struct OpenLazy<Secret> {
  let make: () -> Secret
  lazy var pin = make()
  init(_ pin: Secret) {
    make = { pin }
    _ = self.pin
  }
}
private class OpenBase<Secret> {
  let pin: Secret
  init(_ pin: Secret) { self.pin = pin }
}
private final class OpenDerived<Secret>: OpenBase<Secret> { let more = 1 }
private enum OpenCase<Secret> { case with(pin: Secret, () -> Void) }
private struct OpenWhole<Secret>: Confidential { var pin: Secret }
private final class OpenWholeDerived<Secret>: OpenWholeBase<Secret> { let more = 1 }
private class OpenWholeBase<Secret>: OpenBase<Secret>, Confidential {}
private enum OpenWholeCase<Secret>: Confidential { case with(Secret) }
private struct OpenKeyed<Secret>: Confidential {
  static var confidentialKeys: Set<String>? { ["pin"] }
  var pin: Secret
}
private enum OpenKeyedCase<Secret>: Confidential {
  static var confidentialKeys: Set<String>? { ["pin"] }
  case with(pin: Secret, () -> Void)
}

@propertyWrapper private struct OpenWrapper<Value> {
  var wrappedValue: Value
  var projectedValue: () -> Void { {} }
}

// MARK: Kinds

extension SecretKind {
  private static func encodable<Secret: Codable & Sendable>(
    _ rule: SecretRule, _ secret: Secret
  ) -> [any Encodable & Sendable] {
    switch rule {
    case .type, .fieldOfType, .field:
      [
        Holder(pin: secret), Base(secret), Derived(secret), Case.with(pin: secret),
        Trimmed(pin: secret), [Holder(pin: secret)], ["a": Holder(pin: secret)],
        Optional(Holder(pin: secret)), [Base](arrayLiteral: Derived(secret)),
      ]
    case .confidential:
      [
        Whole(pin: secret), WholeBase(secret), WholeDerived(secret), [Whole(pin: secret)],
        ["a": Whole(pin: secret)], Optional(Whole(pin: secret)), Holder(pin: Whole(pin: secret)),
      ]
    case .confidentialKeys:
      [Keyed(pin: secret), [Keyed(pin: secret)], Holder(pin: Keyed(pin: secret))]
    }
  }

  private static func reflected<Secret>(_ rule: SecretRule, _ secret: Secret) -> [Any] {
    let values: [Any] =
      switch rule {
      case .type, .fieldOfType, .field:
        [
          OpenHolder(pin: secret), OpenBase(secret), OpenDerived(secret),
          OpenCase.with(pin: secret, {}), OpenWrapped(pin: secret), OpenLazy(secret),
        ]
      case .confidential:
        [
          OpenWhole(pin: secret), OpenWholeBase(secret), OpenWholeDerived(secret),
          OpenWholeCase.with(secret),
        ]
      case .confidentialKeys: [OpenKeyed(pin: secret), OpenKeyedCase.with(pin: secret, {})]
      }
    return values + values.map { [$0] } + values.map { ["a": $0, "b": 1] }
      + values.map { (1, Optional($0)) } + values.map { OpenHolder(pin: ($0, 1)).pin }
  }

  private static func rules<Secret>(
    openly _: Secret.Type, _ rule: SecretRule, _ replacement: Redaction.Replacement
  ) -> [Redaction.Rule] {
    switch rule {
    case .type: [.type(Secret.self, replacement)]
    case .field: [.field("pin", replacement)]
    case .fieldOfType:
      [
        .field("pin", of: OpenHolder<Secret>.self, replacement),
        .field("pin", of: OpenBase<Secret>.self, replacement),
        .field("pin", of: OpenCase<Secret>.self, replacement),
        .field("pin", of: OpenWrapped<Secret>.self, replacement),
        .field("pin", of: OpenLazy<Secret>.self, replacement),
      ]
    // What is declared becomes a token, unless a rule says otherwise.
    case .confidential where replacement == .token: []
    case .confidentialKeys where replacement == .token: []
    case .confidential:
      [
        .type(OpenWhole<Secret>.self, replacement), .type(OpenWholeBase<Secret>.self, replacement),
        .type(OpenWholeCase<Secret>.self, replacement),
      ]
    case .confidentialKeys:
      [
        .field("pin", of: OpenKeyed<Secret>.self, replacement),
        .field("pin", of: OpenKeyedCase<Secret>.self, replacement),
      ]
    }
  }

  private static func rules<Secret: Codable & Sendable>(
    _ type: Secret.Type, _ rule: SecretRule, _ replacement: Redaction.Replacement
  ) -> [Redaction.Rule] {
    let more: [Redaction.Rule] =
      switch rule {
      case .type, .field: []
      case .fieldOfType:
        [
          .field("pin", of: Holder<Secret>.self, replacement),
          .field("pin", of: Base<Secret>.self, replacement),
          .field("pin", of: Case<Secret>.self, replacement),
          .field("pin", of: Trimmed<Secret>.self, replacement),
        ]
      case .confidential where replacement == .token: []
      case .confidentialKeys where replacement == .token: []
      case .confidential:
        [.type(Whole<Secret>.self, replacement), .type(WholeBase<Secret>.self, replacement)]
      case .confidentialKeys: [.field("pin", of: Keyed<Secret>.self, replacement)]
      }
    return more + rules(openly: type, rule, replacement)
  }

  /// A secret of a type that encodes itself.
  private static func kind<Secret: Codable & Sendable>(
    _ name: String, _ secret: Secret, _ needles: [[UInt8]]
  ) -> SecretKind {
    SecretKind(
      name: name, needles: needles, encodable: { encodable($0, secret) },
      reflected: { reflected($0, secret) }, rules: { rules(Secret.self, $0, $1) })
  }

  /// A secret of a type that only a mirror shows.
  private static func open<Secret>(
    _ name: String, _ make: @escaping @Sendable () -> Secret, _ needles: [[UInt8]]
  ) -> SecretKind {
    SecretKind(
      name: name, needles: needles, encodable: { _ in [] },
      reflected: { reflected($0, make()) }, rules: { rules(openly: Secret.self, $0, $1) })
  }

  package static let all = encodableKinds + openKinds

  private static let text = "hush-4711-zzz"
  private static let texts = [Array(text.utf8), Array(Data(text.utf8).base64EncodedString().utf8)]

  private static func bytes<Value>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }

  /// A number as text, in memory and as the varints of logs.
  private static func numbers<Number: FixedWidthInteger>(_ number: Number) -> [[UInt8]] {
    let wide = UInt64(truncatingIfNeeded: number)
    var needles = [Array("\(number)".utf8), bytes(number)]
    for word in [wide, wide << 1 ^ UInt64(bitPattern: Int64(bitPattern: wide) >> 63)] {
      let buffer = ByteBuffer()
      buffer.append(varint: word)
      needles.append(buffer.array)
    }
    return needles
  }

  private static let encodableKinds: [SecretKind] = {
    let uuid = UUID(uuid: (0xA1, 0xB2, 0xC3, 0xD4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let date = Date(timeIntervalSinceReferenceDate: 712_345_678.123)
    let key = Phone(number: text)
    return [
      kind("String", text, texts),
      kind("String?", Optional(text), texts),
      kind("String??", Optional(Optional(text)), texts),
      kind("[String]", [text, text + "2"], texts),
      kind("Set<String>", Set([text, text + "2"]), texts),
      kind("[String: Int]", [text: 1, text + "2": 2], texts),
      kind("[Int: String]", [1: text], texts),
      kind("[Phone: Int]", [key: 1], texts),
      kind("[Password: Password]", [Password(text: text): Password(text: text)], texts),
      kind("URL", URL(filePath: "/\(text)"), texts),
      kind("Data", Data(text.utf8), texts),
      kind("[UInt8]", Array(text.utf8), texts),
      kind("[[UInt8]]", [Array(text.utf8)], texts),
      kind("UUID", uuid, [bytes(uuid.uuid), Array(uuid.uuidString.utf8)]),
      kind(
        "Date", date,
        [bytes(date.timeIntervalSinceReferenceDate), Array("712345678.1".utf8)]),
      kind(
        "Decimal", Decimal(string: "987654.321") ?? 0,
        [Array("987654.321".utf8), Array("987654321".utf8)]),
      kind("Double", 987_654.321, [bytes(987_654.321), Array("987654.321".utf8)]),
      kind("Float", Float(98_765.43), [bytes(Float(98_765.43)), Array("98765.43".utf8)]),
      kind("Int", 204_815_162_342, numbers(204_815_162_342)),
      kind("Int64", Int64(-204_815_162_342), numbers(Int64(-204_815_162_342))),
      kind("Int32", Int32(1_904_815_162), numbers(Int32(1_904_815_162))),
      kind("UInt", UInt(204_815_162_342), numbers(UInt(204_815_162_342))),
      kind("UInt64", UInt64(204_815_162_342), numbers(UInt64(204_815_162_342))),
      kind("UInt32", UInt32(3_904_815_162), numbers(UInt32(3_904_815_162))),
      kind("[Int: Int]", [204_815_162_342: 1], numbers(204_815_162_342)),
      kind("[Int32]", [Int32(1_904_815_162)], numbers(Int32(1_904_815_162))),
      kind(
        "Int128", Int128(204_815_162_342) << 64,
        [Array("\(Int128(204_815_162_342) << 64)".utf8), bytes(204_815_162_342)]),
      kind(
        "UInt128", UInt128(204_815_162_342), [Array("204815162342".utf8), bytes(204_815_162_342)]),
      kind("struct", Password(text: text), texts),
      kind("struct?", Optional(Password(text: text)), texts),
      kind("[struct]", [Password(text: text)], texts),
      kind("Set<struct>", Set([Password(text: text)]), texts),
      kind("raw value", Email(rawValue: text), texts),
      kind("enum with values", Proof.code(text, again: text), texts),
      kind("property wrapper", Wrapper(wrappedValue: text), texts),
      kind("generic", Box(value: [text]), texts),
      kind("class", Secretive(text), texts),
      kind("subclass", MoreSecretive(text), texts),
      kind("made-up keys", MadeUp(text: text), texts),
    ]
  }()

  private static let openKinds: [SecretKind] = [
    open("open struct", { OpenPassword(text: text) }, texts),
    open("open struct?", { Optional(OpenPassword(text: text)) }, texts),
    open("open struct??", { Optional(Optional(OpenPassword(text: text))) }, texts),
    open("[open struct]", { [OpenPassword(text: text)] }, texts),
    open(
      "Set<open struct>", { Set([OpenPassword(text: text), OpenPassword(text: text + "2")]) }, texts
    ),
    open("[String: open struct]", { [text: OpenPassword(text: text)] }, texts),
    open("[open struct: Int]", { [OpenPassword(text: text): 1] }, texts),
    open("[open enum: Int]", { [OpenProof.code(text): 1] }, texts),
    open("[Any]", { [text, 1, OpenPassword(text: text)] as [Any] }, texts),
    open("[String: Any]", { [text: text, "a": OpenPassword(text: text)] as [String: Any] }, texts),
    open("[AnyHashable: Any]", { [text: 1, 2: text] as [AnyHashable: Any] }, texts),
    open("tuple", { (text, OpenPassword(text: text)) }, texts),
    open("open enum", { OpenProof.code(text) }, texts),
    open("open enum of a tuple", { OpenProof.pair(text, of: text) }, texts),
    open("described struct", { DescribedStruct(text: text) }, texts),
    open("own mirror", { Mirrored(text: text) }, texts),
    open("open class", { OpenSecretive(text) }, texts),
    open("open subclass", { OpenMoreSecretive(text) }, texts),
    open("class as its superclass", { OpenMoreSecretive(text) as OpenSecretive }, texts),
    open("open property wrapper", { OpenWrapper(wrappedValue: text) }, texts),
    open("Result", { Result<String, any Error>.success(text) }, texts),
    open("error", { OpenError(text: text) }, texts),
  ]
}

// MARK: Types of secrets

private struct Password: Codable, Hashable, Sendable { var text: String }
private struct Email: RawRepresentable, Codable, Sendable { var rawValue: String }
private enum Proof: Codable, Sendable { case code(String, again: String) }
private struct Box<Value: Codable & Sendable>: Codable, Sendable { var value: Value }
private class Secretive: Codable, @unchecked Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}
private final class MoreSecretive: Secretive, @unchecked Sendable {
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PhoneKey.self)
    try container.encode(text, forKey: PhoneKey(stringValue: "more"))
    try super.encode(to: container.superEncoder())
  }
}

private struct Phone: Codable, Hashable, CodingKeyRepresentable, Sendable {
  var number: String
  var codingKey: any CodingKey { PhoneKey(stringValue: number) }
  init(number: String) { self.number = number }
  init?<Key: CodingKey>(codingKey: Key) { number = codingKey.stringValue }
}

private struct PhoneKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct MadeUp: Codable, Sendable {
  var text: String
  init(text: String) { self.text = text }
  init(from decoder: any Decoder) throws { text = "" }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PhoneKey.self)
    try container.encode(1, forKey: PhoneKey(stringValue: text))
    var nested = container.nestedUnkeyedContainer(forKey: PhoneKey(stringValue: "nested"))
    try nested.encode(text)
  }
}

private struct OpenPassword: Hashable { var text: String }
private enum OpenProof: Hashable { case code(String), pair(String, of: String) }
private struct DescribedStruct: CustomStringConvertible, CustomDebugStringConvertible {
  var text: String
  var description: String { text }
  var debugDescription: String { text }
}
private struct Mirrored: CustomReflectable {
  var text: String
  var customMirror: Mirror { Mirror(self, children: [text: text, "text": text]) }
}
private class OpenSecretive {
  let text: String
  var me: OpenSecretive?
  init(_ text: String) {
    self.text = text
    me = self
  }
}
private final class OpenMoreSecretive: OpenSecretive {
  var more = [OpenPassword(text: "hush-4711-zzz")]
}
private struct OpenError: Error { var text: String }
