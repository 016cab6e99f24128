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
