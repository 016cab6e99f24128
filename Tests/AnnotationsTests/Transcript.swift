import Annotations

/// A script and what it shows: after each line those lines of the view that were not there before.
struct Transcript {
  private(set) var text = ""
  private var shown: Set<Substring> = []

  /// The transcript of a script in the app as people get it: with the site's own server.
  init(of script: String) async throws {
    let world = World()
    let site = try await Site(world, outside: Outside(openDatabase: world.outside.openDatabase))
    show(site.app.view)
    text += "\n"
    for line in try Site.fixture(script).split(separator: "\n", omittingEmptySubsequences: false) {
      text += (line.isEmpty || line.hasPrefix("#") ? "" : "> ") + line + "\n"
      try await site.perform(String(line))
      show(site.app.view)
    }
  }

  private mutating func show(_ view: String) {
    let lines = view.split(separator: "\n")
    for line in lines where !shown.contains(line) { text += "\(line)\n" }
    shown = Set(lines)
  }
}
