import Dispatch
import Foundation

/// Finds code in stores that breaks replays.
///
/// Checks only handlers, and the code that they call, as far as there are sources. Views, middleware and
/// effects may use clocks and files.
package struct Lint {
  /// The result of a check.
  package struct Report: Sendable {
    /// The findings, in the order of files and lines.
    package let findings: [Finding]
    /// The number of handlers.
    package let handlerCount: Int
    /// The number of files that were read.
    package let fileCount: Int
    /// The compiler's errors in the sources, one per line.
    package let errors: [String]
  }

  private let targets: [LintTarget]
  private let isWhole: Bool
  private let toolchain: Toolchain

  /// Checks modules as one program. With `isWhole`, no other code calls them; reports needless suppressions.
  package init(_ targets: [LintTarget], isWhole: Bool = true, by toolchain: Toolchain = .usual) {
    (self.targets, self.isWhole, self.toolchain) = (targets, isWhole, toolchain)
  }

  /// Compiles, reads and checks, in about a second per target.
  ///
  /// Throws ``LintError``, and the errors of `waiting`, which is called on another thread meanwhile and can
  /// throw to end the compiler.
  package func run(while waiting: @escaping @Sendable () throws -> Void = {}) throws -> Report {
    // Trees are as deep as expressions are nested, and a pool's threads have small stacks.
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<Report, any Error>?
    let thread = Thread {
      result = Result { try perform(waiting) }
      done.signal()
    }
    // Virtual memory. A walk of the deepest tree takes a part of it.
    thread.stackSize = 256 << 20
    thread.start()
    done.wait()
    guard let result else { throw CancellationError() }
    return try result.get()
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
    // Code that the compiler does not understand may need any suppression.
    let tellsUnused = isWhole && errors.isEmpty
    // Nodes point to their parents, which must live as long as any node is used.
    let findings = withExtendedLifetime(sources) {
      SourceCheck(program, sources, demangler, tellsUnused: tellsUnused).findings()
    }
    return Report(
      findings: findings, handlerCount: program.roots.count, fileCount: sources.count,
      errors: errors)
  }
}
