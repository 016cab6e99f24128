import PlayheadCoding

extension Value {
  /// The value as JSON (RFC 8259) on one line.
  ///
  /// - Records, and dictionaries whose keys are all texts, are objects, in the value's order;
  ///   other dictionaries are arrays of `{"key": …, "value": …}`; lists and sets are arrays.
  /// - Numbers are written shortest so that they read back the same; 128-bit integers and decimals
  ///   as numbers too, in full. What is no number is a text: `"NaN"`, `"Infinity"`, `"-Infinity"`.
  /// - Dates are texts in ISO 8601, in UTC, with as many digits as they need; `Data` is Base64.
  public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

  /// The UTF-8 of `json`, without a detour over `String`.
  public var jsonBytes: [UInt8] {
    var writer = JSONWriter()
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
  /// Whether all keys are texts, so that JSON has an object for the dictionary.
  var areObject: Bool { allSatisfy { $0.key.kind == .string } }
}
