import FluxTesting
import Foundation

/// The tool in a process of its own. Its standard input stays open until ``closeInput()``.
package final class StartedTool {
  private let process = Process()
  private let input = Pipe()
  private let error: URL

  /// How a process ended.
  package enum End: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// Starts the program at `path`.
  package init(_ path: String, _ words: [String], in folder: String) throws {
    error = URL(fileURLWithPath: folder).appendingPathComponent("error-\(UUID()).txt")
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    _ = FileManager.default.createFile(atPath: error.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.runWithSignals()
  }

  package var id: Int32 { process.processIdentifier }

  package var isRunning: Bool { process.isRunning }

  package func send(_ signal: Int32) { kill(id, signal) }

  /// Writes lines to standard input.
  package func type(_ lines: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
  }

  package func closeInput() { try? input.fileHandleForWriting.close() }

  /// Waits for the end. After this many seconds, kills the process and returns `nil`.
  package func end(within seconds: Double) -> End? {
    let limit = ContinuousClock.now + .seconds(seconds)
    while process.isRunning {
      guard .now < limit else {
        kill(id, SIGKILL)
        process.waitUntilExit()
        return nil
      }
      Thread.sleep(forTimeInterval: 0.001)
    }
    let code = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? .signal(code) : .exit(code)
  }

  /// The process's standard error.
  package var errorText: String { (try? String(contentsOf: error, encoding: .utf8)) ?? "" }
}
