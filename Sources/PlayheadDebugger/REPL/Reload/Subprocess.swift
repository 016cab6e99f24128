import Foundation

/// Runs a program to its end, and collects what it prints.
struct Subprocess {
  /// The exit code of `env` if there is no such program.
  static let notFound = ProcessEnding.code(127)

  private let words: [String]
  private let scratch: URL

  /// A program by name, with arguments. Writes its output and its errors to a file in `scratch`.
  init(_ words: [String], in scratch: URL) { (self.words, self.scratch) = (words, scratch) }

  /// The seconds between two checks whether the program has ended. A build takes a second and more.
  private static let pause = 0.01
  /// How many seconds a program gets to end by itself. SwiftPM then ends its children.
  private static let grace = 2.0

  #if os(Linux) || os(macOS)
    /// Runs the program, and returns what it printed; nil if it cannot be started. Calls `waiting` repeatedly; throw
    /// there to end the program and its children.
    func run(while waiting: () throws -> Void = {}) throws -> (output: String, end: ProcessEnding)?
    {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = words
      // The user's input is not for the program.
      process.standardInput = FileHandle.nullDevice
      // A file, because an unread pipe may fill up.
      let file = scratch.appendingPathComponent("output")
      guard FileManager.default.createFile(atPath: file.path, contents: nil),
        let handle = try? FileHandle(forWritingTo: file)
      else { return nil }
      (process.standardOutput, process.standardError) = (handle, handle)
      guard (try? process.run()) != nil else { return nil }
      do {
        while process.isRunning {
          try waiting()
          Thread.sleep(forTimeInterval: Self.pause)
        }
      } catch {
        Self.end(process)
        throw error
      }
      let output = String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
      let code = process.terminationStatus
      return (output, process.terminationReason == .uncaughtSignal ? .signal(code) : .code(code))
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
    func run(while waiting: () throws -> Void = {}) throws -> (output: String, end: ProcessEnding)?
    { nil }
  #endif
}
