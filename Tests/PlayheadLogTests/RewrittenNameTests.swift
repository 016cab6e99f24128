import Foundation
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// A rewritten log gets its name when it is whole; errors know it by that name all along.
@Suite struct RewrittenNameTests {
  private let folder: Folder
  private let log: LogReader

  init() throws {
    folder = try Folder()
    log = try LogReader(bytes: LogScript.chunks(5), name: "log")
  }

  /// Takes the unfinished file away, which then cannot be written.
  private func removeUnfinished() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    for name in names where name.contains("partial") {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
  }

  private var error: LogError {
    .unwritable(path: folder.path("out"), reason: .deleted)
  }

  @Test func `a recovery that cannot be written is an error that names the requested file`() {
    #expect(throws: error) {
      try LogRecovery(log).write(to: folder.path("out")) { _ in try removeUnfinished() }
    }
  }

  @Test func `a packed log that cannot be written is an error that names the requested file`() {
    #expect(throws: error) {
      _ = try LogPacking(log).write(to: folder.path("out")) { _ in try removeUnfinished() }
    }
  }
}
