import PlayheadFlux

/// The network's part: it sends what the database keeps, the oldest first, one change at a time.
///
/// It begins when there is something new to send or a reason to try again, and goes on until the queue
/// is empty or the server does not answer.
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
      // What is under way is asked again; the server knows a change that it has had.
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

/// The way to the server, which is made when it is needed.
private actor Connection {
  /// A message that was lost by chance mostly gets through at the second try; after three in a row
  /// it is better to wait for a reason to try again than to drain the battery.
  private static let tries = 3

  private let makeServer: @Sendable () -> any Server
  private lazy var server = makeServer()

  init(_ makeServer: @escaping @Sendable () -> any Server) { self.makeServer = makeServer }

  /// The server's answer, or nil if it gives none.
  func send(_ change: Change) async -> ServerAnswer? {
    for _ in 1...Connection.tries {
      if Task.isCancelled { return nil }
      if let answer = try? await server.send(change) { return answer }
    }
    return nil
  }
}
