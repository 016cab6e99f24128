import Foundation
import PlayheadLint
import Testing

/// Sources that are no good, or not what one expects.
@Suite struct StrangeSourceTests {
  private static let store = """
    import Foundation
    import PlayheadFlux
    struct Put: Action {}
    let store = Store("store", 0.0)
      .on(Put.self) { state, _ in state = Date().timeIntervalSince1970 }

    """

  @Test func `what does not compile is told, and what was understood is looked at`() throws {
    let report = try Sources.report(on: [
      "A.swift": Self.store, "B.swift": "func f() { undefined() }\n",
      "C.swift": "struct Broken { var a = UUID( }\n",
    ])
    #expect(report.findings.map(\.rule) == [.clock])
    #expect(report.errors.contains { $0.contains("B.swift:1:12: error: cannot find 'undefined'") })
  }

  @Test func `a module that is not built is an error`() throws {
    let report = try Sources.report(on: ["A.swift": "import Nowhere\n" + Self.store])
    #expect(report.errors.contains { $0.contains("no such module 'Nowhere'") })
  }

  @Test func `empty files and files that are no text do no harm`() throws {
    let report = try Sources.report(on: [
      "A.swift": Data(Self.store.utf8), "Empty.swift": Data(),
      "Noise.swift": Data((0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }),
      "Latin.swift": Data("// caf".utf8) + Data([0xE9, 0x0A]) + Data("let a = 1\n".utf8),
    ])
    #expect(report.fileCount == 4)
    #expect(report.findings.map(\.rule) == [.clock])
  }

  @Test func `deep and long expressions are walked through`() throws {
    let deep = String(repeating: "(", count: 200) + "0" + String(repeating: ")", count: 200)
    let branches = (0..<100).map { "if number == \($0) { return \($0) } else " }.joined()
    let report = try Sources.report(on: [
      "A.swift": Self.store,
      "Deep.swift": """
      let deep = \(deep)
      func f(_ number: Int) -> Int { \(branches) { return 0 } }

      """,
    ])
    #expect(report.errors == [])
    #expect(report.findings.count == 1)
  }

  @Test func `sources without a handler are told from sound ones`() throws {
    let report = try Sources.report(on: ["A.swift": "import Foundation\nlet now = Date()\n"])
    #expect(report.findings.isEmpty && report.handlerCount == 0)
  }

  @Test func `the way from a handler is told call by call`() throws {
    let report = try Sources.report(on: [
      "A.swift": """
      import Foundation
      import PlayheadFlux
      struct Put: Action {}
      struct Cart: Codable, Sendable {
        var at = 0.0
        mutating func add() { at = now() }
        func now() -> Double { Date().timeIntervalSince1970 }
      }
      let cart = Store("cart", Cart()).on(Put.self) { cart, _ in cart.add() }

      """
    ])
    let finding = try #require(report.findings.first)
    #expect(
      finding.message
        == "in 'Cart.now()', 'Date()' reads a clock, which shows a different time when the log is replayed; "
        + "put the date into the action, or use PlayheadFlux's 'context.now'")
    #expect((finding.location.line, finding.location.column) == (7, 26))
    #expect(
      finding.calls.map(\.sentence) == [
        "'Cart.now()' is called by 'Cart.add()'",
        "'Cart.add()' is called by the handler of 'Put'",
      ])
    #expect(finding.calls.map(\.location.line) == [6, 9])
  }
}
