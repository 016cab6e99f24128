import Foundation
import PlayheadInspector
import PlayheadServer
import Synchronization

/// A running app that a call names by its address.
final class AppAddress: Sendable {
  /// The address as it was typed.
  let word: String
  let client: SessionClient
  private let copies = Mutex<[String]>([])

  /// Throws if the word is no address of this machine.
  init(_ word: String) throws(CommandFailure) {
    guard let address = ServerAddress(word) else { throw .badAddress(word) }
    self.word = word
    client = SessionClient(address, isCancelled: { false })
  }

  var facts: SessionFacts { get throws { try client.facts() } }

  /// The path of the app's log, which is copied if this machine's files are not those of the app.
  func log() throws -> String {
    try client.log {
      let folder = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID())")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let path = folder.path(percentEncoded: false)
      copies.withLock { $0.append(path) }
      return path
    }
  }

  func removeCopy() {
    for folder in copies.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: folder) }
  }
}
