import Foundation
import PlayheadCoding

extension Value {
  /// The value as JSON (RFC 8259) on one line.
  ///
  /// - Records, and dictionaries with only text keys, are objects, in the value's order; other dictionaries
  ///   are arrays of `{"key": …, "value": …}`; lists and sets are arrays.
  /// - Numbers have the shortest form that reads back the same; 128-bit integers and decimals are also
  ///   numbers, in full. Other floating-point values are texts: `"NaN"`, `"Infinity"`, `"-Infinity"`.
  /// - Dates are texts in ISO 8601, in UTC, with as many digits as needed; `Data` is Base64.
  public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The UTF-8 of `json`, without making a `String`.
  public var jsonBytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  /// The same for SQLite, which compares numbers only with numbers: infinity as the number `9e999`, NaN as `null`.
  package var jsonBytesForSQL: [UInt8] {
    var writer = JSONWriter(isForSQL: true)
    writer.write(self)
    return writer.bytes
  }

  /// Whether the value's JSON is an array.
  var isJSONArray: Bool {
    switch self {
    case .list, .set: true
    case .dictionary(let entries): !entries.areObject
    default: false
    }
  }
}

extension [Value.Entry] {
  /// Whether all keys are texts, so that the dictionary is an object in JSON.
  var areObject: Bool { allSatisfy { $0.key.kind == .string } }
}

extension Value {
  /// The value after a round trip through JSON: members in the order of their names, dates as texts, whole
  /// numbers as integers. Values with the same JSON have the same form.
  ///
  /// Costs as much as `JSONDecoder`. A value that nests too deeply for it is returned unchanged.
  package var jsonForm: Value { Value(json: json) ?? self }

  /// The value as JSON for people: parts that fit into `width` characters are on one line.
  package func jsonText(width: Int) -> String {
    jsonLayout.text(limit: width)
  }

  /// All values except lists and records are one word in JSON.
  private var jsonLayout: PrintLayout {
    switch self {
    case .list(let elements): .group("[", elements.map { .init("", $0.jsonLayout) }, "]")
    case .record(let fields):
      .group("{", fields.map { .init(Value.string($0.name).json + ": ", $0.value.jsonLayout) }, "}")
    default: .word(json)
    }
  }
}
