import Foundation
import PlayheadLog
import PlayheadPage
import PlayheadReading

/// What a server has of one session: its page, its actions as events, and answers. Used by the server's thread only.
final class SessionRoutes {
  /// The file of the log.
  let path: String
  private let log: WatchedLog
  /// Several, because lists must not stand still while states are replayed, or a long log is searched.
  private let (ofStates, ofSearches, ofLists, ofTrials): (Answerer, Answerer, Answerer, Answerer)
  private let waker: Waker
  private let app: ServedApp?

  init(_ served: ServedSession, _ waker: Waker) {
    (path, self.waker) = (served.path, waker)
    app = served.app.map { ServedApp($0, waker) }
    log = WatchedLog(served.path, of: app)
    func answerer() -> Answerer { Answerer(served.path, served.decoding, served.connect) }
    (ofStates, ofSearches, ofLists, ofTrials) = (answerer(), answerer(), answerer(), answerer())
  }

  private enum Route {
    case page, actions, ask, facts, log
    /// For a running app.
    case position
    case command(AppCommand.Name)
    case stores(StoresRoute)

    var method: RequestHead.Method {
      switch self {
      case .page, .actions, .facts, .log, .position: .get
      case .ask, .command, .stores: .post
      }
    }
  }

  func tick() -> ContinuousClock.Instant? {
    let times = [log.nextActions, app?.tick(followerCount: log.followerCount)]
    return times.compactMap(\.self).min()
  }

  /// Throws if a request to this path below the session's address gets no answer.
  func check(_ head: RequestHead, at path: String) throws(Refusal) {
    let route = try route(at: path)
    guard head.method == route.method else { throw .wrongMethod }
    // Of all that a page of another origin can send without asking first, nothing is of this type.
    guard head.method == .get || head.hasJSON else { throw .notJSON }
    if case .actions = route { _ = try head.lastEvent() }
  }

  private func route(at path: String) throws(Refusal) -> Route {
    switch path {
    case "": return .page
    case "actions": return .actions
    case "ask": return .ask
    case "facts": return .facts
    case "log": return .log
    default: break
    }
    guard app != nil else { throw .notFound }
    if path == "position" { return .position }
    if let name = AppCommand.Name(rawValue: path) { return .command(name) }
    guard let route = StoresRoute(rawValue: path) else { throw .notFound }
    return .stores(route)
  }

  /// The reply to a request that was checked.
  func reply(to head: RequestHead, at path: String, _ body: [UInt8]) throws(Refusal) -> Reply {
    switch try route(at: path) {
    case .page: .page(SessionPage.client(nonce:))
    case .actions: events(after: try head.lastEvent())
    case .ask: answer(to: body)
    case .facts: facts()
    case .log: LogBytes.reply(self.path)
    case .position: ServedApp.reply(app?.position)
    case .command(let name): app?.reply(to: name, body) ?? Reply(.notFound)
    case .stores(let route): app?.stores.reply(to: route, body) ?? Reply(.notFound)
    }
  }

  private func facts() -> Reply {
    do {
      let header = try LogReader(file: path).header
      let facts = SessionFacts(
        app: header.app, log: path, session: header.session, isRunning: app != nil)
      return try Reply(200, "application/json", json(of: facts))
    } catch {
      return Reply(error: error)
    }
  }

  private func events(after last: EventID?) -> Reply {
    var step: Step?
    switch last {
    case .step(let known)?: step = known
    // The client has everything. To a browser this code says not to ask again.
    case .end?: return Reply(bytes: Reply.head(204, nil, .none))
    case nil: break
    }
    let retry = Array("retry: \(Self.retry)\n\n".utf8)
    return Reply(
      bytes: Reply.head(200, "text/event-stream", .chunked) + Reply.chunk(retry),
      source: EventStream(log, after: step))
  }

  /// How long a browser waits after a connection broke, in milliseconds.
  private static let retry = 1_000

  private func answer(to body: [UInt8]) -> Reply {
    let question: Question
    do {
      question = try value(Question.self, ofJSON: body)
    } catch {
      let line = (try? json(of: ["error": AnswerError(inQuestion: error)])) ?? []
      return Reply(400, "application/x-ndjson", line + Array("\n".utf8))
    }
    let answerer =
      switch question.lane {
      case .states: ofStates
      case .searches: ofSearches
      case .lists: ofLists
      case .trials: ofTrials
      }
    let outbox = Outbox(waker)
    let task = Task(executorPreference: answerer.thread) {
      await answerer.answer(question, to: outbox)
    }
    outbox.whenAbandoned { task.cancel() }
    return Reply(bytes: [], source: outbox)
  }
}

extension RequestHead {
  /// Whether the body is JSON, by its type.
  fileprivate var hasJSON: Bool {
    let type = headers["content-type"]?.split(separator: ";").first
    return type?.trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
  }

  /// The last event that the client has: by the header with which a browser goes on, or by the query `after=`.
  fileprivate func lastEvent() throws(Refusal) -> EventID? {
    let after = query.map { $0.hasPrefix("after=") ? String($0.dropFirst(6)) : "" }
    guard let text = headers["last-event-id"] ?? after else { return nil }
    guard let last = EventID(text) else { throw .noEvent }
    return last
  }
}
