import PlayheadFlux

/// The network middleware: sends saved changes, the oldest first, one at a time.
///
/// Starts at a new change or a reason to try again. Ends when the queue is empty or the server is silent.
final class Sync: Middleware {
  private let outbox: Store<Outbox>
  private let network: Store<Network>
  private let effects: Effects
  private let connection: Connection

  init(
    _ stores: AnnotationStores, _ effects: Effects, makeServer: @escaping @Sendable () -> any Server
  ) {
    outbox = stores.outbox
    network = stores.network
    self.effects = effects
    connection = Connection(makeServer)
  }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    guard let turn = next(action) else { return }
    switch action {
    case is ChangeSaved, is ProjectOpened, is RetrySync, is NetworkChanged:
      // The running request is repeated. The server recognizes a change that it already has.
      effects.cancel("sync")
      if network.state.isOnline, !outbox.state.queue.isEmpty { send(from: dispatcher, cause: turn) }
    default:
      break
    }
  }

  private func send(from dispatcher: Dispatcher, cause: Turn) {
    effects.start("sync", from: dispatcher, cause: cause) { [outbox, connection] dispatch in
      while let change = outbox.state.queue.first, !Task.isCancelled {
        switch await connection.send(change) {
        case .accepted?: dispatch(ChangeAccepted(change: change.id))
        case .rejected(let sentence)?:
          dispatch(ChangeRejected(change: change.id, sentence: sentence))
        case nil:
          return dispatch(SyncPaused(sentence: "the server does not answer"))
        }
      }
    }
  }
}

/// The connection to the server, made when it is needed.
private actor Connection {
  /// A second try mostly delivers a lost message. After three failures, waiting for a reason saves battery.
  private static let tries = 3

  private let makeServer: @Sendable () -> any Server
  private lazy var server = makeServer()

  init(_ makeServer: @escaping @Sendable () -> any Server) { self.makeServer = makeServer }

  /// The server's answer; nil if there is none.
  func send(_ change: Change) async -> ServerAnswer? {
    for _ in 1...Connection.tries {
      if Task.isCancelled { return nil }
      if let answer = try? await server.send(change) { return answer }
    }
    return nil
  }
}
