import Foundation
import PlayheadLog
import Synchronization

/// A running app as the server's thread sees it.
/// Unchecked, because only the server's thread uses what changes.
final class ServedApp: @unchecked Sendable {
  /// How long an app is held without a page that watches it. A page that is loaded again is back within a second.
  private static let longestHold = Duration.seconds(10)

  /// What its stores answer about any log.
  let stores: ServedStores
  private let app: any DebuggedApp
  private let waker: Waker
  /// Commands run one at a time, off the server's thread.
  private let thread = SerialThread(named: "playhead-app")
  /// When the hold began, or when a page last watched it; nil if the app is not held.
  private var heldSince: ContinuousClock.Instant?
  private let isReleasing = Atomic(false)

  init(_ app: any DebuggedApp, _ waker: Waker) {
    (self.app, self.waker) = (app, waker)
    stores = ServedStores(app.entry, waker)
  }

  var position: AppPosition { app.position }

  /// Lets the app go on if no page is left to do that. Returns when to look again.
  func tick(followerCount: Int) -> ContinuousClock.Instant? {
    let position = position.position
    guard position != .live else {
      heldSince = nil
      return nil
    }
    if followerCount > 0 || heldSince == nil { heldSince = .now }
    guard followerCount == 0, let heldSince else { return nil }
    let end = heldSince + Self.longestHold
    if .now < end { return end }
    if !isReleasing.exchange(true, ordering: .acquiringAndReleasing) {
      perform(position == .locked ? .unlock : .resume(from: .now)) { [self] _ in
        isReleasing.store(false, ordering: .releasing)
      }
    }
    // The app may be stopped in a debugger, and is asked again.
    return .now + .seconds(1)
  }

  /// The reply to a command.
  func reply(to name: AppCommand.Name, _ body: [UInt8]) -> Reply {
    let command: AppCommand
    do {
      command = try AppCommand(name, ofJSON: body)
    } catch {
      return Reply(400, AnswerError(inCommand: error))
    }
    let outbox = Outbox(waker)
    let task = perform(command) { result in
      let reply =
        switch result {
        case .success(let position): Self.reply(position)
        case .failure(let error): Reply(error: error)
        }
      try? outbox.send(reply.bytes)
      outbox.finish()
    }
    outbox.whenAbandoned { task.cancel() }
    return Reply(bytes: [], source: outbox)
  }

  @discardableResult
  private func perform(
    _ command: AppCommand, _ done: @escaping @Sendable (Result<AppPosition, any Error>) -> Void
  ) -> Task<Void, Never> {
    Task(executorPreference: thread) { [app] in
      done(Result { try app.perform(command) })
    }
  }

  static func reply(_ position: AppPosition?) -> Reply {
    guard let position, let body = try? json(of: position) else { return Reply(.notFound) }
    return Reply(200, "application/json", body + Array("\n".utf8))
  }

  /// The bytes of an event that says where the app is.
  static func event(_ position: AppPosition) throws -> [UInt8] {
    try Array("event: position\ndata: ".utf8) + json(of: position) + Array("\n\n".utf8)
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
