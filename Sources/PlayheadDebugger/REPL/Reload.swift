import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct ReloadREPLCommand: REPLCommand {
  let name = "reload"
  let summary =
    "Rebuilds the program, continues with the new code, and shows what changed at this step."
  let details = [
    "Edit a store, 'reload', and see the state at this step with the new code. SwiftPM rebuilds "
      + "the package and product of the program's file. Bookmarks, breakpoints and the branch stay. If the "
      + "build fails, its errors are shown, and the old program keeps running."
  ]
  let examples = [Example("reload", "the current step with the current code")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let terminal = session.console.terminal
    guard let file = terminal.programFile else { throw ReloadError.noFile }
    let program = try BuiltProgram(file: file)
    let old = try? session.ask(StateRequest(of: session.position)).value
    try session.interrupts.check()
    try build(program, session)
    let isRebuilt: Bool
    do {
      isRebuilt = try session.reload()
    } catch let error as WorkerError {
      throw ReloadError.unstartable(file, reason: error.startReason ?? "\(error)")
    }
    try session.showReload(old, isRebuilt: isRebuilt)
  }

  private func build(_ program: BuiltProgram, _ session: DebugSession) throws {
    let console = session.console
    try console.showTransientLine("building \(program.product) …")
    let complaint = try program.build { try session.interrupts.check() }
    try console.eraseTransientLine()
    guard let complaint else { return }
    try session.say(StyledText(lines: complaint))
    throw ReloadError.unbuildable(product: program.product)
  }
}

extension DebugSession {
  /// Continues with the new program. Forgets known traps, because the stores may be fixed. Returns whether the
  /// program's file is another one than before.
  func reload() throws -> Bool {
    guard let connection else { throw ReloadError.noFile }
    let isRebuilt = try connection.restart()
    (inspector.knownCrashes, warned, trail) = ([], [], nil)
    let edits = inspector.edits
    inspector.leaveBranch()
    do {
      try inspecting { try $0.enter(edits) }
    } catch {
      try say("the branch cannot be restored: \(styledSentence(of: error))", .yellow)
      enter(nil)
    }
    return isRebuilt
  }

  /// Shows the current place, and the difference from its `old` state.
  func showReload(_ old: Value?, isRebuilt: Bool) throws {
    let diff = try old.map { old in
      Diff(from: old, to: try ask(StateRequest(of: position)).value)
    }
    var place = try placeAnswer()
    place.changes = try JSON(diff)
    try console.show(Joined(ReloadAnswer(reloaded: isRebuilt), place)) {
      try show(reloaded: diff, isRebuilt: isRebuilt)
    }
  }

  private func show(reloaded diff: Diff?, isRebuilt: Bool) throws {
    try showPlace()
    guard isRebuilt || diff?.isEmpty == false else {
      return try say("nothing to rebuild: the program already has the current code", .dim)
    }
    guard let diff else {
      return try say("rebuilt; the old code had no state here to compare", .dim)
    }
    guard !diff.isEmpty else {
      return try say("rebuilt; the state at this step is the same", .dim)
    }
    try console.print(
      StyledText(diff, printOptions(whole: false).at(StatePath())), from: "with the old code",
      to: "with the new code")
  }
}

private struct ReloadAnswer: Encodable {
  let reloaded: Bool
}

/// A program that SwiftPM built, and how to build it again.
///
/// SwiftPM writes the program to `SCRATCH/TRIPLE/CONFIGURATION/PRODUCT`. `SCRATCH/CONFIGURATION.yaml`
/// lists the files that SwiftPM watches, including the package's manifest.
struct BuiltProgram {
  let product: String
  /// The folder with `Package.swift`.
  let package: String
  /// The folder of the package's builds.
  private let scratch: String
  /// `debug` or `release`.
  private let configuration: String

  /// Finds out how a program was built. Throws ``ReloadError/notBuilt(_:)`` if SwiftPM did not build it.
  init(file: String) throws(ReloadError) {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
    (product, self.scratch) = (URL(fileURLWithPath: file).lastPathComponent, scratch.path)
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

  private var buildWords: [String] {
    [
      "swift", "build", "--package-path", package, "--scratch-path", scratch, "-c", configuration,
      "--product", product,
    ]
  }
}

enum ReloadError: Error {
  case noFile
  case notBuilt(String)
  case noCompiler(reason: String)
  case unbuildable(product: String)
  case unstartable(String, reason: String)
}

extension ReloadError: CustomStringConvertible {
  var description: String {
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

extension BuiltProgram {
  /// The seconds between two checks whether the compiler has ended. A build takes a second and more.
  private static let pause = 0.01
  /// How many seconds the compiler gets to end by itself. SwiftPM then ends its children.
  private static let grace = 2.0
  /// The exit code of `env` if there is no such program.
  private static let notFound: Int32 = 127

  /// Builds the program. Returns the compiler's messages if the build fails. Calls `waiting` regularly; if
  /// it throws, ends the build and rethrows.
  func build(while waiting: () throws -> Void) throws -> String? {
    #if os(Linux) || os(macOS)
      // A file, because an unread pipe may fill up.
      let folder = FileManager.default.temporaryDirectory
      let file = folder.appendingPathComponent("playhead-build-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      guard FileManager.default.createFile(atPath: file.path, contents: nil),
        let handle = try? FileHandle(forWritingTo: file)
      else { throw ReloadError.noCompiler(reason: "nothing can be written to '\(folder.path)'") }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = buildWords
      // The user's input is not for the compiler.
      process.standardInput = FileHandle.nullDevice
      (process.standardOutput, process.standardError) = (handle, handle)
      guard (try? process.run()) != nil else {
        throw ReloadError.noCompiler(reason: "it cannot be started")
      }
      do {
        while process.isRunning {
          try waiting()
          Thread.sleep(forTimeInterval: Self.pause)
        }
      } catch {
        Self.end(process)
        throw error
      }
      if process.terminationReason == .exit {
        if process.terminationStatus == 0 { return nil }
        if process.terminationStatus == Self.notFound {
          throw ReloadError.noCompiler(reason: "not found")
        }
      }
      let output = (try? Data(contentsOf: file)) ?? Data()
      return Self.withoutProgress(String(decoding: output, as: UTF8.self))
    #else
      // Devices do not run other programs.
      throw ReloadError.noCompiler(reason: "it cannot be started")
    #endif
  }

  /// Removes the progress lines.
  private static func withoutProgress(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.prefixMatch(of: #/\[[0-9]+/[0-9]+\] /#) == nil }
      .joined(separator: "\n").trimmingCharacters(in: .newlines)
  }

  #if os(Linux) || os(macOS)
    private static func end(_ process: Process) {
      let number = process.processIdentifier
      // The compiler leads its own process group, unless Foundation on this system makes none.
      let group = getpgid(number) == number ? -number : number
      kill(group, SIGTERM)
      let late = ContinuousClock.now + .seconds(grace)
      while process.isRunning, .now < late { Thread.sleep(forTimeInterval: pause) }
      // A busy compiler, or its children, may ignore the request to end.
      kill(group, SIGKILL)
      process.waitUntilExit()
    }
  #endif
}
