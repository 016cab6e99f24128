import Foundation

extension Fixture {
  /// How to call the app's debugger: by the only executable of the fixture's package that links the command line.
  /// A test does not know which executable that is in an Xcode project, and stands in for it.
  var tool: String {
    manifest.flatMap(Self.debugger).map { "swift run \($0)" } ?? "YOUR-DEBUGGER"
  }

  /// The manifest of the package around the fixture.
  private var manifest: String? {
    var folder = URL(filePath: path).standardizedFileURL.deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      if let text = try? String(
        contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
      {
        return text
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// The executable in a manifest that depends on Playhead's tools; nil unless there is exactly one.
  private static func debugger(in manifest: String) -> String? {
    let targets = manifest.split(separator: #/\.(?=\w*[tT]arget\()/#)
    let found = targets.compactMap { target in
      target.firstMatch(of: #/^executableTarget\(\s*name:\s*"([^"]+)"/#).flatMap {
        target.contains(#/"Playhead(?:Tools|Debugger)"/#) ? String($0.1) : nil
      }
    }
    guard let target = found.first, found.count == 1 else { return nil }
    let products = manifest.matches(
      of: #/\.executable\(\s*name:\s*"([^"]+)",\s*targets:\s*\[([^\]]*)\]/#)
    return products.first { $0.2.contains("\"\(target)\"") }.map { String($0.1) } ?? target
  }
}
