import FluxTesting
import Foundation
import Testing

/// Stores that cost their process, each in another way.
@Suite(.timeLimit(.minutes(15))) struct `A process in which stores run` {
  /// What is dispatched behind an action that is sound, its type, and how the sentence goes on.
  static let ends: [(line: String, sentence: String)] = [
    ("index 7", "traps at step 2, 'TakeAt': Index out of range"),
    ("leave", "ends its process at step 2, 'Leave': it ended with 3"),
    ("die", "ends its process at step 2, 'Die': signal 9 ended it"),
    ("recurse", "traps at step 2, 'Recurse': memory that is not there was used"),
    ("hoard", "traps at step 2, 'Hoard': "),
  ]

  @Test(arguments: ends.indices)
  func `costs a question, and the conversation goes on`(number: Int) async throws {
    let (line, sentence) = Self.ends[number]
    let ending = try await onOwnThread {
      try Self.poor(["add 1", line, "add 2"])(
        "-c", Self.limited, Trapped.program,
        "debug", "t.playhead", input: ["print", "print", "break if state('numbers.last') = 9", "c"])
    }
    let conversation = ending.conversation.joined(separator: "\n")
    #expect(conversation.contains("> print\nstore 'numbers' \(sentence)"), "\(ending)")
    #expect(conversation.contains("\n1 Add (number: 1) → numbers\n#1/3"), "\(conversation)")
    #expect(conversation.contains("> print\n* (numbers: (all: [1]))\n"), "\(conversation)")
    #expect(ending.code == 1 && conversation.hasSuffix("can be had\n"), "\(conversation)")
  }

  @Test(arguments: ends.indices)
  func `costs a command its answer, and the sentence names the store`(number: Int) async throws {
    let (line, sentence) = Self.ends[number]
    let trapped = try Self.poor(["add 1", line, "add 2"])
    for words in [
      ["state", "t.playhead", "end"],
      ["log", "t.playhead", "--where", "state('numbers.last') = 9"],
    ] {
      let ending = try await onOwnThread {
        try trapped.perform(["-c", Self.limited, Trapped.program] + words)
      }
      #expect(
        ending.error.hasPrefix("trap-app: store 'numbers' \(sentence)") && ending.code == 1,
        "\(ending)")
      #expect(ending.error.hasSuffix("; states up to step 1 can be had\n"), "\(ending)")
    }
  }

  /// With so little memory to take that a handler without end does not take the machine's.
  private static let limited = "ulimit -v 4000000; exec \"$0\" \"$@\""

  private static func poor(_ lines: [String]) throws -> Trapped {
    let trapped = try Trapped(lines)
    trapped.program = URL(fileURLWithPath: "/bin/sh")
    return trapped
  }
}

extension Trapped {
  /// The program's file.
  static var program: String { Bundle.main.bundleURL.appending(path: "trap-app").path }
}
