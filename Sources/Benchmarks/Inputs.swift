import Foundation
import PlayheadFlux
import PlayheadTerminal
import TextEditor

/// A session of the text editor: its actions with their times.
struct Session {
  var name: String
  var actions: [TimedAction]
  /// The actions without their times.
  var edits: [Replace] { actions.compactMap { $0.action as? Replace } }
}

enum Inputs {
  /// The editing sessions in a folder, each as `NAME.json` or `NAME.json.gz` (needs gzip), the longest last. Without a
  /// folder: made-up typing, which says little about sizes.
  static func sessions(in folder: String?) throws -> [Session] {
    guard let folder else { return [made(100_000)] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let sessions = try names.compactMap { try session($0, in: URL(fileURLWithPath: folder)) }
    guard !sessions.isEmpty else {
      throw BenchmarkError("there is no 'NAME.json' or 'NAME.json.gz' in '\(folder)'")
    }
    return sessions.sorted { $0.actions.count < $1.actions.count }
  }

  /// The session in a file; nil for other files.
  private static func session(_ name: String, in folder: URL) throws -> Session? {
    let path = folder.appendingPathComponent(name).path
    let isPacked = name.hasSuffix(".json.gz")
    guard isPacked || name.hasSuffix(".json") else { return nil }
    let data =
      try isPacked
      ? Tool.run("gzip", ["-dc", path]) : Data(contentsOf: .init(fileURLWithPath: path))
    guard let actions = try TextEditor.script(from: data) else {
      throw BenchmarkError("'\(path)' is not an editing trace")
    }
    return Session(name: String(name.prefix { $0 != "." }), actions: actions)
  }

  /// Types the same few words, one character every 150 ms.
  static func made(_ count: Int) -> Session {
    let words = Array("the quick brown fox jumps over the lazy dog. ".unicodeScalars)
    let actions = (0..<count).map { number in
      TimedAction(
        time: .seconds(1_600_000_000) + .milliseconds(150 * number),
        action: Replace(
          at: number, count: 0, text: String(words[number % words.count]), transaction: number))
    }
    return Session(name: "made-up typing", actions: actions)
  }
}

/// Why the benchmark stops, in one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ sentence: String) {
    description = sentence
  }
}
