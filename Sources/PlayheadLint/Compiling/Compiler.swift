import Foundation

/// The toolchain's compiler, asked for the typed tree of a module.
///
/// The driver says how its front end is called for a check of types, and that call, for the tree instead,
/// is made: so what the driver knows of platforms, SDKs and macros needs not be known here.
struct Compiler {
  /// The tree of a file.
  struct Tree {
    var path: String
    var root: SyntaxNode
  }

  /// What came of a module.
  struct Answer {
    var trees: [Tree]
    /// What the compiler finds wrong, a line each; then what it does not understand has no types.
    var errors: [String]
  }

  private let scratch: URL

  /// A compiler that puts what it writes below a folder.
  init(scratch: URL) { self.scratch = scratch }

  func answer(for target: LintTarget) throws(LintError) -> Answer {
    let folder = scratch.appendingPathComponent(target.module)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .noScratch(folder.path)
    }
    let words = try frontEnd(for: target, folder)
    let outputs = target.sources.indices.map { folder.appendingPathComponent("\($0).json").path }
    let lists = try [target.sources, outputs].enumerated().map { index, lines throws(LintError) in
      try Self.write(lines, to: folder.appendingPathComponent("list\(index)"))
    }
    let call =
      words + [
        "-dump-ast", "-dump-ast-format", "json", "-suppress-warnings", "-diagnostic-style", "llvm",
        "-filelist", lists[0], "-primary-filelist", lists[0], "-output-filelist", lists[1],
      ]
    guard let outcome = Subprocess.run(call, in: folder) else { throw .noCompiler }
    return try answer(target, outputs, outcome)
  }

  private func answer(
    _ target: LintTarget, _ outputs: [String], _ outcome: Subprocess.Outcome
  ) throws(LintError) -> Answer {
    let errors = outcome.error.split(separator: "\n").map(String.init)
      .filter { $0.contains(": error: ") && !$0.hasPrefix("<unknown>") }
    var trees: [Tree] = []
    for (path, output) in zip(target.sources, outputs) {
      guard let data = FileManager.default.contents(atPath: output), !data.isEmpty else { continue }
      guard let root = SyntaxReader.read(Array(data)) else { throw .strangeTree(path) }
      trees.append(Tree(path: path, root: root))
      // They are large: a hundred times the sources.
      try? FileManager.default.removeItem(atPath: output)
    }
    if trees.isEmpty, errors.isEmpty {
      throw .compilerFailed(outcome.error.split(separator: "\n").first.map(String.init) ?? "")
    }
    return Answer(trees: trees, errors: errors)
  }

  /// How the driver calls the front end, without the files.
  private func frontEnd(for target: LintTarget, _ folder: URL) throws(LintError) -> [String] {
    let words =
      Self.driver + target.arguments
      + (target.arguments.contains("-module-name") ? [] : ["-module-name", target.module])
      + ["-typecheck", "-whole-module-optimization", "-###", target.sources[0]]
    guard let outcome = Subprocess.run(words, in: folder), outcome.code != 127 else {
      throw .noCompiler
    }
    let line = outcome.output.split(separator: "\n").first { $0.contains(" -frontend ") }
    guard outcome.code == 0, let line else {
      throw .compilerFailed(outcome.error.split(separator: "\n").first.map(String.init) ?? "")
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

  /// Xcode keeps its compiler behind 'xcrun', which also knows the SDK.
  private static var driver: [String] {
    #if os(macOS)
      ["xcrun", "swiftc"]
    #else
      ["swiftc"]
    #endif
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
