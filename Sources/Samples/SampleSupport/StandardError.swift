import Foundation

/// Writes a line to standard error: what an app says beside its answers. Shown as ``Swift/String/printable``.
///
/// Standard output has the answers, which other programs read, and at a terminal the prompt.
@Sendable package func printToStandardError(_ line: String) {
  // If nobody can be told, nobody can be told of that either.
  try? FileHandle.standardError.write(contentsOf: Data((line.printable + "\n").utf8))
}
