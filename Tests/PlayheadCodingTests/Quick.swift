import Foundation
import PlayheadCoding
import Testing

enum Expr: Codable, Equatable {
  case number(Int)
  indirect case add(Expr, Expr)
  indirect case named(label: String, Expr?)
  case none
}

struct Everything: Codable, Equatable {
  var a = 1
  var b: Int? = nil
  var c = "text"
  var d = [1, 2, 3]
  var e: [String: [Int]] = ["x": [1], "y": []]
  var f: Set<String> = ["p", "q", "r"]
  var g: [Int: String] = [1: "one", 2: "two"]
  var h: [UUID: Double] = [UUID(): 1.5, UUID(): 2.5]
  var i = Date(timeIntervalSinceReferenceDate: 0.1)
  var j = Data([1, 2, 3])
  var k = Decimal(string: "-12.50")!
  var l = URL(string: "http://a/b")!
  var m: [[String?]] = [["a", nil], []]
  var n = UInt64.max
  var o = Int128.min
}

@Suite struct Quick {
  @Test func roundtrip() throws {
    let x = Everything()
    let data = try CompactEncoder().encode(x)
    #expect(try CompactDecoder().decode(Everything.self, from: data) == x)
    print(data.count, try Value(compact: data))
    let y = Everything()
    let e = CanonicalEncoder()
    var z = y
    z.h = x.h
    #expect(try e.digest(of: x) == e.digest(of: z))
    print(try e.digest(of: x))
    let t: Expr = .add(.add(.number(1), .named(label: "q", .number(3))), .none)
    let u = try CompactEncoder().encode([t, .none, t])
    #expect(try CompactDecoder().decode([Expr].self, from: u) == [t, .none, t])
    print(try Value(compact: u))
  }
}
