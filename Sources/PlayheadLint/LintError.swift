/// Why sources cannot be checked.
package enum LintError: Error, Equatable {
  /// There is no `swiftc`, or it cannot be started.
  case noCompiler
  /// The compiler does not print its call for a type check, but this.
  case compilerFailed(String)
  /// The compiler ended without an error before it was done with a file, or with all; its first line.
  case compilerEnded(Subprocess.End, before: String?, String)
  /// The compiler's tree is in an unknown form.
  case strangeTree(String)
  /// The folder for temporary files cannot be written.
  case noScratch(String)
  /// The Swift runtime cannot demangle names.
  case noDemangler
  /// A path is neither a Swift file nor a folder with Swift files.
  case noSources(String)
  /// The package was not built, or by a tool that leaves no plan.
  case noPlan(package: String)
  /// The plan has no target with that name.
  case noTarget(String, known: [String])
  /// A file is in no target of the last build.
  case notInPlan(String, package: String)
  /// The path is in no package.
  case noPackage(String)
  /// No handler was found in this number of files.
  case noHandlers(files: Int)
  /// The compiler found errors; the first of them, and their number.
  case doesNotCompile(first: String, count: Int)
}

extension LintError: CustomStringConvertible {
  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .noCompiler:
      "'swiftc' cannot be started; put the toolchain's folder into 'PATH'"
    case .compilerFailed(let line):
      "the compiler does not accept the sources" + (line.isEmpty ? "" : " (\(line))")
        + "; build the package with the same toolchain first"
    case .compilerEnded(let end, let path, let line):
      "\(end.words)\(path.map { " before it finished '\($0)'" } ?? "")"
        + (line.isEmpty ? "" : " (\(line))")
        + ", so the sources were not checked; try 'swift build' with the "
        + "same toolchain, or name another target with '--target'"
    case .strangeTree(let path):
      "the compiler's tree of '\(path)' has an unknown form; use the toolchain that this tool was built with"
    case .noScratch(let path): "'\(path)' cannot be written; set 'TMPDIR' to a writable folder"
    case .noDemangler:
      "this program's Swift runtime cannot read Swift's names; link it dynamically"
    case .noSources(let path):
      "there is no Swift file at '\(path)'; name a folder of sources, or a file"
    case .noPlan(let package):
      "the package in '\(package)' has no build plan in '.build'; build it first with 'swift build', or name the "
        + "folder of its built modules with '--modules'"
    case .noTarget(let name, let known):
      "the last build has no target '\(name)'; it has: "
        + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", "))
    case .notInPlan(let path, let package):
      "'\(path)' is in no target of the last build of '\(package)'; build it again with 'swift build', "
        + "or name the folder of its built modules with '--modules'"
    case .noPackage(let path):
      "there is no 'Package.swift' in '\(path)' or above; name a folder of sources"
    case .noHandlers(let files):
      "there is no store handler in the \(files == 1 ? "file" : "\(files) files"); name the folder that has "
        + "'Store(…).on(…)', 'Reducer<…>().on(…)' or 'AppEntry.reducer(…)'"
    case .doesNotCompile(let first, let count):
      "the sources do not compile, so parts of them cannot be checked "
        + "(\(count == 1 ? "one error" : "\(count) errors")); build them first: \(first)"
    }
  }
}

extension Subprocess.End {
  /// What happened to the compiler.
  fileprivate var words: String {
    switch self {
    case .code(let code): "the compiler exited with code \(code)"
    case .signal(let number): "signal \(number) ended the compiler"
    case .tookTooLong(let seconds):
      "the compiler took longer than \(Int(seconds)) s, and was stopped"
    }
  }
}
