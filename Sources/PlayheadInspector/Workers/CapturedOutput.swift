import Foundation
import PlayheadReplay
import PlayheadValues

/// The standard error of a process: the Swift runtime's messages about traps, and the app's own output.
final class CapturedOutput {
  /// The first words of the Swift runtime's trap messages.
  private static let crashPrefixes = ["Fatal error", "Precondition failed", "Assertion failed"]
  /// The number of bytes to keep. The last ones count: the runtime writes its message at the end.
  private static let limit = 1 << 20

  let file: Int32

  /// `nil` if the system cannot make a temporary file.
  init?() {
    guard let file = temporaryFile() else { return nil }
    _ = fcntl(file, F_SETFL, O_APPEND)
    self.file = file
  }

  deinit { close(file) }

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

  /// What the runtime's message in `output` and the backtrace after it say about a crash: why, and where. An
  /// optimized build has no message, but its backtrace may have the reason.
  static func crash(in output: String) -> (reason: String?, location: CodeLocation?) {
    let (words, report) = parts(of: output)
    let backtrace = Backtrace(report)
    for line in words.split(separator: "\n").reversed() {
      if let reason = reason(in: line) { return (reason, backtrace.location) }
      for crashPrefix in crashPrefixes {
        // A message starts its line or follows a place in the code.
        guard let range = line.firstRange(of: crashPrefix),
          range.lowerBound == line.startIndex || line[..<range.lowerBound].hasSuffix(": "),
          range.upperBound == line.endIndex || line[range.upperBound] == ":"
        else { continue }
        // Addresses are others in each process.
        let words = line[range.upperBound...].drop { $0 == ":" || $0 == " " }
          .replacing(Pattern.object, with: "object")
        return (
          words.isEmpty ? crashPrefix : String(words),
          location(in: line[..<range.lowerBound]) ?? backtrace.location
        )
      }
    }
    return (backtrace.failure, backtrace.location)
  }

  /// The reason in a message that has no such first words, without addresses.
  private static func reason(in line: Substring) -> String? {
    if let types = line.wholeMatch(of: Pattern.cast)?.output {
      return "Could not cast value of type '\(types.1)' to '\(types.2)'"
    }
    return line == "Fatal access conflict detected." ? "Overlapping accesses to a variable" : nil
  }

  /// The app's and the runtime's words, and the backtrace that may follow them.
  private static func parts(of output: String) -> (words: Substring, backtrace: Substring) {
    let start = output.firstRange(of: Pattern.report)?.lowerBound
    return (output[..<(start ?? output.endIndex)], output[(start ?? output.endIndex)...])
  }

  /// The place in the code before a message, such as `Shop/Cart.swift:12: `; nil for one in the standard library.
  private static func location(in prefix: Substring) -> CodeLocation? {
    guard let place = prefix.wholeMatch(of: Pattern.place),
      !place.output.1.hasPrefix("Swift/")
    else { return nil }
    return CodeLocation(path: String(place.output.1), line: Int(place.output.2))
  }

  /// The app's own output, before the runtime's last message.
  static func otherWords(in output: String) -> String {
    let words = parts(of: output).words
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.lastIndex { line in
      reason(in: line) != nil || crashPrefixes.contains { line.contains("\($0): ") }
    }
    return end.map { lines[..<$0].joined(separator: "\n") } ?? String(words)
  }
}

/// Patterns of the runtime's messages. Made once, because to make one takes milliseconds; the compiler does not know that
/// threads can share them.
private enum Pattern {
  nonisolated(unsafe) static let cast =
    #/Could not cast value of type '(.+)' \(0x[0-9a-f]+\) to '(.+)' \(0x[0-9a-f]+\)\.?/#
  nonisolated(unsafe) static let object = #/\bobject 0x[0-9a-f]+/#
  /// A place in the code, before a message.
  nonisolated(unsafe) static let place = #/ *(.+):([0-9]+): */#
  /// The first words of the backtracer's report.
  nonisolated(unsafe) static let report = #/(?m)^(\*\*\* (Signal|Program crashed)|💣)/#
  nonisolated(unsafe) static let frame =
    #/(?m)^ *[0-9]+ (?<marks>(?: *\[[a-z]+\])*) +0x[0-9a-f]+ (?<function>.+?)(?: \+ [0-9]+)? in (?<image>\S+?)(?: at (?<file>.+?)(?::(?<line>[0-9]+))?(?::[0-9]+)?)?$/#
  nonisolated(unsafe) static let failure = #/Swift runtime failure: (.+?)(?: \*\*\*| in )/#
}

struct Backtrace {
  /// A line of the report: a function, its program or library, and its place in the sources if that is known.
  private struct Frame {
    var function: String
    var image: String
    var file: String?
    var line: Int?
  }

  private let frames: [Frame]
  /// What the runtime found wrong. Only optimized code says so here; other code writes a message.
  let failure: String?

  init(_ text: Substring) {
    frames = text.matches(of: Pattern.frame).compactMap { match in
      // The system's libraries have no sources. The app's own code has no line where the compiler made it.
      let hasSource = match.file?.hasSuffix(".swift") == true && !match.image.hasPrefix("lib")
      let isSystem = match.marks.contains("[system]") && !hasSource
      let isOwn = !isSystem && !match.marks.contains("[thunk]")
      guard isOwn, !match.function.hasPrefix("Swift runtime failure: ") else { return nil }
      return Frame(
        function: String(match.function), image: String(match.image),
        file: match.file.map(String.init),
        line: match.line.flatMap { Int($0) })
    }
    failure = text.firstMatch(of: Pattern.failure)
      .map { String($0.output.1) }
  }

  /// The innermost place in the app's own code. Libraries of the system have no debug information. Without debug
  /// information, only the function is known.
  var location: CodeLocation? {
    let sources = frames.first { $0.file?.hasSuffix(".swift") == true }
    if let sources, let file = sources.file {
      return CodeLocation(function: sources.function, path: file, line: sources.line)
    }
    return frames.first { !$0.image.hasPrefix("lib") }.map { CodeLocation(function: $0.function) }
  }
}
