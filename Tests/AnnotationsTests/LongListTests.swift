import Annotations
import PlayheadFlux
import Testing

@Suite struct `A sheet with many issues` {
  @Test
  func `the annotations app's view of 43 issues fits a screen and shows the issue changed last`()
    async throws
  {
    let site = try await Site()
    for number in 6..<46 { await site.dispatch(CreateIssue(title: "Tile \(number) is loose")) }
    #expect(site.lines.count == 21)
    #expect(site.lines.filter { $0.contains("Tile 45 is loose") }.count == 2)
    try await site.perform("status 20 closed")
    #expect(
      site.lines.suffix(5) == [
        "  #6   open    nobody  Tile 6 is loose",
        "  #7   open    nobody  Tile 7 is loose",
        "  … 12 more",
        "  #20  closed  nobody  Tile 20 is loose",
        "  … 25 more",
      ])
    #expect(site.lines.contains("  … 25 more; 'filter NAME' hides some"))
  }

  @Test func `the annotations app's view of 43 issues with notices and filters has 22 lines`()
    async throws
  {
    let site = try await Site()
    #expect(try await lines(of: site, after: "filters") == 20)
    for number in 6..<46 { await site.dispatch(CreateIssue(title: "Tile \(number) is loose")) }
    for path in ["/1/x", "/2/x"] { try await site.perform("open \(path)") }
    #expect(try await lines(of: site, after: "filter shared") == 22)
  }

  private func lines(of site: Site, after line: String) async throws -> Int {
    try await site.perform(line)
    return site.lines.count
  }
}

extension Site {
  fileprivate var lines: [Substring] {
    app.view.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
