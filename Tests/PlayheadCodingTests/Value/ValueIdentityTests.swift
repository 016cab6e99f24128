import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct ValueIdentityTests {
  @Test func `numbers compare by their bits and their type`() {
    #expect(Value.double(.nan) == .double(.nan))
    #expect(Value.double(.nan) != .double(.signalingNaN))
    #expect(Value.double(0.0) != .double(-0.0))
    #expect(Value.float(.nan) == .float(.nan))
    #expect(Value.int(1) != .uint(1))
    #expect(
      Value.date(Date(timeIntervalSinceReferenceDate: 0))
        != .date(.init(timeIntervalSinceReferenceDate: -0.0)))
  }

  @Test func `strings compare by UTF-8 in fields, keys and elements`() {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(Value.string(composed) != .string(decomposed))
    #expect(Value.record([.init(composed, 1)]) != .record([.init(decomposed, 1)]))
    #expect(StatePath.Component.field(composed) != .field(decomposed))
    #expect(Value.record([.init(composed, 1)])[decomposed] == nil)
    #expect(Set([Value.string(composed), .string(decomposed)]).count == 2)
  }

  @Test
  func
    `searching a value for '.main' finds the enum case of that name, with associated values or not`()
  {
    let state: Value = [
      "screen": ["main": [:]], "load": ["loading": ["progress": 0.5]], "main": 1, "note": "main",
    ]
    func places(_ text: String) -> [String] {
      var places: [String] = []
      state.forEachPlace(containing: text) { path, _ in places.append("\(path)") }
      return places
    }
    #expect(places(".main") == ["screen"])
    #expect(places(".loading") == ["load"])
    #expect(places("main") == ["screen.main", "main", "note"])
  }
}
