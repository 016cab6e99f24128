import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

struct Insert: Codable, Equatable, Sendable {
  var position = 0
  var text = "a"
}

/// A value of every kind that a field can be.
struct Everything: Codable, Equatable, Sendable {
  var flag = true
  var number = -5
  var large = UInt64.max
  var wide = Int128.min
  var float = Float.pi
  var double = -0.0
  var decimal = Decimal(sign: .minus, exponent: -2, significand: 1_250)
  var text = "naïve 🧭"
  var nothing: Int?
  var data = Data([0, 255, 7])
  var date = Date(timeIntervalSinceReferenceDate: 0.25)
  var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var lists = [[1, 2], [], [3]]
  var sparse: [String?] = ["a", nil, "b"]
  var set: Set<Int> = [3, 1, 2]
  var map = ["x": [1], "y": []]
  var pairs = [1: "one", 2: "two"]
  var tree = Tree(label: "root", children: [Tree(label: "leaf")])
  var empty = Empty()
}

struct Tree: Codable, Equatable, Sendable {
  var label: String
  var children: [Tree] = []
}

struct Empty: Codable, Equatable, Sendable {}

/// A folder of its own that is gone when the test is done with it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    Leftovers.remove(url)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func write(_ bytes: [UInt8], as name: String = "written") throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }
}

func tree(_ value: some Encodable) throws -> Value { try CanonicalEncoder().tree(of: value) }

/// The sentence of the `ReadingError` that `body` throws; nil if it throws none.
func sentence(_ body: () throws -> Void) throws -> String? {
  do {
    try body()
    return nil
  } catch let error as ReadingError {
    return error.description
  }
}
