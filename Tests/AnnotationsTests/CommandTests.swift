import Annotations
import PlayheadFlux
import Testing

@Suite struct `A command line of the annotations app` {
  @Test(arguments: [
    ("issue", "an issue's title is missing; say 'issue TEXT'"),
    ("sheet 7", "there is no sheet 7; there are 1 to 2"),
    ("sheet 1", "sheet 1 is in view already"),
    ("add issue x", "'issue' is not a kind of annotation; there is text, photo, drawing"),
    ("status 9 open", "there is no #9 on this sheet; there is 1, 2, 3, 4, 5"),
    ("status 2 open", "#2 is a text and no issue"),
    ("assign 1 Zoe", "'Zoe' is not in this project; there is Ada, Ben, Cem, Dora, and nobody"),
    ("delete 1", "#1 is Ben's, and only Ben may delete it"),
    (
      "filter red",
      "'red' is not a filter; there is everything, shared, personal, Ada, Ben, Cem, Dora, open, "
        + "closed, unassigned, issue, text, photo, drawing"
    ),
    (
      "enter colors",
      "'colors' is not a filter group; there is hide-everything, share-status, assigned-to, "
        + "status, unassigned, types"
    ),
  ])
  func `the sample app answers a wrong command line with an error sentence and changes nothing`(
    line: String, sentence: String
  ) async throws {
    let site = try await Site()
    let before = try site.states
    #expect(await site.refusal(of: line) == sentence)
    #expect(try site.states == before)
  }

  @Test func `the annotations app refuses 'open' while the project in memory has unsent changes`()
    async throws
  {
    let site = try await Site()
    try await site.perform("offline", "issue A")
    #expect(
      await site.refusal(of: "open other.plan")
        == "the project in memory has changes that wait for the server (1), and they would be lost; "
        + "say 'online' or 'sync' first")
  }
}

@Suite struct `The view` {
  @Test func `the annotations app keeps only the latest three notices`() async throws {
    let site = try await Site()
    for path in ["/1/x", "/2/x", "/3/x", "/4/x"] { try await site.perform("open \(path)") }
    #expect(site.notices.map { $0.prefix(5) } == ["'/2/x", "'/3/x", "'/4/x"])
  }
}
