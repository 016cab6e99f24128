import PlayheadReplay

/// Swift's backtracer in a worker: a program that the Swift runtime starts when a process crashes. It reads the
/// process's debug information, which takes seconds in a large debug build. So a worker starts without it, and one
/// that shows a crash to a person is run once more with it (``CrashLocator``).
///
/// On Linux the backtracer is on by default, and `enable=no` turns it off. On macOS it is off by default, exists
/// from Swift 5.9 on, and reads only programs that are signed with the entitlement
/// `com.apple.security.get-task-allow`, as SwiftPM signs debug builds. (It was never run there.) Where there is no
/// backtracer, a crash has what the runtime's own message says.
struct Backtracer {
  /// The variable from which the Swift runtime reads its settings at the start of a process.
  static let variable = "SWIFT_BACKTRACE"

  /// The variable's value.
  let setting: String

  /// Crashes cost nothing, and have only the runtime's message.
  static let off = Backtracer(setting: "enable=no")

  /// A crash has this many of the innermost frames, on standard error.
  static func on(frames: Int) -> Backtracer {
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
