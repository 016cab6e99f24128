import Foundation
import PlayheadTesting

/// What commands for fixtures take.
enum FixtureParameters {
  static let paths = Parameter.arguments(
    "PATH", .unicodePath, "A fixture's log, or a folder, which stands for the fixtures in it.")

  /// The logs of the fixtures that are meant by `paths`. A folder without any stands for itself, so that
  /// somebody is told.
  static func logs(at paths: [String]) -> [String] {
    paths.flatMap { path in
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let found = isThere && isFolder.boolValue ? Fixtures.found(in: path).map(\.path) : []
      return found.isEmpty ? [path] : found
    }
  }
}
