public import PlayheadFlux
public import PlayheadTerminal
import SampleSupport

/// A feed of posts that people like, with a small shop beside it: Redux, with one store.
///
/// Its state changes in reducers alone. Requests are the middleware's, which report as actions.
public struct Feed: TerminalApp {
  /// What logs call the app.
  public static let appName = "feed"

  /// Where the feed's actions go.
  public let dispatcher: Dispatcher

  /// The one store.
  package let store: Store<FeedState>

  /// What is under way.
  package let effects: Effects

  /// A feed with a server in this process, behind a network that is slow and sometimes fails.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, faults: [])
  }

  /// The same, with mistakes in it.
  package init(inputs: SystemInputs, faults: [FeedFault]) throws {
    let network = Network()
    try self.init(
      inputs: inputs, server: SimulatedServer(behind: network), network: network,
      faults: faults)
  }

  /// A feed with this server.
  ///
  /// - Parameters:
  ///   - inputs: Where the reducers' dates, UUIDs and random numbers come from.
  ///   - server: What answers the requests. None is sent before the first action.
  ///   - network: What ``ConfigureNetwork`` changes.
  ///   - backoff: How often and when a like is tried again.
  ///   - sleep: How the pauses between the tries are waited for.
  ///   - print: Where the log goes when it is on.
  ///   - faults: Mistakes to make, for exercises.
  package init(
    inputs: SystemInputs, server: any FeedServer, network: Network,
    backoff: Backoff = Backoff(),
    sleep: @escaping Network.Sleep = { try await Task.sleep(for: $0) },
    print: @escaping @Sendable (String) -> Void = printToStandardError, faults: [FeedFault] = []
  ) throws {
    let reducer = faults.reduce(FeedState.reducer) { $0.then($1.reducer) }
    let store = Store("feed", FeedState(), reducer: reducer)
    let effects = Effects()
    self.store = store
    self.effects = effects
    dispatcher = Dispatcher(
      inputs: inputs,
      middleware: [
        SwitchableLogger(to: print),
        NetworkSettings(network: network),
        Guard(store: store),
        Retries(store: store),
        LikeRequests(server: server, effects: effects, backoff: backoff, sleep: sleep),
        Purchases(store: store, server: server, effects: effects),
        PageRequests(store: store, server: server, effects: effects),
        SessionEnd(effects: effects),
      ])
    try dispatcher.register(store)
  }

  /// What the feed shows.
  public var view: String { FeedView(FeedViewModel(store.state)).description }

  /// Signs in, which loads the first page.
  public func start() { dispatcher.dispatch(SignIn()) }

  /// Waits for the requests that are under way.
  public func finish() {
    let effects = effects
    blocking { await effects.finish() }
  }
}
