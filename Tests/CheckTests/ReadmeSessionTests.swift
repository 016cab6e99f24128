import FluxTesting
import Foundation
import Testing

/// The bug in README, from the crash to the test.
@Suite(.timeLimit(.minutes(5))) struct ReadmeSessionTests {
  /// A command of README, what is typed into it, and what it shows of the output.
  private struct Example {
    var words: [String]
    var typed: [String] = []
    var shown: [String] = []
  }

  private static func examples() throws -> [Example] {
    let text = try String(contentsOf: Tool.root.appending(path: "README.md"), encoding: .utf8)
    var examples: [Example] = []
    for block in text.components(separatedBy: "```").filter({ $0.hasPrefix("\n$ playhead ") }) {
      for line in block.split(separator: "\n") {
        if line.hasPrefix("$ playhead ") {
          examples.append(Example(words: line.split(separator: " ").dropFirst(2).map(String.init)))
        } else {
          let example = try #require(examples.indices.last)
          examples[example].shown.append(String(line))
          if line.hasPrefix("#"), let end = line.range(of: "> ") {
            examples[example].typed.append(String(line[end.upperBound...]))
          }
        }
      }
    }
    return examples
  }

  /// Whether a line of README is a line of the output; `…` at its end stands for the rest. By chance it is another element
  /// of a list that differs first.
  private static func isShown(_ line: String, in output: [Substring]) -> Bool {
    output.contains {
      let printed = $0.replacing(/items\[\d\]\.id/, with: "items[0].id")
      return line.hasSuffix("…") ? printed.hasPrefix(line.dropLast()) : printed == line
    }
  }

  @Test func `the three 'playhead' commands in README.md print each line that README.md shows`()
    async throws
  {
    try await onOwnThread {
      let folder = try Attack.folder()
      let examples = try Self.examples()
      #expect(examples.map { $0.words[0] } == ["debug", "shrink", "check"])
      for example in examples {
        let log = example.words[1]
        let app = log.hasPrefix("kept") ? "clip-editor" : "item-list"
        let file = folder.appending(path: log)
        if !FileManager.default.fileExists(atPath: file.path) {
          let session = Tool.root.appending(path: "fixtures/exercises/\(app)/\(log)")
          try FileManager.default.copyItem(at: session, to: file)
        }
        let fault = "\(app)/\(file.deletingPathExtension().lastPathComponent)"
        let typed = example.typed.map { $0 + "\n" }.joined()
        let outcome = try Tool.call(example.words, in: folder, fault: fault, input: typed)
        let output = (outcome.output + outcome.error).split(separator: "\n")
        #expect(example.shown.count > 2)
        for line in example.shown {
          #expect(Self.isShown(line, in: output), "\(line)\n\(outcome)")
        }
      }
    }
  }
}
