import Foundation
import PlayheadDebugger
import PlayheadFlux
import TextEditor

/// A directory of its own and the tool at work in it: what it says has no path of the machine.
final class Desk {
  /// Files of a call are those with one of these ends; every other word is left as it is.
  private static let fileEnds = [".playhead", ".json", ".keys", ".gz", ".lz4", ".folder", ".txt"]

  private let directory: URL
  var apps: [any App.Type] = [TextEditor.self, Raffle.self]

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("desk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Calls the tool with the words of `call`, and puts the directory's name out of what it says.
  func playhead(_ call: String, on terminal: MemoryTerminal = MemoryTerminal()) -> Outcome {
    let words = call.split(separator: " ").map { word in
      Self.fileEnds.contains(where: word.hasSuffix) ? path(String(word)) : String(word)
    }
    terminal.readSize = 65_536
    let tool = PlayheadCommand.tool(named: "playhead", apps: apps)
    let code = tool.run(words, Console(terminal))
    return Outcome(
      output: withoutPaths(terminal.outputText), error: withoutPaths(terminal.errorText), code: code
    )
  }

  private func withoutPaths(_ text: String) -> String {
    text.replacingOccurrences(of: directory.path + "/", with: "")
  }
}
