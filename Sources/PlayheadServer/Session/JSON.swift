import Foundation

/// The JSON of a value, on one line: the only place that decides on its form.
func json(of value: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  return Array(try encoder.encode(value))
}

/// The value of a JSON text.
func value<Value: Decodable>(_ type: Value.Type, ofJSON bytes: [UInt8]) throws -> Value {
  try JSONDecoder().decode(type, from: Data(bytes))
}
