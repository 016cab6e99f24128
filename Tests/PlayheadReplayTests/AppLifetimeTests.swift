import PlayheadFlux
import PlayheadReplay
import Synchronization
import Testing

@Suite struct AppLifetimeTests {
  @Test func `an app and the objects that it owns live as long as its player`() throws {
    weak var holding: Holding?
    do {
      let player = try DispatcherPlayer(Holder.self)
      holding = Holder.last.withLock { $0.holding }
      withExtendedLifetime(player) { #expect(holding != nil) }
    }
    #expect(holding == nil)
  }
}

/// What an app holds and its dispatcher does not, such as a host of plug-ins or a presenter.
private final class Holding: Sendable {}

private struct Holder: ReplayableApp {
  struct Weak: Sendable {
    weak var holding: Holding?
  }

  static let appName = "holder"
  static let last = Mutex(Weak())

  let dispatcher: Dispatcher
  let holding = Holding()

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    Holder.last.withLock { [holding] in $0.holding = holding }
  }
}
