import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

/// A key of the tests.
let testKey = RedactionKey(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)

extension Redaction {
  /// A redaction with the tests' key.
  init(_ rules: Rule..., key: RedactionKey = testKey) {
    self.init(key: key, rules: rules)
  }
}

/// The value as a replay gets it from a redacted log.
func redacted<T: Codable>(_ value: T, _ redaction: Redaction) throws -> T {
  let rows = RowEncoding(redaction: redaction)
  let shape = try rows.encode(value)
  return try RowDecoding(shapes: rows.shapes).decode(T.self, shape: shape, row: rows.bytes.bytes)
}

/// The value as a replay gets it, all of it redacted.
func redacted<T: Codable>(_ value: T, _ replacement: Redaction.Replacement) throws -> T {
  try redacted(value, Redaction(.type(T.self, replacement)))
}

/// The token of a text.
func token(of text: String, key: RedactionKey = testKey) throws -> String {
  try redacted(text, Redaction(.type(String.self), key: key))
}

/// The bytes of a value's row and of its shapes, and its canonical form: all that can get into a log.
func everything(_ value: some Codable, _ redaction: Redaction) throws -> [UInt8] {
  let rows = RowEncoding(redaction: redaction)
  _ = try rows.encode(value)
  let shapes = ByteBuffer()
  for shape in rows.shapes { shape.encode(to: shapes) }
  return rows.bytes.array + shapes.array
    + (try CanonicalEncoder(redaction: redaction).bytes(of: value))
}

extension [UInt8] {
  /// Whether a text's UTF-8 is somewhere in these bytes.
  func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}

// MARK: Types with secrets

struct Password: Codable, Hashable {
  var text: String
}

/// A secret that is its raw value.
struct Email: RawRepresentable, Codable, Hashable {
  var rawValue: String
}

/// A key of dictionaries whose text is the key's.
struct Phone: Codable, Hashable, CodingKeyRepresentable {
  var number: String
  var codingKey: any CodingKey { PhoneKey(stringValue: number) }

  init(number: String) { self.number = number }
  init?<Key: CodingKey>(codingKey: Key) { number = codingKey.stringValue }
}

struct PhoneKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

enum Role: String, Codable, CaseIterable { case admin, guest }
enum Level: Int, Codable { case low = 1, high }
enum Plain: Codable, Equatable { case one, two }

enum SignIn: Codable, Hashable {
  case withPassword(user: String, password: Password)
  case withCode(String)
  case anonymous
}

struct Account: Codable, Equatable {
  var id = 7
  var name = "ada"
  var password: Password? = Password(text: "correct horse")
  var pin: String? = "2580"
  var role = Role.admin
}

/// A tree of its own type.
struct Branch: Codable, Equatable {
  var label: String
  var branches: [Branch] = []
}
