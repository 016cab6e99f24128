import Foundation
import PlayheadCoding
import PlayheadValues
import TextEditor

/// Encoding and decoding of values, compared with Foundation.
enum CodingBenchmarks {
  /// A value like an action or a list item of an app.
  struct Item: Codable {
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var title = "Write a letter"
    var isDone = false
    var tags = ["home", "today"]
    var due: Date? = Date(timeIntervalSinceReferenceDate: 800_000_000)
    var priority = Priority.high(reason: "promised")

    enum Priority: Codable {
      case low
      case high(reason: String)
    }
  }

  static func rows() throws -> [Row] {
    let edit = Replace(at: 1042, count: 0, text: "e", transaction: 977)
    return try rows(for: edit, named: "an editor's action", count: 20_000)
      + rows(for: Item(), named: "a list's item", count: 5_000)
      + rows(for: (0..<1_000).map { _ in Item() }, named: "1,000 items", count: 10)
      + rows(
        for: [String(repeating: "All work. ", count: 10_000)], named: "100 kB of text", count: 50)
  }

  private static func rows<Value: Codable>(
    for value: Value, named name: String, count: Int
  ) throws -> [Row] {
    let ours = RowEncoding()
    let shape = try ours.encode(value)
    let row = ours.bytes.array
    let decoding = RowDecoding(shapes: ours.shapes)
    let (json, plist) = (JSONEncoder(), PropertyListEncoder())
    plist.outputFormat = .binary
    let (jsonData, plistData) = (try json.encode(value), try plist.encode(value))
    let (jsonDecoder, plistDecoder) = (JSONDecoder(), PropertyListDecoder())
    func repeated(_ body: @escaping () throws -> Void) -> () throws -> Void {
      { for _ in 0..<count { try body() } }
    }
    let encode = try Stopwatch.best(
      operations: count,
      [
        repeated { consume(try ours.encode(value)) }, repeated { consume(try json.encode(value)) },
        repeated { consume(try plist.encode(value)) },
      ])
    let decode = try Stopwatch.best(
      operations: count,
      [
        repeated {
          try row.withUnsafeBytes { bytes in
            consume(try decoding.decode(Value.self, shape: shape, row: bytes))
          }
        }, repeated { consume(try jsonDecoder.decode(Value.self, from: jsonData)) },
        repeated { consume(try plistDecoder.decode(Value.self, from: plistData)) },
      ])
    return [
      against("encode", name, encode, 1, "JSONEncoder"),
      against("encode", name, encode, 2, "PropertyListEncoder (binary)"),
      against("decode", name, decode, 1, "JSONDecoder"),
      against("decode", name, decode, 2, "PropertyListDecoder"),
    ]
  }

  private static func against(
    _ subject: String, _ input: String, _ times: [Double], _ other: Int, _ competitor: String
  ) -> Row {
    Row(
      subject: subject, input: input, playhead: times[0], competitor: competitor,
      other: times[other], unit: .nanoseconds)
  }
}
