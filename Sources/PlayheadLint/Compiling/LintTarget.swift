import Foundation

/// The sources of a module, and the compiler's arguments for them.
package struct LintTarget: Sendable, Equatable {
  /// The module's name.
  package let module: String
  /// The files, as messages name them.
  package let sources: [String]
  /// Further arguments of the compiler.
  package let arguments: [String]

  /// A module of these sources.
  package init(module: String, sources: [String], arguments: [String]) {
    (self.module, self.sources, self.arguments) = (module, sources, arguments)
  }

  /// All sources of a folder, or one file, compiled with these module folders; nil if there is no source.
  package init?(folder: String, modules: [String]) {
    let sources = SourceFolder.sources(in: folder)
    guard !sources.isEmpty else { return nil }
    let name = SourceFolder.moduleName(of: folder)
    // Only the first file of a program may have code outside functions.
    let isProgram = sources.contains { $0.hasSuffix("/main.swift") }
    self.init(
      module: name, sources: sources,
      arguments: (isProgram ? [] : ["-parse-as-library"]) + ["-swift-version", "6"]
        + modules.flatMap { ["-I", $0] })
  }
}

/// Finds sources in folders.
package enum SourceFolder {
  /// The Swift files of a folder and its subfolders, by name. For a Swift file, the file itself.
  static func sources(in path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return path.hasSuffix(".swift") ? [path] : [] }
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let base = path.hasSuffix("/") ? String(path.dropLast()) : path
    return all.filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains(".build") }
      .sorted().map { base == "." ? $0 : base + "/" + $0 }
  }

  /// A valid module name for a path.
  static func moduleName(of path: String) -> String {
    let file = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    let name = stem.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    return name.first?.isLetter == true && name != "main" ? name : "Sources_\(name)"
  }

  /// The folder of the package with `path` in it.
  package static func package(around path: String) -> String? {
    var folder = URL(fileURLWithPath: path).standardizedFileURL
    while folder.path != "/" {
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder.path }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}

/// Forms of source paths.
enum SourcePath {
  /// The path relative to the working directory, if it is below that; else the whole path.
  static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    for folder in [here, real(here)] where path.hasPrefix(folder + "/") {
      return String(path.dropFirst(folder.count + 1))
    }
    return path
  }

  /// The absolute path without symbolic links.
  static func real(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// The absolute path with its symbolic links.
  static func plain(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
