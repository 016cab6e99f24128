import Foundation
import PlayheadLint

/// A build of a program that runs in a process of its own.
struct Building {
  let program: BuiltProgram

  /// Builds; gives what was said if it cannot be. Throws what `waiting` throws, which is called all the time,
  /// and ends the build then.
  func perform(_ waiting: () throws -> Void) throws -> String? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playhead-build-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw ReloadError.noCompiler(reason: "nothing can be written to '\(folder.path)'")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let build = Subprocess(program.buildWords, in: folder, joinsStreams: true)
    guard let outcome = try build.run(while: waiting) else {
      throw ReloadError.noCompiler(reason: "it cannot be started")
    }
    if outcome.end == Subprocess.notFound { throw ReloadError.noCompiler(reason: "not found") }
    return outcome.end == .code(0) ? nil : Self.withoutProgress(outcome.output)
  }

  /// Without the lines that tell how far it is.
  private static func withoutProgress(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.prefixMatch(of: #/\[[0-9]+/[0-9]+\] /#) == nil }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}

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

/// Why a program cannot be built again, or not be gone on with.
package enum ReloadError: Error, Equatable {
  /// It is not known which file the program came from.
  case noFile
  /// SwiftPM did not put the file where it is.
  case notBuilt(String)
  /// There is no `swift`, or it cannot be started.
  case noCompiler(reason: String)
  /// The package does not build; what was wrong has been shown.
  case unbuildable(product: String)
  /// The new program cannot be started.
  case unstartable(String, reason: String)
}

extension ReloadError: CustomStringConvertible {
  /// What is wrong, and the way out.
  package var description: String {
    switch self {
    case .noFile:
      "it is not known which file this program came from; end it, and start it from a package's '.build'"
    case .notBuilt(let file):
      "SwiftPM did not build '\(file)' where it is, so it cannot be built again; start it from a package's "
        + "'.build', or by 'swift run'"
    case .noCompiler(let reason):
      "'swift' cannot be started (\(reason)); put the toolchain's folder into 'PATH'"
    case .unbuildable(let product):
      "'\(product)' does not build, see above; the old program goes on"
    case .unstartable(let file, let reason):
      "'\(file)' was built and cannot be started (\(reason)); the old program goes on"
    }
  }
}
