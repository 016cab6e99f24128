import FluxTesting
import Testing

/// Files made of a log at whose third action a store traps, and after which the app was started again.
@Suite(.timeLimit(.minutes(15))) struct `A file made of a log that traps` {
  @Test(arguments: [["export", "t.playhead", "--as", "ndjson"], ["page", "t.playhead"]])
  func `'export' and 'page' continue after a crash and a restart and report the crash`(
    words: [String]
  ) async throws {
    let ending = try await onOwnThread { try restarted().perform(words) }
    #expect(ending.error == "warning: \(Trapped.sentence)\n")
    #expect(ending.output.contains("'t.playhead' in 't."))
    #expect(ending.code == 1)
  }

  private func restarted() throws -> Trapped {
    let trapped = try Trapped(["add 1", "add 2", "index 7", "add 3"])
    try trapped.record(["add 5", "add 6"], more: true)
    return trapped
  }
}
