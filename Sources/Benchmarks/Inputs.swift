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
  /// The four real editing sessions, by size.
  static let traces = ["sveltecomponent", "rustcode", "seph-blog1", "automerge-paper"]

  /// The traces in a folder: `NAME.json`, or `NAME.json.gz` (needs gzip). Without a folder: made-up typing,
  /// which says little about sizes.
  static func sessions(in folder: String?) throws -> [Session] {
    guard let folder else { return [made(100_000)] }
    return try traces.map { name in
      let data = try read(name, in: URL(fileURLWithPath: folder))
      guard let actions = try TextEditor.script(from: data) else {
        throw BenchmarkError("'\(name)' in '\(folder)' is not an editing trace")
      }
      return Session(name: name, actions: actions)
    }
  }

  private static func read(_ name: String, in folder: URL) throws -> Data {
    let plain = folder.appendingPathComponent("\(name).json")
    if let data = try? Data(contentsOf: plain) { return data }
    let packed = plain.appendingPathExtension("gz")
    guard FileManager.default.fileExists(atPath: packed.path) else {
      throw BenchmarkError("there is no '\(name).json' or '\(name).json.gz' in '\(folder.path)'")
    }
    return try Tool.run("gzip", ["-dc", packed.path], input: Data())
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
