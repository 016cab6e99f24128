package import Foundation

/// A program that is run to its end, and its output.
package struct Subprocess {
  /// How a program ended.
  package enum End: Equatable, Sendable {
    /// By itself, with this code.
    case code(Int32)
    /// By a signal.
    case signal(Int32)
    /// It exceeded this time limit, and was ended.
    case tookTooLong(seconds: Double)
  }

  /// What came of it.
  package struct Outcome: Sendable {
    /// What it wrote to standard output; both streams if they are joined.
    package var output: String
    /// What it wrote to standard error.
    package var error: String
    package var end: End
  }

  /// What `env` ends with where there is no such program.
  package static let notFound = End.code(127)

  private let words: [String]
  private let scratch: URL
  private let limit: Double?
  private let joinsStreams: Bool

  /// A program by name, with arguments. Its output goes to files in the folder `scratch`; it may take `limit` seconds.
  package init(
    _ words: [String], in scratch: URL, limit: Double? = nil, joinsStreams: Bool = false
  ) {
    (self.words, self.scratch, self.limit) = (words, scratch, limit)
    self.joinsStreams = joinsStreams
  }

  /// The time between two looks at whether it has ended, s: a type check takes a second.
  private static let pause = 0.01
  /// How long a program may take to end by itself, s: SwiftPM then ends its children.
  private static let grace = 2.0

  #if os(Linux) || os(macOS)
    /// Runs it; nil if it cannot be started. `waiting` is called repeatedly; if it throws, the program and its children are
    /// ended.
    package func run(while waiting: () throws -> Void = {}) throws -> Outcome? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      // The input belongs to the user.
      process.standardInput = FileHandle.nullDevice
      // Files, because an unread pipe may fill up.
      let files = (joinsStreams ? ["output"] : ["output", "error"])
        .map { scratch.appendingPathComponent($0) }
      let handles = files.compactMap { file -> FileHandle? in
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else { return nil }
        return try? FileHandle(forWritingTo: file)
      }
      guard let first = handles.first, let last = handles.last, handles.count == files.count else {
        return nil
      }
      (process.standardOutput, process.standardError) = (first, last)
      guard (try? process.run()) != nil else { return nil }
      let end = try wait(for: process, waiting)
      let texts = files.map { file in
        String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
      }
      return Outcome(output: texts[0], error: joinsStreams ? "" : texts[1], end: end)
    }

    private func wait(for process: Process, _ waiting: () throws -> Void) throws -> End {
      let began = ContinuousClock.now
      do {
        while process.isRunning {
          try waiting()
          if let limit, began.duration(to: .now) > .seconds(limit) {
            Self.end(process)
            return .tookTooLong(seconds: limit)
          }
          Thread.sleep(forTimeInterval: Self.pause)
        }
      } catch {
        Self.end(process)
        throw error
      }
      let code = process.terminationStatus
      return process.terminationReason == .uncaughtSignal ? .signal(code) : .code(code)
    }

    /// Ends a program and its children.
    private static func end(_ process: Process) {
      let number = process.processIdentifier
      // It leads a group of its own, unless it is another system's Foundation: then it is alone.
      let group = getpgid(number) == number ? -number : number
      kill(group, SIGTERM)
      let late = ContinuousClock.now + .seconds(grace)
      while process.isRunning, .now < late { Thread.sleep(forTimeInterval: pause) }
      // A busy compiler, or its children, may ignore the request to end.
      kill(group, SIGKILL)
      process.waitUntilExit()
    }
  #else
    /// There are no other programs on a device.
    package func run(while waiting: () throws -> Void = {}) throws -> Outcome? { nil }
  #endif
}

extension Subprocess {
  /// The words of a line as a shell reads them.
  static func words(of line: Substring) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character == " " {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}
