import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay

/// A small app whose stores draw, whose actions have causes, and whose recording has a note and a
/// gap.
struct Raffle: ReplayableApp {
  static let appName = "raffle"

  struct Sell: Action {
    static let actionName = "Sell"
    var to: String
  }

  struct Draw: Action {
    static let actionName = "Draw"
  }

  struct Announce: Action {
    static let actionName = "Announce"
    var winner: String
  }

  struct Tickets: Codable, Sendable {
    var holders: [String] = []
    var winner: Int?
    var drawnAt: Date?
  }

  let dispatcher: Dispatcher
  let tickets = Store("tickets", Tickets())
  let board = Store("board", [String: String]())

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    tickets.on(Sell.self) { tickets, action, _ in tickets.holders.append(action.to) }
    tickets.on(Draw.self) { tickets, _, context in
      tickets.winner = context.random(in: 0..<tickets.holders.count)
      tickets.drawnAt = context.now
    }
    board.on(Announce.self) { board, action, _ in board["winner"] = action.winner }
    try dispatcher.register(tickets, board)
  }

  /// Records a raffle at `path`: steps 4 and 5 are missing, and 7 is caused by 6.
  static func record(to path: String, closes: Bool = true) throws {
    let raffle = try Raffle(inputs: .seeded())
    let clock = ManualClock()
    clock.set(wall: 1_700_000_000_000_000_000)
    let session = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    let recorder = try raffle.dispatcher.record(
      to: path, app: appName, build: "1.0 (7)", session: session, clock: clock, options: .exact)
    func sell(_ name: String) {
      clock.advance(by: 1_500_000_000)
      raffle.dispatcher.dispatch(Sell(to: name))
    }
    sell("Ada")
    sell("Grace")
    recorder.mark("the till\nwas stuck")
    sell("Barbara")
    recorder.pause()
    sell("Frances")
    sell("Jean")
    recorder.resume()
    clock.advance(by: 250_000_000)
    raffle.dispatcher.dispatch(Draw())
    let winner = raffle.tickets.state.holders[raffle.tickets.state.winner ?? 0]
    raffle.dispatcher.dispatch(Announce(winner: winner), cause: raffle.dispatcher.lastTurn)
    if !closes { try keep(path) }
    try recorder.close()
    if !closes { try putBack(path) }
  }

  /// Keeps a log and its tail as a crash would leave them.
  private static func keep(_ path: String) throws {
    for file in [path, path + ".tail"] {
      try FileManager.default.copyItem(atPath: file, toPath: file + ".left")
    }
  }

  /// Puts in the place of a log what was kept.
  private static func putBack(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
    for file in [path, path + ".tail"] {
      try FileManager.default.moveItem(atPath: file + ".left", toPath: file)
    }
  }
}
