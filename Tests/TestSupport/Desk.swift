import FluxTesting
import Foundation
package import PlayheadDebugger
package import PlayheadFlux

/// A temporary directory, and the tool that runs in it. Removes the directory's path from the output.
package final class Desk {
  /// A word of a call is a file if it has one of these endings. No other word may name a file, because the
  /// working directory may be another test's.
  private static let fileEnds = [
    ".playhead", ".json", ".jsonl", ".ndjson", ".sqlite", ".html", ".keys", ".gz", ".lz4",
    ".folder", ".txt", ".tar",
    "/playhead",
  ]

  private let directory: URL
  /// The apps that are linked into the tool.
  package var apps: [any ReplayableApp.Type]
  /// The program for the tool's processes; `nil` at first.
  package var programFile: String?

  /// An empty directory, and a tool with these apps.
  package init(apps: [any ReplayableApp.Type]) throws {
    self.apps = apps
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("desk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    // A recorder that was not closed may write a log at any time.
    Leftovers.remove(directory)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  package func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  /// Writes an executable script that runs the program with these variables, like another build of it.
  package func makeBuild(_ name: String, of program: String, _ variables: String = "") throws {
    try makeScript(name, "\(variables) exec '\(program)' \"$@\"")
  }

  /// Writes an executable script with these lines.
  ///
  /// Another process writes the file. If this process did, a child of another thread might inherit the open
  /// file, and no system runs a file that is open for writing.
  package func makeScript(_ name: String, _ lines: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "printf '#!/bin/sh\\n%s\\n' \"$1\" >\"$2\" && chmod 755 \"$2\"", "sh", lines,
      path(name),
    ]
    try process.run()
    process.waitUntilExit()
  }

  package func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Guards the working directory, because a process has only one.
  private static let workingDirectory = NSLock()

  /// Runs `work` with the desk as the working directory. Other threads wait.
  package func inside<Result>(_ work: () throws -> Result) rethrows -> Result {
    Self.workingDirectory.lock()
    defer { Self.workingDirectory.unlock() }
    let files = FileManager.default
    let before = files.currentDirectoryPath
    _ = files.changeCurrentDirectoryPath(directory.path)
    defer { _ = files.changeCurrentDirectoryPath(before) }
    return try work()
  }

  /// Calls the tool with the words of `call`. Removes the directory's path from the output.
  package func playhead(
    _ call: String, on terminal: MemoryTerminal = MemoryTerminal(),
    inputLimit: Int = Console.usualInputLimit
  ) -> Outcome {
    let words = words(of: call)
    if let programFile { terminal.programFile = programFile }
    if !terminal.isInputTerminal, terminal.beforeRead == nil { terminal.readSize = 65_536 }
    let tool = PlayheadCommand.tool(named: "playhead", apps: apps)
    let code = tool.run(words, Console(terminal, inputLimit: inputLimit))
    return Outcome(
      output: withoutPaths(terminal.outputText), error: withoutPaths(terminal.errorText), code: code
    )
  }

  /// The words of a call. Files get the directory's path. Double quotes group a word, like in a shell.
  package func words(of call: String) -> [String] {
    var words: [String] = []
    for (number, part) in call.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if number.isMultiple(of: 2) { words += part.split(separator: " ").map(String.init) }
      if !number.isMultiple(of: 2) { words.append(String(part)) }
    }
    return words.map { word in
      Self.fileEnds.contains(where: word.hasSuffix) ? path(word) : word
    }
  }

  private func withoutPaths(_ text: String) -> String {
    text.replacingOccurrences(of: directory.path + "/", with: "")
  }
}

/// The output and exit code of a call.
package struct Outcome: Equatable {
  package var output: String
  package var error: String
  package var code: ExitCode

  package init(output: String = "", error: String = "", code: ExitCode = .good) {
    self.output = output
    self.error = error
    self.code = code
  }
}
