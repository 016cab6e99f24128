import PlayheadInspector
import Foundation

/// Builds a program in a child process.
struct Building {
  let program: BuiltProgram

  /// Builds the program. Returns the compiler's messages if the build fails. Calls `waiting` regularly; if
  /// it throws, ends the build and rethrows.
  func perform(_ waiting: () throws -> Void) throws -> String? {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("playhead-build-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw ReloadError.noCompiler(reason: "nothing can be written to '\(folder.path)'")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let build = Subprocess(program.buildWords, in: folder)
    guard let outcome = try build.run(while: waiting) else {
      throw ReloadError.noCompiler(reason: "it cannot be started")
    }
    if outcome.end == Subprocess.notFound { throw ReloadError.noCompiler(reason: "not found") }
    return outcome.end == .code(0) ? nil : Self.withoutProgress(outcome.output)
  }

  /// Removes the progress lines.
  private static func withoutProgress(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.prefixMatch(of: #/\[[0-9]+/[0-9]+\] /#) == nil }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }
}

/// A program that SwiftPM built: its file, and how to build it again.
///
/// SwiftPM writes the program to `SCRATCH/TRIPLE/CONFIGURATION/PRODUCT`. `SCRATCH/CONFIGURATION.yaml`
/// lists the files that SwiftPM watches, including the package's manifest.
package struct BuiltProgram: Equatable {
  /// The program's file.
  package let file: String
  /// The folder with `Package.swift`.
  package let package: String
  /// The folder of the package's builds.
  package let scratch: String
  /// `debug` or `release`.
  package let configuration: String

  /// The product's name in the package.
  package var product: String { URL(fileURLWithPath: file).lastPathComponent }

  /// Finds out how a program was built. Throws ``ReloadError/notBuilt(_:)`` if SwiftPM did not build it.
  package init(file: String) throws(ReloadError) {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
    (self.file, self.scratch) = (file, scratch.path)
    configuration = folder.lastPathComponent
    let plan = scratch.appendingPathComponent("\(configuration).yaml")
    guard let text = try? String(contentsOf: plan, encoding: .utf8),
      let manifest = Self.manifest(in: text), FileManager.default.fileExists(atPath: manifest)
    else { throw .notBuilt(file) }
    package = URL(fileURLWithPath: manifest).deletingLastPathComponent().path
  }

  /// The manifest of a build plan's package.
  private static func manifest(in plan: String) -> String? {
    guard let part = plan.firstRange(of: "tool: package-structure-tool") else { return nil }
    let line = plan[part.upperBound...].drop(while: \.isNewline).prefix { !$0.isNewline }
    return line.split(separator: "\"").first { $0.hasSuffix("/Package.swift") }.map(String.init)
  }

  /// The command that builds the program again.
  package var buildWords: [String] {
    [
      "swift", "build", "--package-path", package, "--scratch-path", scratch, "-c", configuration,
      "--product", product,
    ]
  }
}

/// Why a program cannot be built or started again.
package enum ReloadError: Error, Equatable {
  /// The program's file is unknown.
  case noFile
  /// SwiftPM did not build the file in its place.
  case notBuilt(String)
  /// `swift` is missing or cannot be started.
  case noCompiler(reason: String)
  /// The package does not build. The compiler's messages have been shown.
  case unbuildable(product: String)
  /// The new program cannot be started.
  case unstartable(String, reason: String)
}

extension ReloadError: CustomStringConvertible {
  /// The problem and the fix.
  package var description: String {
    switch self {
    case .noFile:
      "the file of this program is unknown; end the program, and start it from a package's '.build'"
    case .notBuilt(let file):
      "SwiftPM did not build '\(file)' where it is, so it cannot be rebuilt; start it from a package's "
        + "'.build', or by 'swift run'"
    case .noCompiler(let reason):
      "'swift' cannot be started (\(reason)); put the toolchain's folder into 'PATH'"
    case .unbuildable(let product):
      "'\(product)' does not build, see above; the old program keeps running"
    case .unstartable(let file, let reason):
      "'\(file)' was built but cannot be started (\(reason)); the old program keeps running"
    }
  }
}

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
