import FluxTesting
import Foundation

/// The tool in a process of its own.
enum Tool {
  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let program = Bundle.main.bundleURL.appending(path: "playhead")

  /// Calls it in a folder; `fault` is what is planted into an app, `program` another build of it, and `input` what it can
  /// read. `meanwhile` has the process while it runs.
  static func call(
    _ words: [String], in folder: URL, fault: String? = nil, program: URL = program,
    input: String = "", variables: [String: String] = [:],
    meanwhile: (Process) -> Void = { _ in }
  ) throws -> FinishedProcess {
    try FinishedProcess.run(
      program, words, in: folder,
      variables: variables.merging(["PLAYHEAD_FAULT": fault ?? ""]) { $1 }, input: input,
      meanwhile: meanwhile)
  }

  /// Calls it in a shell's child that is killed when it takes more of these.
  static func call(
    _ words: [String], in folder: URL, within limits: Limits, input: String = ""
  ) throws -> FinishedProcess {
    let script =
      "ulimit -v \(limits.kibibytes) && exec timeout -s KILL \(limits.seconds) \"$0\" \"$@\""
    return try FinishedProcess.run(
      URL(filePath: "/bin/sh"), ["-c", script, program.path] + words, in: folder,
      variables: ["PLAYHEAD_FAULT": ""], input: input)
  }

  /// What a call may take.
  struct Limits {
    /// Of memory that is reserved, used or not.
    var kibibytes: Int
    var seconds: Int
  }
}

extension FinishedProcess {
  /// The lines of JSON that it wrote.
  var objects: [[String: Any]] {
    output.split(separator: "\n").compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
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
