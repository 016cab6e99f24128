import Foundation
import PlayheadLog

/// A build of a program that runs in a process of its own.
struct Building {
  let program: BuiltProgram

  /// So long between two looks at whether it is over, or whether somebody wants it to be: no one notices.
  private static let pause = 0.05

  #if os(Linux) || os(macOS)
    /// Builds; gives what was said if it cannot be. Throws what `waiting` throws, which is done all the time,
    /// and ends the build then.
    func perform(_ waiting: () throws -> Void) throws -> String? {
      let output = FileManager.default.temporaryDirectory
        .appendingPathComponent("playhead-build-\(UUID().uuidString)")
      guard FileManager.default.createFile(atPath: output.path, contents: nil) else {
        throw ReloadError.noCompiler(reason: "nothing can be written to '\(output.path)'")
      }
      defer { try? FileManager.default.removeItem(at: output) }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = program.buildWords
      // What is typed there is for the conversation.
      process.standardInput = FileHandle.nullDevice
      let file = try FileHandle(forWritingTo: output)
      (process.standardOutput, process.standardError) = (file, file)
      do {
        try process.run()
      } catch {
        throw ReloadError.noCompiler(reason: error.localizedDescription)
      }
      try wait(for: process, waiting)
      let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      // What 'env' ends with where there is no such program.
      if process.terminationStatus == 127 { throw ReloadError.noCompiler(reason: "not found") }
      return process.terminationStatus == 0 ? nil : Self.withoutProgress(text)
    }

    private func wait(for process: Process, _ waiting: () throws -> Void) throws {
      do {
        while process.isRunning {
          try waiting()
          Thread.sleep(forTimeInterval: Self.pause)
        }
      } catch {
        process.terminate()
        process.waitUntilExit()
        throw error
      }
    }
  #else
    /// Nothing is built on a device.
    func perform(_ waiting: () throws -> Void) throws -> String? {
      throw ReloadError.notBuilt(program.file)
    }
  #endif

  /// Without the lines that tell how far it is.
  private static func withoutProgress(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.prefixMatch(of: #/\[[0-9]+/[0-9]+\] /#) == nil }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}
