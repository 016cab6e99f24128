import FluxTesting
import ItemListTerminal
import PlayheadFlux
import Testing

/// The sessions under `fixtures/item-list`, and what a person sees in them.
@MainActor @Suite struct ScriptTests {
  @Test(arguments: ["filter", "unlock", "routes"])
  func `the password list's view after each line of a script equals the stored transcript`(
    name: String
  ) throws {
    let session = try ItemListSession()
    var transcript = session.app.view + "\n"
    let script = try FixtureFile.text("item-list/\(name).txt")
    for line in script.split(separator: "\n") where !line.hasPrefix("#") {
      transcript += "\n> \(line)\n" + (try session.perform(String(line))) + "\n"
    }
    #expect(try transcript == FixtureFile.text("item-list/\(name).expected.txt"))
  }
}
