import Foundation

/// How SwiftPM compiled the modules of a package in the last build.
///
/// `SCRATCH/debug.yaml` has a command `C.MODULE-TRIPLE-debug.module` for each module, with its inputs and
/// arguments as JSON lists. The format is SwiftPM's own. In another format, no module is found.
package struct BuildPlan {
  /// A module of the plan.
  package struct Module {
    package let name: String
    /// Its Swift files, as absolute paths.
    package let sources: [String]
    /// The modules of the same plan that it depends on.
    package let dependencies: [String]
    let arguments: [String]
  }

  /// All Swift modules, in the plan's order.
  package let modules: [Module]

  /// Reads the plan of the package in a folder, preferably of a debug build; nil if there is none.
  package init?(package folder: String, scratch: String? = nil) {
    let scratch = scratch ?? folder + "/.build"
    let texts = ["debug", "release"].lazy.compactMap {
      try? String(contentsOfFile: "\(scratch)/\($0).yaml", encoding: .utf8)
    }
    guard let text = texts.first else { return nil }
    self.init(text: text)
  }

  /// Reads the text of a plan.
  package init(text: String) {
    var modules: [Module] = []
    var inputs: [String]?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  \"") { inputs = line.hasSuffix(".module\":") ? [] : nil }
      guard inputs != nil else { continue }
      if let list = Self.list(line, behind: "    inputs: ") { inputs = list }
      if let words = Self.list(line, behind: "    args: "), let known = inputs {
        if let module = Module(inputs: known, words: words) { modules.append(module) }
        inputs = nil
      }
    }
    self.modules = modules
  }

  private static func list(_ line: Substring, behind key: String) -> [String]? {
    guard line.hasPrefix(key) else { return nil }
    return try? JSONDecoder().decode([String].self, from: Data(line.dropFirst(key.count).utf8))
  }
}

extension BuildPlan.Module {
  fileprivate init?(inputs: [String], words: [String]) {
    guard let place = words.firstIndex(of: "-module-name"), place + 1 < words.count else {
      return nil
    }
    name = words[place + 1]
    sources = inputs.filter { $0.hasSuffix(".swift") }
    dependencies = inputs.filter { $0.hasSuffix(".swiftmodule") }
      .map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
    arguments = Self.withoutOutputs(Array(words.dropFirst()))
  }

  /// Leaves out arguments about files that a build writes.
  private static func withoutOutputs(_ words: [String]) -> [String] {
    let alone: Set<String> = [
      "-c", "-incremental", "-parseable-output", "-serialize-diagnostics", "-enable-batch-mode",
      "-whole-module-optimization", "-wmo", "-warnings-as-errors", "-g", "-save-temps",
    ]
    let withValue: Set<String> = [
      "-output-file-map", "-index-store-path", "-o", "-num-threads", "-emit-module-path",
      "-emit-objc-header-path", "-emit-dependencies-path",
    ]
    var kept: [String] = []
    var words = words[...]
    while let word = words.popFirst() {
      if word.hasPrefix("-X"), let passedOn = words.popFirst() {
        kept += [word, passedOn]
      } else if withValue.contains(word) || (word.hasPrefix("-emit-") && word.hasSuffix("-path")) {
        words = words.dropFirst()
      } else if !alone.contains(word), !word.hasPrefix("-emit-"), !word.hasPrefix("@"),
        !word.hasPrefix("-j"), !word.hasSuffix(".swift")
      {
        kept.append(word)
      }
    }
    return kept
  }
}

extension BuildPlan {
  /// The modules with these names, and the package's modules that they depend on, without Playhead's own.
  package func targets(_ names: [String], in package: String) -> [LintTarget] {
    var wanted: Set<String> = []
    var open = names
    while let name = open.popLast() {
      guard wanted.insert(name).inserted else { continue }
      open += modules.first { $0.name == name }?.dependencies ?? []
    }
    return modules.filter { wanted.contains($0.name) && isOwn($0, of: package) }.map { module in
      LintTarget(
        module: module.name, sources: module.sources.map(SourcePath.shown),
        arguments: module.arguments)
    }
  }

  /// Whether a module belongs to the package, and not to a dependency.
  private func isOwn(_ module: Module, of package: String) -> Bool {
    // The runtime takes dates and makes UUIDs where they are recorded. It is not part of an app.
    guard let first = module.sources.first, !module.name.hasPrefix("Playhead") else { return false }
    let file = SourcePath.real(first)
    let folder = SourcePath.real(package)
    return file.hasPrefix(folder + "/") && !file.hasPrefix(folder + "/.build/")
      || SourcePath.plain(first).hasPrefix(SourcePath.plain(package) + "/")
  }
}
