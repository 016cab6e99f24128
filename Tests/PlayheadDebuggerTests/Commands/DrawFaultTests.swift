import Foundation
import PlayheadDebugger
import PlayheadFlux
import TestSupport
import Testing

@Suite struct DrawFaultTests {
  @Test(arguments: ["state r.playhead end", "diff r.playhead 3..end", "show r.playhead 6"])
  func
    `if the app asks for another kind of input than was recorded, commands warn once and exit with 1`(
      call: String
    ) throws
  {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    desk.apps = [OtherRaffle.self]
    for form in ["", " --json"] {
      let outcome = desk.playhead(call + form)
      #expect(
        outcome.error
          == "warning: from step 6 on the states may not be the recorded states of 'r.playhead': "
          + "draw 1 asked for a date, and the log has a random; replay it with the build "
          + "that recorded it\n")
      #expect(outcome.code == .badAnswer)
      #expect(!outcome.output.isEmpty)
    }
  }
}

/// The raffle as its next version has it: it no longer draws by lot, but takes the first.
private struct OtherRaffle: ReplayableApp {
  static let appName = Raffle.appName

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let tickets = Store("tickets", Raffle.Tickets())
      .on(Raffle.Sell.self) { tickets, action, _ in tickets.holders.append(action.to) }
      .on(Raffle.Draw.self) { tickets, _, context in
        tickets.winner = 0
        tickets.drawnAt = context.now
      }
    let board = Store("board", [String: String]())
      .on(Raffle.Announce.self) { board, action, _ in board["winner"] = action.winner }
    try dispatcher.register(tickets, board)
  }
}
