import Foundation
import PlayheadLog

/// A running app as the server's thread sees it.
final class ServedApp {
  /// How long an app stays at an earlier state after the last page that watched it has gone. A page that is loaded again
  /// is back within a second.
  private static let patience = Duration.seconds(10)

  /// What its stores answer about any log.
  let stores: ServedStores
  private let app: any RunningApp
  private let waker: Waker
  /// The app does one thing after the other, and may take its time.
  private let thread = SerialThread(named: "playhead-app")
  /// Whether a page watches, or since when none does that did; nil before the first.
  private var watched: (isWatched: Bool, since: ContinuousClock.Instant)?

  init(_ app: any RunningApp, _ waker: Waker) {
    (self.app, self.waker) = (app, waker)
    stores = ServedStores(app.entry, waker)
  }

  var place: AppPlace { app.place }

  /// Lets the app go on if nobody is left to do that. Returns when to look again.
  func tick(followerCount: Int) -> ContinuousClock.Instant? {
    if followerCount > 0 {
      watched = (true, .now)
    } else if watched?.isWatched == true {
      watched = (false, .now)
    }
    guard let watched, !watched.isWatched, place.position != .live else { return nil }
    let end = watched.since + Self.patience
    if .now < end { return end }
    self.watched = nil
    perform(place.position == .locked ? .unlock : .resume(from: .now)) { _ in }
    return nil
  }

  /// The reply to a command.
  func reply(to name: AppCommand.Name, _ body: [UInt8]) -> Reply {
    let command: AppCommand
    do {
      command = try AppCommand(name, ofJSON: body)
    } catch {
      return Reply(400, AnswerError(inQuestion: error))
    }
    let outbox = Outbox(waker)
    perform(command) { result in
      let reply =
        switch result {
        case .success(let place): Self.reply(place)
        case .failure(let error): Reply(error: error)
        }
      try? outbox.send(reply.bytes)
      outbox.finish()
    }
    return Reply(bytes: [], source: outbox)
  }

  private func perform(
    _ command: AppCommand, _ done: @escaping @Sendable (Result<AppPlace, any Error>) -> Void
  ) {
    Task(executorPreference: thread) { [app] in
      done(Result { try app.perform(command) })
    }
  }

  static func reply(_ place: AppPlace?) -> Reply {
    guard let place, let body = try? json(of: place) else { return Reply(.notFound) }
    return Reply(200, "application/json", body + Array("\n".utf8))
  }

  /// The bytes of an event that says where the app is.
  static func event(_ place: AppPlace) throws -> [UInt8] {
    try Array("event: place\ndata: ".utf8) + json(of: place) + Array("\n\n".utf8)
  }
}

extension Reply {
  /// A reply that says why there is no other.
  init(error: any Error) { self.init(409, AnswerError(error)) }

  init(_ status: Int, _ error: AnswerError) {
    let body = (try? json(of: ["error": error])) ?? []
    self.init(status, "application/json", body + Array("\n".utf8))
  }
}
