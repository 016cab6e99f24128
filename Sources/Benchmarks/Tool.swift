import Foundation

/// Programs of the operating system that Playhead is measured against.
enum Tool {
  /// Runs a program with `input`. Returns its output. Throws if it ends with a code above `highestCode`.
  static func run(
    _ name: String, _ arguments: [String], input: Data = Data(), highestCode: Int32 = 0
  ) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = FileHandle.nullDevice
    try process.run()
    DispatchQueue.global().async {
      try? stdin.fileHandleForWriting.write(contentsOf: input)
      try? stdin.fileHandleForWriting.close()
    }
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus <= highestCode else {
      let command = ([name] + arguments).joined(separator: " ")
      throw BenchmarkError("'\(command)' failed; 'tools/setup --bench' installs what is missing")
    }
    return output
  }
}

/// A folder for logs and databases, removed at the end.
struct Scratch: ~Copyable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playhead-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A path in the folder. Removes an old file there.
  func path(_ name: String) -> String {
    let url = folder.appendingPathComponent(name)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: url.path + suffix)
    }
    return url.path
  }
}
