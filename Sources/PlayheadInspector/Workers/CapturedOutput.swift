import Foundation
import PlayheadReplay
import PlayheadValues

/// The standard error of a process: the Swift runtime's messages about traps, and the app's own output.
final class CapturedOutput {
  /// The first words of the Swift runtime's trap messages.
  private static let crashPrefixes = ["Fatal error", "Precondition failed", "Assertion failed"]
  /// The number of bytes to keep. The last ones count: the runtime writes its message at the end.
  private static let limit = 1 << 20

  /// The file descriptor of the output.
  let file: Int32

  /// `nil` if the system cannot make a temporary file.
  init?() {
    guard let file = temporaryFile() else { return nil }
    _ = fcntl(file, F_SETFL, O_APPEND)
    self.file = file
  }

  deinit { close(file) }

  /// The output since the last call.
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
      for crashPrefix in crashPrefixes {
        // A message starts its line or follows a place in the code.
        guard let range = line.firstRange(of: crashPrefix),
          range.lowerBound == line.startIndex || line[..<range.lowerBound].hasSuffix(": "),
          range.upperBound == line.endIndex || line[range.upperBound] == ":"
        else { continue }
        let words = line[range.upperBound...].drop { $0 == ":" || $0 == " " }
        return (
          words.isEmpty ? crashPrefix : String(words),
          location(in: line[..<range.lowerBound]) ?? backtrace.location
        )
      }
    }
    return (backtrace.failure, backtrace.location)
  }

  /// The app's and the runtime's words, and the backtrace that may follow them.
  private static func parts(of output: String) -> (words: Substring, backtrace: Substring) {
    let start = output.firstRange(of: #/(?m)^(\*\*\* (Signal|Program crashed)|💣)/#)?.lowerBound
    return (output[..<(start ?? output.endIndex)], output[(start ?? output.endIndex)...])
  }

  /// The place in the code before a message, such as `Shop/Cart.swift:12: `; nil for one in the standard library.
  private static func location(in prefix: Substring) -> CodeLocation? {
    guard let place = prefix.wholeMatch(of: #/ *(.+):([0-9]+): */#),
      !place.output.1.hasPrefix("Swift/")
    else { return nil }
    return CodeLocation(path: String(place.output.1), line: Int(place.output.2))
  }

  /// The app's own output, before the runtime's last message.
  static func otherWords(in output: String) -> String {
    let words = parts(of: output).words
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.lastIndex { line in crashPrefixes.contains { line.contains("\($0): ") } }
    return end.map { lines[..<$0].joined(separator: "\n") } ?? String(words)
  }
}

/// Swift's backtracer in a worker: a program that the Swift runtime starts when a process crashes. It reads the
/// process's debug information, which takes seconds in a large debug build. So a worker starts without it, and one
/// that shows a crash to a person is run once more with it (``CrashLocator``).
///
/// On Linux the backtracer is on by default, and `enable=no` turns it off. On macOS it is off by default, exists
/// from Swift 5.9 on, and reads only programs that are signed with the entitlement
/// `com.apple.security.get-task-allow`, as SwiftPM signs debug builds. (It was never run there.) Where there is no
/// backtracer, a crash has what the runtime's own message says.
package struct Backtracer {
  /// The variable from which the Swift runtime reads its settings at the start of a process.
  static let variable = "SWIFT_BACKTRACE"

  /// The variable's value.
  let setting: String

  /// Crashes cost nothing, and have only the runtime's message.
  package static let off = Backtracer(setting: "enable=no")

  /// A crash has this many of the innermost frames, on standard error.
  package static func on(frames: Int) -> Backtracer {
    // The backtracer takes one more for the outer frames that it leaves out.
    Backtracer(
      setting: "enable=yes,limit=\(frames + 1),top=0,threads=crashed,registers=none,images=none,"
        + "color=no,interactive=no,sanitize=no,output-to=stderr")
  }
}

/// A report of the backtracer.
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

  /// Finds the frames in `text`.
  init(_ text: Substring) {
    let frame =
      #/(?m)^ *[0-9]+ (?<marks>(?: *\[[a-z]+\])*) +0x[0-9a-f]+ (?<function>.+?)(?: \+ [0-9]+)? in (?<image>\S+?)(?: at (?<file>.+?)(?::(?<line>[0-9]+))?(?::[0-9]+)?)?$/#
    frames = text.matches(of: frame).compactMap { match in
      let isOwn = !match.marks.contains("[system]") && !match.marks.contains("[thunk]")
      guard isOwn, !match.function.hasPrefix("Swift runtime failure: ") else { return nil }
      return Frame(
        function: String(match.function), image: String(match.image),
        file: match.file.map(String.init),
        line: match.line.flatMap { Int($0) })
    }
    failure = text.firstMatch(of: #/Swift runtime failure: (.+?)(?: \*\*\*| in )/#)
      .map { String($0.output.1) }
  }

  /// The innermost place in the app's own code. Libraries of the system have no debug information. Without debug
  /// information, only the function is known.
  var location: CodeLocation? {
    let sources = frames.first { $0.line != nil && $0.file?.hasSuffix(".swift") == true }
    if let sources, let file = sources.file {
      return CodeLocation(function: sources.function, path: file, line: sources.line)
    }
    return frames.first { !$0.image.hasPrefix("lib") }.map { CodeLocation(function: $0.function) }
  }
}
