package import Foundation

/// What a process wrote, and how it ended.
package struct FinishedProcess: Equatable, Sendable {
  package var output: String
  package var error: String
  /// Is -1 after a signal.
  package var code: Int32

  package init(output: String, error: String, code: Int32) {
    (self.output, self.error, self.code) = (output, error, code)
  }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - variables: What the program finds in its environment besides.
  ///   - isPiped: Whether the input comes through a pipe, in which a program that replaces this one finds the rest.
  ///   - outputFile: The file to write the output to, if somebody reads it meanwhile.
  ///   - meanwhile: Has the process while it runs.
  package static func run(
    _ program: URL, _ words: [String], in folder: URL? = nil, variables: [String: String] = [:],
    input: String = "", isPiped: Bool = false, outputFile: URL? = nil,
    meanwhile: (Process) throws -> Void = { _ in }
  ) throws -> FinishedProcess {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(variables) { $1 }
    let scratch = FileManager.default.temporaryDirectory.appending(path: "process-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files, because a pipe that nobody reads meanwhile may be full.
    let inputFile = scratch.appending(path: "input")
    let files = [outputFile ?? scratch.appending(path: "output"), scratch.appending(path: "error")]
    for file in files { try Data().write(to: file) }
    try Data(input.utf8).write(to: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    let pipe = isPiped ? Pipe() : nil
    if let pipe {
      process.standardInput = pipe
    } else {
      process.standardInput = try FileHandle(forReadingFrom: inputFile)
    }
    try process.runWithSignals()
    try pipe?.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try pipe?.fileHandleForWriting.close()
    try meanwhile(process)
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    let isExit = process.terminationReason == .exit
    return FinishedProcess(
      output: texts[0], error: texts[1], code: isExit ? process.terminationStatus : -1)
  }
}

extension Process {
  /// Runs a process that gets signals. A Dispatch thread blocks signals, and its child processes inherit
  /// that. Closes the process's files here, because Foundation closes them late, and a thousand are too many.
  package func runWithSignals() throws {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    try run()
    for case let file as FileHandle in [standardInput, standardOutput, standardError]
    where file !== FileHandle.nullDevice { try file.close() }
  }
}
