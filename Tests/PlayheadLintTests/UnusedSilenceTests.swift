import Foundation
import PlayheadLint
import Testing

/// When a comment is said to silence nothing.
@Suite struct UnusedSilenceTests {
  private static let used = "// playhead-ignore: clock because a handler elsewhere calls it\n"

  private static func files(_ text: String) -> [String: String] {
    [
      "A.swift": """
      import Foundation
      import PlayheadFlux
      struct Put: Action {}
      let store = Store("store", 0.0).on(Put.self) { state, _ in state = 1 }
      \(text)

      """
    ]
  }

  private func marks(_ text: String, isWhole: Bool = true) throws -> [Int] {
    try Sources.report(on: Self.files(text), isWhole: isWhole).marks.map(\.line).sorted()
  }

  @Test func `of a part of an app nobody knows what leads to it`() throws {
    let text = "\(Self.used)func now() -> Date { Date() }"
    #expect(try marks(text) == [5])
    #expect(try marks(text, isWhole: false) == [])
  }

  @Test func `a comment that is no good is told always`() throws {
    #expect(try marks("// playhead-ignore: clock\nlet a = 1", isWhole: false) == [5])
  }

  @Test func `what is not compiled may well need it`() throws {
    let text = """
      #if os(Windows)
      \(Self.used)func now() -> Date { Date() }
      #else
      \(Self.used)func now() -> Date { Date() }
      #endif
      \(Self.used)func later() -> Date { Date() }
      """
    #expect(try marks(text) == [9, 12])
  }

  @Test func `where something does not compile, nobody knows what is silenced`() throws {
    #expect(try marks("\(Self.used)func now() -> Date { Dates() }") == [])
  }
}
