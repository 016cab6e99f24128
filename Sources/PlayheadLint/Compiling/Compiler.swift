import Foundation

/// The toolchain's compiler, which dumps the typed syntax trees of a module.
///
/// The driver prints its front end call for a type check. This type makes that call for the trees, so that it
/// needs no code for platforms, SDKs and macros.
struct Compiler {
  /// The tree of a file.
  struct Tree {
    var path: String
    var root: SyntaxNode
  }

  /// The result for a module.
  struct Answer {
    var trees: [Tree]
    /// The compiler's errors, one per line. Code with errors has no types.
    var errors: [String]
  }

  private let toolchain: Toolchain
  private let scratch: URL
  private let waiting: () throws -> Void

  /// Writes its files below `scratch`. Calls `waiting` while the compiler works; throw there to end it.
  init(_ toolchain: Toolchain, scratch: URL, while waiting: @escaping () throws -> Void) {
    (self.toolchain, self.scratch, self.waiting) = (toolchain, scratch, waiting)
  }

  /// The trees of all files of a module, unless it has errors. Throws ``LintError`` and errors of `waiting`.
  func answer(for target: LintTarget) throws -> Answer {
    let folder = scratch.appendingPathComponent(target.module)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw LintError.noScratch(folder.path)
    }
    let words = try frontEnd(for: target, folder)
    let outputs = target.sources.indices.map { folder.appendingPathComponent("\($0).json").path }
    let lists = try [target.sources, outputs].enumerated().map { index, lines in
      try Self.write(lines, to: folder.appendingPathComponent("list\(index)"))
    }
    let call =
      words + [
        "-dump-ast", "-dump-ast-format", "json", "-suppress-warnings", "-diagnostic-style", "llvm",
        "-filelist", lists[0], "-primary-filelist", lists[0], "-output-filelist", lists[1],
      ]
    let outcome = try run(call, in: folder)
    return try answer(target, outputs, outcome)
  }

  private func answer(
    _ target: LintTarget, _ outputs: [String], _ outcome: Subprocess.Outcome
  ) throws -> Answer {
    let errors = outcome.error.split(separator: "\n").map(String.init)
      .filter { $0.contains(": error: ") && !$0.hasPrefix("<unknown>") }
    // The compiler writes a file when it is done with it. If it ends early, the other files are missing.
    let missing = zip(target.sources, outputs).first { !Self.isWritten($1) }
    guard !errors.isEmpty || (outcome.end == .code(0) && missing == nil) else {
      let line = outcome.error.split(separator: "\n").first.map(String.init)
      throw LintError.compilerEnded(outcome.end, before: missing?.0, line ?? "")
    }
    var trees: [Tree] = []
    for (path, output) in zip(target.sources, outputs) where Self.isWritten(output) {
      guard let data = FileManager.default.contents(atPath: output),
        let root = SyntaxReader.read(Array(data))
      else { throw LintError.strangeTree(path) }
      trees.append(Tree(path: path, root: root))
      // The trees are a hundred times as large as the sources.
      try? FileManager.default.removeItem(atPath: output)
    }
    return Answer(trees: trees, errors: errors)
  }

  private static func isWritten(_ output: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: output)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0 > 0
  }

  private func run(_ words: [String], in folder: URL) throws -> Subprocess.Outcome {
    let call = Subprocess(words, in: folder, limit: toolchain.limit)
    guard let outcome = try call.run(while: waiting), outcome.end != Subprocess.notFound else {
      throw LintError.noCompiler
    }
    return outcome
  }

  /// The driver's front end call, without the files.
  private func frontEnd(for target: LintTarget, _ folder: URL) throws -> [String] {
    let words =
      toolchain.driver + target.arguments
      + (target.arguments.contains("-module-name") ? [] : ["-module-name", target.module])
      + ["-typecheck", "-whole-module-optimization", "-###", target.sources[0]]
    let outcome = try run(words, in: folder)
    let line = outcome.output.split(separator: "\n").first { $0.contains(" -frontend ") }
    guard outcome.end == .code(0), let line else {
      throw LintError.compilerFailed(
        outcome.error.split(separator: "\n").first.map(String.init) ?? "")
    }
    var kept: [String] = []
    var rest = Subprocess.words(of: line)[...]
    while let word = rest.popFirst() {
      if word == "-supplementary-output-file-map" || word == "-filelist" {
        rest = rest.dropFirst()
      } else if word != "-typecheck", word != target.sources[0] {
        kept.append(word)
      }
    }
    return kept
  }

  private static func write(_ lines: [String], to file: URL) throws(LintError) -> String {
    do {
      try lines.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    } catch {
      throw .noScratch(file.path)
    }
    return file.path
  }
}

/// The command of the compiler, and its time limit.
package struct Toolchain: Sendable {
  /// The words that call the driver.
  package let driver: [String]
  /// The time limit for a module, in seconds.
  package let limit: Double

  /// A driver called by these words.
  package init(driver: [String], limit: Double = usualLimit) {
    (self.driver, self.limit) = (driver, limit)
  }

  /// In seconds. A compiler that takes longer for a module is stuck, as in an expression of too many types.
  package static let usualLimit = 300.0

  /// The driver in `PATH`. On macOS, `xcrun` finds the compiler and the SDK.
  package static var usual: Toolchain {
    #if os(macOS)
      Toolchain(driver: ["xcrun", "swiftc"])
    #else
      Toolchain(driver: ["swiftc"])
    #endif
  }
}
