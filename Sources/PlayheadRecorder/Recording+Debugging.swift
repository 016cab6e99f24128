package import PlayheadCoding
package import PlayheadFlux
package import PlayheadLog
import Synchronization

/// A debugger's hold on the recorded app: it shows an earlier state, and no action is handled.
extension Recording {
  /// Whether actions are handled. False while a debugger shows an earlier state of the app: `record` then does not call
  /// its handler, and a dispatcher ignores what is dispatched. An adapter of a library that handles actions itself asks
  /// before it lets the library do so. Costs a nanosecond.
  public var acceptsActions: Bool { !hold.isHeld }

  /// The recorded dispatcher; nil for an app's own stores.
  package var dispatcher: Dispatcher? {
    if case .dispatcher(let dispatcher, _) = source { dispatcher } else { nil }
  }

  /// Whether only the end of the recording is kept, in several files.
  package var keepsOnlyEnd: Bool { writer.segmentTimer != nil }

  /// What is redacted, with what types declare; nil if nothing is.
  package var redaction: Redaction? { writer.redaction }

  /// The states of an app's own stores after the last action, by name; nil if one is unknown.
  package var ownStates: [String: any Encodable & Sendable]? {
    guard case .ownStore(let store) = source else { return nil }
    return writer.locked {
      store.follow(writer.header.stores, registered: writer.numbers)
      var states: [String: any Encodable & Sendable] = [:]
      for number in store.registered {
        guard let state = store.settled == nil ? nil : store.state(of: number) else { return nil }
        states[store.parts[number].name] = state
      }
      return states
    }
  }

  /// Keeps a server of the app until it is released, or stops it when the recording is closed.
  package func keep(_ server: any DebuggerServer) {
    hold.servers.withLock { $0.append(server) }
  }

  package func release(_ server: any DebuggerServer) {
    hold.servers.withLock { $0.removeAll { $0 === server } }
  }

  func stopServers() {
    for server in hold.servers.withLock({ $0 }) { server.stop() }
  }

  /// Refuses actions from now on, or handles them again.
  package func setHeld(_ isHeld: Bool) {
    hold.isHeld = isHeld
    if case .dispatcher(let dispatcher, _) = source { dispatcher.setIntake(isClosed: isHeld) }
  }

  /// The number of actions that were refused.
  package var refusedCount: UInt64 {
    if case .dispatcher(let dispatcher, _) = source { return dispatcher.refusedCount }
    return hold.refusedCount
  }

  /// Runs `body` while no action is being handled. Throws ``HandlingTakesLong`` if this thread is handling one, or another
  /// thread does not end.
  package func betweenTurns<Result>(_ body: () throws -> Result) throws -> Result {
    switch source {
    case .dispatcher(let dispatcher, _):
      let result = try dispatcher.betweenActions(waiting: HandlingTurns.longestWait, body)
      guard let result else { throw HandlingTakesLong() }
      return result
    case .ownStore(let store):
      let turns = store.turns
      let hasTurn = writer.locked {
        turns.depth == 0 || turns.owner != Lock.currentThread
          ? turns.begin(for: Lock.currentThread) : false
      }
      guard hasTurn else { throw HandlingTakesLong() }
      defer { writer.locked { turns.end() } }
      return try body()
    }
  }

  /// Whether the app's newest states are those of the log's last step.
  package var hasStatesOfLastStep: Bool {
    switch source {
    case .dispatcher(let dispatcher, _): dispatcher.exclusively { writer.hasStatesOfLastStep }
    case .ownStore: writer.locked { writer.hasStatesOfLastStep }
    }
  }

  /// How often stores came or went.
  package var storeChangeCount: Int {
    if case .dispatcher(let dispatcher, _) = source { return dispatcher.storeChangeCount }
    return writer.locked { writer.storeChangeCount }
  }

  /// Whether no other recording of the same dispatcher would miss a change of the states.
  package var isOnlyOne: Bool {
    guard case .dispatcher(let dispatcher, _) = source else { return true }
    return dispatcher.withState { $0.taps.count { $0 is DispatcherTap } } <= 1
  }

  /// Writes that the app goes on from the states of `origin`, which it has already. `states` are those of all stores of
  /// the log, by name. Within ``betweenTurns(_:)``.
  package func jump(to origin: Step, _ states: [String: any Encodable & Sendable]) {
    let isWritten = writer.locked { writer.jump(to: origin) }
    keep(states)
    if case .dispatcher(let dispatcher, let tap) = source, let turn = tap.turn(of: origin) {
      dispatcher.goOn(from: turn)
    }
    if !isWritten { skipStep("the app went on from the state of step \(origin)") }
  }

  /// Writes that a debugger has given the app states that are in no step of the log. Within ``betweenTurns(_:)``.
  package func setStates(
    _ states: [String: any Encodable & Sendable], because detail: String
  ) {
    keep(states)
    skipStep(detail)
  }

  private func skipStep(_ detail: String) {
    if case .dispatcher(let dispatcher, _) = source { dispatcher.skipTurn() }
    writer.locked { writer.setStates(detail) }
  }

  /// Keeps the states for what the recorder writes of stores whose states it does not get from a dispatcher.
  private func keep(_ states: [String: any Encodable & Sendable]) {
    switch source {
    case .dispatcher(_, let tap): tap.setStatesOfGoneStores(states)
    case .ownStore(let store):
      // Released without the lock: they may be the last references to objects of the app.
      let old = writer.locked {
        store.follow(writer.header.stores, registered: writer.numbers)
        return store.restore(states)
      }
      withExtendedLifetime(old) {}
    }
  }
}

/// Lets clients look at an app while it is recorded.
package protocol DebuggerServer: AnyObject, Sendable {
  func stop()
}

/// Whether a debugger holds an app with its own stores, and the servers by which one can.
final class DebuggerHold: Sendable {
  let servers = Mutex<[any DebuggerServer]>([])
  private let held = Atomic(false)
  private let refused = Atomic<UInt64>(0)

  var isHeld: Bool {
    get { held.load(ordering: .relaxed) }
    set { held.store(newValue, ordering: .relaxed) }
  }

  var refusedCount: UInt64 { refused.load(ordering: .relaxed) }

  /// Whether an action is refused. Counts it then.
  @inline(__always)
  func refuses() -> Bool {
    guard isHeld else { return false }
    refused.add(1, ordering: .relaxed)
    return true
  }
}

/// Another thread handles an action that takes longer than a debugger waits.
package struct HandlingTakesLong: Error, CustomStringConvertible {
  package var description: String {
    "the app is handling an action and has not finished for a fifth of a second; try again"
  }
}
