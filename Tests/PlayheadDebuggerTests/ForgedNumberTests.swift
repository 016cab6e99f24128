import FluxTesting
import Foundation
import PlayheadDebugger
import TestSupport
import Testing

/// Logs with numbers that no recorder writes. A number that overflows would end these tests.
@Suite(.timeLimit(.minutes(15))) struct ForgedNumberTests {
  private static let calls = [
    "info f.playhead --timings", "log f.playhead", "log f.playhead --json",
    "log f.playhead +1s.. -p", "log f.playhead --where \"step > 1\"", "show f.playhead 2",
    "state f.playhead", "state f.playhead 4611686018427387903", "diff f.playhead 0..end",
    "history f.playhead sum", "blame f.playhead",
    "bisect f.playhead --where \"step >= 2\"", "compat f.playhead", "verify f.playhead",
    "check f.playhead", "shrink f.playhead --where \"step >= 2\" -o shrunk.playhead",
    "log f.playhead --contains 2", "log f.playhead -- sum",
    "recover f.playhead -o recovered.playhead", "pack f.playhead -o packed.playhead",
    "cut f.playhead 1..2 -o cut.playhead", "page f.playhead -o f.html",
    "export f.playhead --as ndjson -o f.ndjson", "export f.playhead --as perfetto -o f.json",
    "export f.playhead --as sqlite -o f.sqlite",
    "fixture add f.playhead --name kept --in kept.folder",
  ]

  private static let lines = """
    goto end
    step
    goto 4611686018427387903
    step
    back
    goto 18446744073709551615
    undo
    redo
    goto 50%
    goto +1s
    step 9223372036854775807
    back 9223372036854775807
    watch sum
    break Count
    continue
    continue
    reverse-continue
    reverse-continue
    last sum
    history sum
    blame
    when
    log
    diff 0..end
    goto 0
    insert Count {"number":5}
    save inserted.playhead
    goto end
    step
    goto 4611686018427387903
    back
    compare
    revert
    goto 2
    edit number 7
    move 0
    goto end
    log
    save moved.playhead
    leave
    goto 1
    skip --effects
    goto end
    save skipped.playhead
    """

  @Test(arguments: ForgedNumber.allCases)
  func `a log with impossible numbers crashes no command, and logs made from it pass 'verify'`(
    forged: ForgedNumber
  ) async throws {
    try await onOwnThread {
      for number in forged.numbers {
        let desk = try Desk(apps: [Counted.self])
        try desk.write(forged.log(number), to: "f.playhead")
        for call in Self.calls {
          let outcome = desk.playhead(call)
          #expect(outcome.code.rawValue <= 2, "\(number): \(call)")
        }
        let lines = Self.lines.split(separator: "\n").map { line in
          line.hasPrefix("save") ? "save \(desk.path(String(line.dropFirst(5))))" : String(line)
        }
        _ = desk.playhead(
          "debug f.playhead", on: MemoryTerminal(input: lines.joined(separator: "\n") + "\n"))
        for name in ["recovered", "packed", "cut", "shrunk", "inserted", "moved", "skipped"] {
          let path = desk.path("\(name).playhead")
          guard FileManager.default.fileExists(atPath: path) else { continue }
          let outcome = desk.playhead("verify \(name).playhead")
          #expect(outcome.code == .good, "\(number): \(name): \(outcome.output)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("pack f.playhead -o out.playhead", .digestStep, 1 << 62),
      ("cut f.playhead 1..2 -o out.playhead", .gapStart, 1),
    ] as [(String, ForgedNumber, UInt64)])
  func `'pack' and 'cut' refuse a log that contradicts itself and suggest 'recover'`(
    call: String, forged: ForgedNumber, number: UInt64
  ) throws {
    let desk = try Desk(apps: [Counted.self])
    try desk.write(forged.log(number), to: "f.playhead")
    let outcome = desk.playhead(call)
    #expect(outcome.code == .badAnswer)
    #expect(outcome.error.contains("'playhead recover f.playhead -o OUT'"), "\(outcome)")
    #expect(desk.playhead("recover f.playhead -o saved.playhead").code != .unusable)
    #expect(desk.playhead("verify saved.playhead").code == .good)
  }
}
