import FluxTesting
import Testing

/// Files made of a log at whose third action a store traps, with states again behind a gap.
@Suite(.timeLimit(.minutes(15))) struct `A file made of a log that traps` {
  @Test(arguments: [["export", "t.playhead", "--as", "ndjson"], ["page", "t.playhead"]])
  func `'export' and 'page' continue after a store's crash and a gap, and report the crash`(
    words: [String]
  ) async throws {
    let ending = try await onOwnThread { try paused().perform(words) }
    #expect(ending.error == "warning: \(Trapped.sentence)\n")
    #expect(ending.output.contains("'t.playhead' in 't."))
    #expect(ending.code == 1)
  }

  private func paused() throws -> Trapped {
    try Trapped(parts: [["add 1", "add 2", "index 7", "add 3"], ["add 5", "add 6"]])
  }
}
