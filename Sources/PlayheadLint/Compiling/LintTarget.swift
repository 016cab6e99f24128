/// The sources of a module, and how the compiler is called for them.
package struct LintTarget: Sendable, Equatable {
  /// What the compiler calls it.
  package let module: String
  /// The files, as messages name them.
  package let sources: [String]
  /// What the compiler is told besides.
  package let arguments: [String]

  /// A module of these sources.
  package init(module: String, sources: [String], arguments: [String]) {
    (self.module, self.sources, self.arguments) = (module, sources, arguments)
  }

  /// All sources of a folder, or one file, that need these folders of modules; nil if there is no source.
  package init?(folder: String, modules: [String]) {
    let sources = SourceFolder.sources(in: folder)
    guard !sources.isEmpty else { return nil }
    let name = SourceFolder.moduleName(of: folder)
    // Code outside of functions is for a program's first file only.
    let isProgram = sources.contains { $0.hasSuffix("/main.swift") }
    self.init(
      module: name, sources: sources,
      arguments: (isProgram ? [] : ["-parse-as-library"]) + ["-swift-version", "6"]
        + modules.flatMap { ["-I", $0] })
  }
}
