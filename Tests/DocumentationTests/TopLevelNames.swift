import Foundation

/// What sources declare at top level.
enum TopLevelNames {
  /// The names of this access, a pattern, in the files of a folder of the package.
  static func of(_ access: String, in folder: String) throws -> Set<String> {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardized.appending(path: folder)
    let declaration = try Regex(
      #"^(@\w+ )*(\#(access)) (final |indirect )?(actor|class|enum|func|let|protocol|struct|typealias|var) (?<name>\w+)"#
    )
    var names: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        if let name = line.firstMatch(of: declaration)?["name"]?.substring {
          names.insert(String(name))
        }
      }
    }
    return names
  }
}
