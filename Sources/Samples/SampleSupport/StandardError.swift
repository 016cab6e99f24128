import Foundation

/// Writes a line to standard error: text that is not an answer. Shown as ``Swift/String/printable``.
///
/// Standard output has the answers, for other programs, and the prompt at a terminal.
@Sendable package func printToStandardError(_ line: String) {
  // If this fails, there is no way to report it.
  try? FileHandle.standardError.write(contentsOf: Data((line.printable + "\n").utf8))
}
