import Feed
import PlayheadFlux
import PlayheadTerminal
import Testing

@Suite(.timeLimit(.minutes(15))) struct `A command line of the feed` {
  @Test(arguments: [
    ("server", "a setting (ok, slow, fail, flaky) is missing; say 'server SETTING [N]'"),
    ("server down", "'down' is not a setting; there is ok, slow, fail, flaky"),
    ("server ok 3", "'server ok' does not take '3'; 'help' lists what it takes"),
    ("server slow -1", "-1 is not a number of milliseconds from 0 to 60000"),
    ("server fail 1001", "1001 is not a number of requests from 0 to 1000"),
    ("server flaky 101", "101 is not a percentage from 0 to 100"),
    ("log loud", "'loud' is not a switch; there is on, off"),
  ])
  func `the feed answers a wrong command line with an error sentence and dispatches no action`(
    line: String, sentence: String
  ) async throws {
    let session = try await FeedSession.loaded()
    let error = #expect(throws: CommandError.self) { try session.perform(line) }
    #expect(error?.sentence == sentence)
    #expect(session.actions == [])
  }
}
