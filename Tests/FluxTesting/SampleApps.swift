package import Foundation
package import PlayheadFlux

/// The files under `fixtures`.
package enum FixtureFile {
  /// The text of a file, such as `feed/likes.txt`.
  package static func text(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let file = root.appending(path: "fixtures/\(name)").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }
}

/// What a script shows: after each of its lines those lines of the view that were not there before.
package struct ViewTranscript {
  package private(set) var text = ""
  private var shown: Set<Substring> = []

  package init() {}

  package mutating func add(_ line: String) { text += line + "\n" }

  package mutating func show(_ view: String) {
    let lines = view.split(separator: "\n")
    for line in lines where !shown.contains(line) { text += "\(line)\n" }
    shown = Set(lines)
  }
}

/// Lines of text, from any thread.
package final class Lines: Sendable {
  private let lines = Guarded<[String]>([])

  package init() {}

  package var all: [String] { lines.withLock { $0 } }

  package func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The sentence with which `body` fails; `nil` if it does not.
package func refusal(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}

extension Dispatcher {
  /// The states of all stores as JSON with sorted keys, by name. As bytes: texts that only look the same differ.
  package func encodedStates() throws -> [String: Data] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try Dictionary(
      uniqueKeysWithValues: stores.map { ($0.name, try encoder.encode($0.anyState)) })
  }
}
