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
