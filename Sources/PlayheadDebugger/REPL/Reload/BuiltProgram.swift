import Foundation

/// A program as SwiftPM built it: its file, and by what it is built again.
///
/// SwiftPM puts the file into `SCRATCH/TRIPLE/CONFIGURATION/PRODUCT`, and says in
/// `SCRATCH/CONFIGURATION.yaml` which files it watches, the package's manifest among them.
package struct BuiltProgram: Equatable {
  /// Its file.
  package let file: String
  /// The folder with `Package.swift`.
  package let package: String
  /// The folder in which the package is built.
  package let scratch: String
  /// `debug` or `release`.
  package let configuration: String

  /// What the package calls it.
  package var product: String { URL(fileURLWithPath: file).lastPathComponent }

  /// Finds out how the program of a file was built. Throws ``ReloadError/notBuilt(_:)`` if SwiftPM did not.
  package init(file: String) throws(ReloadError) {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
    (self.file, self.scratch) = (file, scratch.path)
    configuration = folder.lastPathComponent
    let plan = scratch.appendingPathComponent("\(configuration).yaml")
    guard let text = try? String(contentsOf: plan, encoding: .utf8),
      let manifest = Self.manifest(in: text), FileManager.default.fileExists(atPath: manifest)
    else { throw .notBuilt(file) }
    package = URL(fileURLWithPath: manifest).deletingLastPathComponent().path
  }

  /// The manifest of the package that a build plan is of.
  private static func manifest(in plan: String) -> String? {
    guard let part = plan.firstRange(of: "tool: package-structure-tool") else { return nil }
    let line = plan[part.upperBound...].drop(while: \.isNewline).prefix { !$0.isNewline }
    return line.split(separator: "\"").first { $0.hasSuffix("/Package.swift") }.map(String.init)
  }

  /// The words that build it again.
  package var buildWords: [String] {
    [
      "swift", "build", "--package-path", package, "--scratch-path", scratch, "-c", configuration,
      "--product", product,
    ]
  }
}
