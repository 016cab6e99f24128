import Foundation

/// The sources of a module, and how the compiler is called for them.
package struct LintTarget: Sendable, Equatable {
  /// What the compiler calls it.
  package let module: String
  /// The files, as messages name them.
  package let sources: [String]
  /// Further arguments of the compiler.
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

/// Folders with sources.
enum SourceFolder {
  /// The Swift files of a folder and the folders in it, in the order of their names; a file is itself.
  static func sources(in path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return path.hasSuffix(".swift") ? [path] : [] }
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let base = path.hasSuffix("/") ? String(path.dropLast()) : path
    return all.filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains(".build") }
      .sorted().map { base == "." ? $0 : base + "/" + $0 }
  }

  /// A name that a module may have.
  static func moduleName(of path: String) -> String {
    let file = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    let name = stem.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    return name.first?.isLetter == true && name != "main" ? name : "Sources_\(name)"
  }

  /// The folder with a package's manifest that a path is in, or below.
  static func package(around path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while folder.path != "/" {
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder.path }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}

/// Paths of sources.
enum SourcePath {
  /// From the working directory, if it is below that; whole otherwise.
  static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    for folder in [here, real(here)] where path.hasPrefix(folder + "/") {
      return String(path.dropFirst(folder.count + 1))
    }
    return path
  }

  /// Without symbolic links.
  static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// Whole, with symbolic links as they are.
  static func plain(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
