import Foundation

extension Tool {
  /// Writes a script into a folder that is the tool with these variables: another build. Gives its path.
  static func otherBuild(
    _ variables: String, in folder: URL, as name: String = "before"
  ) throws -> String {
    try script("\(variables) exec '\(program.path)' \"$@\"", in: folder, as: name)
  }

  /// Writes an executable script into a folder; gives its path.
  static func script(_ line: String, in folder: URL, as name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data("#!/bin/sh\n\(line)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return "./\(name)"
  }
}
