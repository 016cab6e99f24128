import Foundation

/// Paths of sources.
enum SourcePath {
  /// From the working directory, if it is below that; whole otherwise.
  static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    for folder in [here, real(here)] where path.hasPrefix(folder + "/") {
      return String(path.dropFirst(folder.count + 1))
    }
    return path
  }

  /// Without symbolic links.
  static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Whole, with symbolic links as they are.
  static func plain(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
