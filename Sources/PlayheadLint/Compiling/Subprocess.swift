import Foundation

/// A program that is run to its end, and what it writes.
enum Subprocess {
  struct Outcome {
    var output: String
    var error: String
    var code: Int32
  }

  /// A compiler that takes longer for a module has lost its way, as in an expression of too many types; s.
  private static let limit = 300.0
  /// So long between two looks at whether it is over, s: a check of types takes a second.
  private static let pause = 0.01

  #if os(Linux) || os(macOS)
    /// Runs a program by its name; nil if it cannot be started.
    static func run(_ words: [String], in scratch: URL) -> Outcome? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      process.standardInput = FileHandle.nullDevice
      // Files, as a pipe that nobody reads meanwhile may be full.
      let files = ["output", "error"].map { scratch.appendingPathComponent($0) }
      let handles = files.compactMap { file -> FileHandle? in
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else { return nil }
        return try? FileHandle(forWritingTo: file)
      }
      guard handles.count == 2 else { return nil }
      (process.standardOutput, process.standardError) = (handles[0], handles[1])
      guard (try? process.run()) != nil else { return nil }
      let end = Date(timeIntervalSinceNow: limit)
      while process.isRunning, Date.now < end { Thread.sleep(forTimeInterval: pause) }
      if process.isRunning {
        // A compiler that is busy does not listen to a request to end.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return Outcome(output: "", error: "it took too long", code: 1)
      }
      let texts = files.map { file in
        String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
      }
      return Outcome(output: texts[0], error: texts[1], code: process.terminationStatus)
    }
  #else
    /// There are no other programs on a device.
    static func run(_ words: [String], in scratch: URL) -> Outcome? { nil }
  #endif

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
