import Foundation
import PlayheadLint
import Testing

/// As long a file as anybody has.
@Suite struct LongFileTests {
  @Test func `a long file is looked through, each handler of it`() throws {
    // 10,000 lines in the soak; each handler has five.
    let isSoak = ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil
    let count = isSoak ? 2_000 : 40
    let handlers = (0..<count).map { number in
      """
      func handle\(number)(_ store: Store<Int>) {
        store.on(Put.self) { state, action in
          state += \(number) + Int.random(in: 0...action.limit)
        }
      }

      """
    }
    let head = "import PlayheadFlux\nstruct Put: Action { var limit = 3 }\n"
    let report = try Sources.report(on: ["Long.swift": head + handlers.joined()])
    #expect(report.errors == [])
    #expect(report.handlerCount == count)
    #expect(report.findings.map(\.location.line) == (0..<count).map { $0 * 5 + 5 })
  }
}
