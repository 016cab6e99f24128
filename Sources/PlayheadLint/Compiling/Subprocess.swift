package import Foundation

/// Runs a program to its end, and collects its output.
package struct Subprocess {
  /// How a program ended.
  package enum End: Equatable, Sendable {
    /// It exited with this code.
    case code(Int32)
    /// A signal ended it.
    case signal(Int32)
    /// It exceeded this time limit, and was ended.
    case tookTooLong(seconds: Double)
  }

  /// The result of a run.
  package struct Outcome: Sendable {
    /// Its standard output; both streams if they are joined.
    package var output: String
    /// Its standard error.
    package var error: String
    package var end: End
  }

  /// The exit code of `env` if there is no such program.
  package static let notFound = End.code(127)

  private let words: [String]
  private let scratch: URL
  private let limit: Double?
  private let joinsStreams: Bool

  /// A program by name, with arguments. Writes its output to files in `scratch`. The limit is in seconds.
  package init(
    _ words: [String], in scratch: URL, limit: Double? = nil, joinsStreams: Bool = false
  ) {
    (self.words, self.scratch, self.limit) = (words, scratch, limit)
    self.joinsStreams = joinsStreams
  }

  /// The seconds between two checks whether the program has ended. A type check takes about a second.
  private static let pause = 0.01
  /// How many seconds a program gets to end by itself. SwiftPM then ends its children.
  private static let grace = 2.0

  #if os(Linux) || os(macOS)
    /// Runs the program; nil if it cannot be started. Calls `waiting` repeatedly; throw there to end the
    /// program and its children.
    package func run(while waiting: () throws -> Void = {}) throws -> Outcome? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      // The user's input is not for the program.
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
      // The program leads its own process group, unless Foundation on this system makes none.
      let group = getpgid(number) == number ? -number : number
      kill(group, SIGTERM)
      let late = ContinuousClock.now + .seconds(grace)
      while process.isRunning, .now < late { Thread.sleep(forTimeInterval: pause) }
      // A busy compiler, or its children, may ignore the request to end.
      kill(group, SIGKILL)
      process.waitUntilExit()
    }
  #else
    /// Devices do not run other programs.
    package func run(while waiting: () throws -> Void = {}) throws -> Outcome? { nil }
  #endif
}

extension Subprocess {
  /// Splits a line into words, as a shell does.
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
