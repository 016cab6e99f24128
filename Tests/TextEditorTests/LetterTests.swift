import Foundation
import Testing
import TextEditor

/// The session that `tools/demo` records: `fixtures/text-editor/letter.txt`.
@Suite struct LetterTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../fixtures/text-editor").standardized

  private func file(_ name: String) throws -> String {
    try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  @Test
  func `the text editor makes the expected letter from the commands of the script 'letter.txt'`()
    throws
  {
    let session = try EditorSession()
    for line in try file("letter.txt").split(separator: "\n", omittingEmptySubsequences: false) {
      try session.perform(String(line))
    }
    #expect(session.text == (try file("letter.expected.txt")))
  }
}
