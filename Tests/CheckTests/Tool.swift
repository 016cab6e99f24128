import FluxTesting
import Foundation

/// The tool in a process of its own.
enum Tool {
  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let program = Bundle.main.bundleURL.appending(path: "playhead")

  /// What a call wrote, and how it ended.
  struct Outcome {
    var output: String
    var error: String
    var code: Int32

    /// The lines of JSON that it wrote.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap { line in
        try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      }
    }
  }

  /// Calls it in a folder; `fault` is what is planted into an app, `program` another build of it, and `input` what it can
  /// read. `meanwhile` has the process while it runs.
  static func call(
    _ words: [String], in folder: URL, fault: String? = nil, program: URL = program,
    input: String = "", variables: [String: String] = [:],
    meanwhile: (Process) -> Void = { _ in }
  ) throws -> Outcome {
    var variables = variables
    variables["PLAYHEAD_FAULT"] = fault
    return try run(
      program, words, in: folder, variables: variables, input: input, meanwhile: meanwhile)
  }

  /// Calls it in a shell's child that is killed when it takes more of these.
  static func call(
    _ words: [String], in folder: URL, within limits: Limits, input: String = ""
  ) throws -> Outcome {
    let script =
      "ulimit -v \(limits.kibibytes) && exec timeout -s KILL \(limits.seconds) \"$0\" \"$@\""
    return try run(
      URL(filePath: "/bin/sh"), ["-c", script, program.path] + words, in: folder, input: input)
  }

  /// What a call may take.
  struct Limits {
    /// Of memory that is reserved, used or not.
    var kibibytes: Int
    var seconds: Int
  }

  private static func run(
    _ program: URL, _ words: [String], in folder: URL, variables own: [String: String] = [:],
    input: String = "",
    meanwhile: (Process) -> Void = { _ in }
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["PLAYHEAD_FAULT"] = nil
    variables.merge(own) { $1 }
    variables["SWIFT_BACKTRACE"] = "enable=no"
    process.environment = variables
    // Files, as a pipe that nobody reads meanwhile may be full.
    let files = ["output", "error", "input"].map { _ in
      FileManager.default.temporaryDirectory.appending(path: "tool-\(UUID())")
    }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    for (file, text) in zip(files, ["", "", input]) { try Data(text.utf8).write(to: file) }
    let handles = [
      try FileHandle(forWritingTo: files[0]), try FileHandle(forWritingTo: files[1]),
      try FileHandle(forReadingFrom: files[2]),
    ]
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    process.standardInput = handles[2]
    try process.run()
    // Foundation would let go of them late.
    for handle in handles { try handle.close() }
    meanwhile(process)
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(
      output: texts[0], error: texts[1],
      code: process.terminationReason == .exit ? process.terminationStatus : -1)
  }
}

// MARK: - Other programs

extension Tool {
  /// Writes a script into a folder that is the tool with these variables: another build. Gives its path.
  static func otherBuild(
    _ variables: String, in folder: URL, as name: String = "before"
  ) throws -> String {
    try script("\(variables) exec '\(program.path)' \"$@\"", in: folder, as: name)
  }

  /// Writes an executable script into a folder; gives its path.
  static func script(_ line: String, in folder: URL, as name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data("#!/bin/sh\n\(line)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return "./\(name)"
  }
}
