import Feed
import Foundation
import PlayheadFlux
import Testing

@Suite struct `The feed's log` {
  @Test func `the feed's console log goes to standard error, not to standard output`() throws {
    let feed = try Feed(inputs: .seeded())
    var errors = ""
    let output = try captured(STDOUT_FILENO) {
      errors = try captured(STDERR_FILENO) {
        for line in ["log on", "like 99"] { try feed.perform(line) }
      }
    }
    // Before the first page there is no post.
    #expect(errors.contains("held back: SetLike(post: 99, liked: true)\n"))
    #expect(!output.contains("SetLike(post: 99"))
  }

  /// What `body` writes to a descriptor. It is written there, too, afterwards: some of it may be other
  /// tests'.
  private func captured(_ descriptor: Int32, _ body: () throws -> Void) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let original = dup(descriptor)
    let substitute = open(file.path, O_WRONLY | O_APPEND)
    fflush(nil)
    dup2(substitute, descriptor)
    let result = Result { try body() }
    fflush(nil)
    dup2(original, descriptor)
    for used in [original, substitute] { close(used) }
    try result.get()
    let bytes = try Data(contentsOf: file)
    try FileHandle(fileDescriptor: descriptor).write(contentsOf: bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
