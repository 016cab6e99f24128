import Foundation
import ItemListTerminal
import PlayheadFlux
import Testing

/// The sessions under `fixtures/item-list`, and what a person sees in them.
@MainActor @Suite struct ScriptTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../fixtures/item-list").standardized

  private func file(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  @Test(arguments: ["filter", "unlock", "routes"])
  func `the password list's view after each line of a script equals the stored transcript`(
    name: String
  ) throws {
    let session = try ItemListSession()
    var transcript = session.app.view + "\n"
    for line in try file("\(name).txt").split(separator: "\n") where !line.hasPrefix("#") {
      transcript += "\n> \(line)\n" + (try session.perform(String(line))) + "\n"
    }
    #expect(transcript == (try file("\(name).expected.txt")))
  }
}

@MainActor @Suite struct `A list of many logins` {
  @Test func `the password list's view of 41 logins has 22 lines and shows the login added last`()
    throws
  {
    let session = try ItemListSession.unlocked([])
    for number in 10..<50 { try session.perform("add host\(number).example ada secret") }
    try session.perform("add host30b.example ada secret")
    #expect(session.lines.count == 22)
    #expect(session.lines[2] == "   1  host10.example   ada")
    #expect(
      session.lines.suffix(4) == [
        "      … 5 more; 'filter TEXT' lists fewer",
        "  22  host30b.example  ada",
        "      … 19 more; 'filter TEXT' lists fewer",
        "41 logins",
      ])
    try session.perform("open 22")
    #expect(session.lines.first == "host30b.example")
  }
}
