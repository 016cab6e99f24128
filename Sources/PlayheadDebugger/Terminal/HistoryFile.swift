import PlayheadCoding
import Foundation
import PlayheadReading
import PlayheadLog

/// The lines that the user typed in earlier sessions.
///
/// If the file cannot be read or written, there is no history and no error: a history is a convenience.
package struct HistoryFile: Sendable {
  /// The number of lines to keep: months of debugging, and quick to read.
  package static let limit = 1_000
  /// Longer lines are not kept.
  private static let longestLine = 2_000
  /// The largest file with that many lines. A larger file is not read.
  private static let sizeLimit = 2 * limit * (longestLine + 1)

  private let url: URL

  /// The history's file under `XDG_STATE_HOME`, or under that variable's default. `nil` without `HOME`.
  package init?(_ environment: (String) -> String?) {
    let state = environment("XDG_STATE_HOME") ?? ""
    let home = environment("HOME") ?? ""
    if state.hasPrefix("/") {
      url = URL(fileURLWithPath: state).appendingPathComponent("playhead/history")
    } else if home.hasPrefix("/") {
      url = URL(fileURLWithPath: home).appendingPathComponent(".local/state/playhead/history")
    } else {
      return nil
    }
  }

  /// The last lines, the oldest first. Shortens a file that has become too long.
  package func load() -> [String] {
    guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize,
      size <= Self.sizeLimit, let data = try? Data(contentsOf: url)
    else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    let kept = Array(lines.suffix(Self.limit))
    if lines.count >= 2 * Self.limit { rewrite(kept) }
    return kept.filter(Self.isKept)
  }

  package func append(_ line: String) {
    guard Self.isKept(line), let handle = open() else { return }
    defer { try? handle.close() }
    _ = try? handle.seekToEnd()
    try? handle.write(contentsOf: Data((line + "\n").utf8))
  }

  /// A typed line has no control characters, which could control the terminal.
  private static func isKept(_ line: String) -> Bool {
    !line.isEmpty && line.utf8.count <= longestLine && line.visible == line
  }

  private func open() -> FileHandle? {
    let files = FileManager.default
    if !files.fileExists(atPath: url.path) {
      try? files.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      guard files.createFile(atPath: url.path, contents: nil, attributes: Self.forOwner) else {
        return nil
      }
    }
    return try? FileHandle(forUpdating: url)
  }

  private func rewrite(_ lines: [String]) {
    let text = lines.map { $0 + "\n" }.joined()
    try? OutputFile(text: text, at: url.path, mode: .owner, replaces: true).finish()
  }

  /// Only the owner may read the history.
  private static var forOwner: [FileAttributeKey: Any] { [.posixPermissions: 0o600] }
}
