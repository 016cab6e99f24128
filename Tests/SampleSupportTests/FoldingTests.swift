import SampleSupport
import Testing

@Suite struct `A long list` {
  private func folded(_ count: Int, to limit: Int, keeping index: Int? = nil) -> [String] {
    (0..<count).map(String.init).folded(to: limit, keeping: index) { "… \($0) more" }
  }

  @Test func `a folded list never exceeds its limit and counts every hidden element`() {
    for count in 0...12 {
      for limit in 3...12 {
        for index in 0..<count {
          let lines = folded(count, to: limit, keeping: index)
          #expect(lines.count == min(count, limit))
          #expect(lines.contains("\(index)"))
          let marks = lines.filter { $0.hasPrefix("…") }
          let left = marks.compactMap { Int($0.split(separator: " ")[1]) }.reduce(0, +)
          #expect(lines.count - marks.count + left == count)
        }
      }
    }
  }
}
