import Foundation

/// The toolchain's compiler, which dumps the typed tree of a module.
///
/// The driver prints its call of the front end for a type check, and that call is made for the tree instead: so platforms,
/// SDKs and macros need no handling here.
struct Compiler {
  /// The tree of a file.
  struct Tree {
    var path: String
    var root: SyntaxNode
  }

  /// What came of a module.
  struct Answer {
    var trees: [Tree]
    /// The compiler's errors, a line each; code with errors has no types.
    var errors: [String]
  }

  private let toolchain: Toolchain
  private let scratch: URL
  private let waiting: () throws -> Void

  /// Writes its files below `scratch`, and calls `waiting` while the compiler works; an error of that ends the compiler.
  init(_ toolchain: Toolchain, scratch: URL, while waiting: @escaping () throws -> Void) {
    (self.toolchain, self.scratch, self.waiting) = (toolchain, scratch, waiting)
  }

  /// The trees of all files of a module, unless it has errors. Throws ``LintError``, and what waiting throws.
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
    // It writes a file when it is done with it: one that ends early leaves the others unsaid.
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
      // They are large: a hundred times the sources.
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

  /// How the driver calls the front end, without the files.
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

/// How the compiler is called, and how long it may take.
package struct Toolchain: Sendable {
  /// The words by which its driver is called.
  package let driver: [String]
  /// How many seconds a module may take.
  package let limit: Double

  /// A driver that is called by these words.
  package init(driver: [String], limit: Double = usualLimit) {
    (self.driver, self.limit) = (driver, limit)
  }

  /// A compiler that takes longer for a module has lost its way, as in an expression of too many types; s.
  package static let usualLimit = 300.0

  /// The one that is in `PATH`. Xcode keeps its compiler behind 'xcrun', which also knows the SDK.
  package static var usual: Toolchain {
    #if os(macOS)
      Toolchain(driver: ["xcrun", "swiftc"])
    #else
      Toolchain(driver: ["swiftc"])
    #endif
  }
}
