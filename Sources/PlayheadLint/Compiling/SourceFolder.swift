import Foundation

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
