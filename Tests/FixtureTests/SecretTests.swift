import Foundation
import ItemList
import PlayheadDebugger
import PlayheadLog
import PlayheadReading
import TestSupport
import Testing

/// What the list of logins declares to be confidential is in no log of it, whoever records it.
///
/// On the main actor, as 'wait' puts a thread to sleep: those that the effects run on are few.
@MainActor @Suite struct SecretTests {
  private static let script = """
    unlock 2580
    wait
    add hush.example hush-user-1 hush-password-1 hush notes
    open 1
    edit username hush-user-2
    edit password hush-password-2
    edit notes hush again
    copy
    back
    lock
    """
  private static let calls = [
    "log s.playhead --json", "log s.playhead", "state s.playhead end --json", "info s.playhead",
    "diff s.playhead 0..end", "diff s.playhead 0..end --json", "show s.playhead 1",
    "show s.playhead 3", "state s.playhead 4 items",
  ]
  /// Those long enough to be in no file by chance.
  private static let secrets =
    ["hush-user", "hush-password", "hush notes", "hush again"]
    + LoginItem.examples.flatMap { [$0.username, $0.password, $0.notes] }
    .filter { $0.utf8.count > 7 }

  @Test func `no long secret of the password list app is in its log or in what the commands print`()
    throws
  {
    let desk = try recorded()
    #expect(Self.secrets.count > 10)
    for secret in Self.secrets {
      #expect(!contains(try content(of: desk.bytes("s.playhead")), secret), "\(secret)")
    }
    for call in Self.calls {
      let outcome = desk.playhead(call)
      #expect(outcome.code == .good && !outcome.output.isEmpty, "\(call): \(outcome.error)")
      #expect(!outcome.output.contains("\"2580\""), "\(call)")
      for secret in Self.secrets { #expect(!outcome.output.contains(secret), "\(call)") }
    }
    #expect(desk.playhead("state s.playhead end --json").output.contains("hush.example") == false)
    #expect(desk.playhead("log s.playhead").output.contains("hush.example"))
  }

  @Test
  func
    `the password list app's redacted log passes 'check', and recording it again gives the same tokens`()
    throws
  {
    let desk = try recorded()
    #expect(desk.playhead("check s.playhead").code == .good)
    let tokens = tokens(in: desk.playhead("state s.playhead 4 items").output)
    #expect(tokens.count > 10)
    #expect(try self.tokens(in: recorded().playhead("state s.playhead 4 items").output) == tokens)
  }

  private func tokens(in text: String) -> [String] {
    text.matches(of: /token_[0-9a-f]{16}/).map { String($0.output) }
  }

  private func recorded() throws -> Desk {
    let desk = try Desk(apps: sampleApps)
    try desk.write(Self.script.utf8, to: "s.txt")
    let outcome = desk.playhead("record item-list --input s.txt --exact -o s.playhead")
    #expect(outcome.code == .good, "\(outcome.error)")
    return desk
  }

  /// The file's bytes, and what its frames unpack to.
  private func content(of file: [UInt8]) throws -> Data {
    var content = Data(file)
    var start = 0
    while start < file.count {
      try file[start...].withUnsafeBytes { frame in
        if try FrameHeader.read(frame).skippable == nil {
          content += try LZ4Frame.read(frame)
        }
        start += try LZ4Frame.length(frame)
      }
    }
    return content
  }

  private func contains(_ content: Data, _ secret: String) -> Bool {
    content.range(of: Data(secret.utf8)) != nil
  }
}
