public import PlayheadFlux
public import PlayheadTerminal
import SampleSupport

/// A feed of posts with likes, and a small shop: Redux, with one store.
///
/// Only reducers change the state. Middleware makes the requests, and dispatches the results as actions.
public struct Feed: TerminalApp {
  /// The app's name in logs.
  public static let appName = "feed"

  /// Takes the feed's actions.
  public let dispatcher: Dispatcher

  /// The only store.
  package let store: Store<FeedState>

  /// The running requests.
  package let effects: Effects

  /// A feed with a server in this process, behind a network that is slow and sometimes fails.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, faults: [])
  }

  /// The same, with mistakes.
  package init(inputs: SystemInputs, faults: [FeedFault]) throws {
    let network = Network()
    try self.init(
      inputs: inputs, server: SimulatedServer(behind: network), network: network,
      faults: faults)
  }

  /// A feed with this server.
  ///
  /// - Parameters:
  ///   - inputs: The source of the reducers' dates, UUIDs and random numbers.
  ///   - server: Answers the requests. None is sent before the first action.
  ///   - network: The network that ``ConfigureNetwork`` changes.
  ///   - backoff: How often and when a like is tried again.
  ///   - sleep: Waits between the tries.
  ///   - print: Takes the lines of the action logger.
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

  /// The feed's text.
  public var view: String { FeedView(FeedViewModel(store.state)).description }

  /// Signs in, which loads the first page.
  public func start() { dispatcher.dispatch(SignIn()) }

  /// Waits for the running requests.
  public func finish() {
    let effects = effects
    blocking { await effects.finish() }
  }
}
