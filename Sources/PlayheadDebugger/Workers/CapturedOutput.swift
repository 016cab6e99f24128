import Foundation
import PlayheadValues

/// What a process writes to standard error: what the Swift runtime says of a trap, and the app's own words.
final class CapturedOutput {
  /// How the Swift runtime begins what it says of a trap.
  private static let marks = ["Fatal error", "Precondition failed", "Assertion failed"]
  /// How many bytes are kept of what a process writes: the last ones, as the runtime says at the end why it stops.
  private static let limit = 1 << 20

  /// The file that it goes to.
  let file: Int32

  /// Nil if the system has no file to give.
  init?() {
    guard let file = temporaryFile() else { return nil }
    _ = fcntl(file, F_SETFL, O_APPEND)
    self.file = file
  }

  deinit { close(file) }

  /// What was written since it was last taken.
  func take() -> String {
    let end = lseek(file, 0, SEEK_END)
    let size = min(Int(end), Self.limit)
    guard size > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes {
      pread(file, $0.baseAddress, $0.count, end - off_t(size))
    }
    ftruncate(file, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// What the runtime says in `output` of a trap, with the place in the code where it tells that; nil if it says nothing.
  static func reason(in output: String) -> String? {
    for line in output.split(separator: "\n").reversed() {
      for mark in marks {
        // In front of it stands the place in the code or nothing: a backtrace shows memory that has these words, too.
        guard let range = line.firstRange(of: mark),
          range.lowerBound == line.startIndex || line[..<range.lowerBound].hasSuffix(": ")
        else { continue }
        let words = line[range.upperBound...].drop { $0 == ":" || $0 == " " }
        return (words.isEmpty ? mark : String(words)) + place(line[..<range.lowerBound])
      }
    }
    return nil
  }

  /// ` (Shop/Cart.swift:12)`, unless it is a place in the standard library.
  private static func place(_ prefix: Substring) -> String {
    let place = prefix.drop { $0 == " " }.reversed().drop { $0 == ":" || $0 == " " }.reversed()
    let text = String(place)
    return text.isEmpty || text.hasPrefix("Swift/") ? "" : " (\(text))"
  }

  /// What was written by others than the runtime.
  static func otherWords(in output: String) -> String {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.lastIndex { line in marks.contains { line.contains("\($0): ") } }
    return end.map { lines[..<$0].joined(separator: "\n") } ?? output
  }
}
