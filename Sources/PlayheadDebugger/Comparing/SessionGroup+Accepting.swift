import Foundation
import PlayheadTesting
import PlayheadValues

extension SessionGroup {
  /// Those of its logs that are kept with what is expected of them.
  var fixtures: [Fixture] { parted.fixtures }

  /// Writes anew what is expected of its fixtures, and names the logs that are none. A condition that does
  /// not hold, or a fixture that cannot be replayed, is a bad answer.
  func accept(by updating: FixtureUpdating, _ console: Console) throws -> ExitCode {
    let (fixtures, others) = parted
    let code = try LogBatch(fixtures.map(\.path)).forEachPath(console) {
      try updating.update(Fixture(path: $0))
    }
    if !others.isEmpty { try console.printError("\(Self.sentence(of: others))") }
    return code
  }

  private var parted: (fixtures: [Fixture], others: [String]) {
    let files = FileManager.default
    let paths = members.map(\.session.path)
    let kept = paths.filter { files.fileExists(atPath: Fixture(path: $0).expectationsPath) }
    return (kept.map { Fixture(path: $0) }, paths.filter { !kept.contains($0) })
  }

  private static func sentence(of others: [String]) -> String {
    // A line's worth of them.
    let shown = others.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
    let rest = others.count > 4 ? " and \(Format.count(others.count - 4)) more" : ""
    let isOne = others.count == 1
    return
      "\(shown)\(rest) \(isOne ? "is no fixture, of which" : "are no fixtures, of which") something is "
      + "expected; '\(toolName) fixture add' makes one of a log"
  }
}
