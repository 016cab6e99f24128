import Foundation
import Testing

@Suite struct `The layers` {
  @Test func `the annotations app's view model sources do not refer to stores or the database`()
    throws
  {
    let sources = try sources("ViewModels")
    #expect(!sources.isEmpty)
    for source in sources {
      for name in ["Store<", "Dispatcher", "Database", "PlayheadFlux"] {
        #expect(!source.contains(try Regex("\(name)(?![A-Za-z])")))
      }
    }
  }

  @Test
  func `among the annotations app's sources, only those in the folder Database refer to SQLite`()
    throws
  {
    let folders = [
      "Actions", "App", "Filtering", "Model", "Stores", "Syncing", "ViewModels", "Views",
    ]
    for source in try folders.flatMap(sources) {
      #expect(!source.contains("CSQLite"))
    }
    #expect(try sources("Database").contains { $0.contains("CSQLite") })
  }

  private func sources(_ folder: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Samples/Annotations/\(folder)").standardized
    return try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }
}
