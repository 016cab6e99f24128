import Foundation

/// Looks through the sources of stores for what breaks replays.
///
/// What counts is the code that handlers run, and what they call, as far as its sources are there. The rest of an
/// app, its views, middleware and effects, may use clocks and files.
package struct Lint {
  /// What came of it.
  package struct Report: Sendable {
    /// In the order of files and lines.
    package let findings: [Finding]
    /// How many handlers there are.
    package let handlerCount: Int
    /// How many files were read.
    package let fileCount: Int
    /// What the compiler finds wrong in the sources, a line each.
    package let errors: [String]
  }

  private let targets: [LintTarget]
  private let isWhole: Bool
  private let toolchain: Toolchain

  /// Looks through these modules, as one program. Where it `isWhole`, nothing else leads to them, so that a comment
  /// that silences nothing is one too many.
  package init(_ targets: [LintTarget], isWhole: Bool = true, by toolchain: Toolchain = .usual) {
    (self.targets, self.isWhole, self.toolchain) = (targets, isWhole, toolchain)
  }

  /// Compiles, reads, and judges: takes about as long as a check of types, a second or some for each target.
  ///
  /// Throws ``LintError``, and what `waiting` throws, which is called on another thread while the compiler works:
  /// that is ended then, and nothing is left of it.
  package func run(while waiting: @escaping @Sendable () throws -> Void = {}) throws -> Report {
    // Trees are as deep as expressions are nested, and a thread of a pool has little room.
    let box = ResultBox<Result<Report, any Error>>()
    let thread = Thread { box.fill(Result { try perform(waiting) }) }
    // Virtual memory: a walk of the deepest tree that is read takes a part of it.
    thread.stackSize = 256 << 20
    thread.start()
    return try box.wait().get()
  }

  private func perform(_ waiting: @escaping () throws -> Void) throws -> Report {
    guard let demangler = Demangler() else { throw LintError.noDemangler }
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("playhead-lint-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let compiler = Compiler(toolchain, scratch: scratch, while: waiting)
    let (program, names) = (Program(), Names(demangler))
    var sources: [SourceFile] = []
    var errors: [String] = []
    for target in targets {
      let answer = try compiler.answer(for: target)
      errors += answer.errors
      for tree in answer.trees {
        let bytes = FileManager.default.contents(atPath: tree.path).map(Array.init) ?? []
        let reader = DeclarationReader(
          program: program, demangler: demangler, names: names, number: sources.count)
        sources.append(SourceFile(path: tree.path, bytes: bytes, tree: tree.root))
        reader.read(tree.root)
      }
    }
    // Of what the compiler does not understand nobody knows what it silences.
    let tellsUnused = isWhole && errors.isEmpty
    // Nodes point to their parents, which must be there as long as any is used.
    let findings = withExtendedLifetime(sources) {
      SourceCheck(program, sources, demangler, tellsUnused: tellsUnused).findings()
    }
    return Report(
      findings: findings, handlerCount: program.roots.count, fileCount: sources.count,
      errors: errors)
  }
}

/// A place for what another thread finds out.
private final class ResultBox<Value>: @unchecked Sendable {
  private let condition = NSCondition()
  private var value: Value?

  func fill(_ value: Value) {
    condition.lock()
    self.value = value
    condition.broadcast()
    condition.unlock()
  }

  func wait() -> Value {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let value { return value }
      condition.wait()
    }
  }
}
