import Foundation

/// The files under fixtures/corrupt/.
enum Corpus {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "fixtures/corrupt")

  /// Those of a target, in order of their names.
  static func files(of target: String) throws -> [(name: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: target), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }.map {
      ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0)))
    }
  }
}
