import Dispatch
import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay
import Synchronization

/// The running app's stores.
protocol AppControl: Sendable {
  /// Runs `body` where the app's states may be set. Throws ``LiveError/noAnswer`` if that takes too long; then `body` does
  /// not run.
  func run(_ body: @escaping () throws -> Void) throws
  /// The app's states now; nil if one is unknown.
  func snapshot() -> AppSnapshot?
  /// Gives the app the states of a snapshot, but to some stores others, all at once. Ignores stores that are not there.
  func restore(_ snapshot: AppSnapshot, _ others: [String: any Codable & Sendable]) throws
  /// Whether actions can be dispatched.
  var canDispatch: Bool { get }
  /// Dispatches an action: as the app's user would, or to the stores alone.
  func dispatch(_ action: any Action, to store: String?, asUser: Bool) throws
}

/// The states that an app had, by the names of the stores.
struct AppSnapshot: Sendable {
  var states: [String: any Encodable & Sendable] = [:]
  /// The same for an app on PlayheadFlux; empty for others.
  var fluxStates: [String: any Codable & Sendable] = [:]

  /// The states with those of stores that have come since.
  func adding(_ later: AppSnapshot) -> AppSnapshot {
    AppSnapshot(
      states: states.merging(later.states) { first, _ in first },
      fluxStates: fluxStates.merging(later.fluxStates) { first, _ in first })
  }
}

/// An app on PlayheadFlux.
struct DispatcherControl: AppControl {
  private let dispatcher: Dispatcher
  private let thread: AppThread

  init(_ dispatcher: Dispatcher, _ queue: DispatchQueue?) {
    self.dispatcher = dispatcher
    thread = AppThread(queue: queue ?? dispatcher.handlingQueue ?? AppThread.usualQueue)
  }

  func run(_ body: @escaping () throws -> Void) throws { try thread.run(body) }

  func snapshot() -> AppSnapshot? {
    let states = Dictionary(
      uniqueKeysWithValues: dispatcher.stores.map { ($0.name, $0.anyState) })
    return AppSnapshot(states: states, fluxStates: states)
  }

  func restore(_ snapshot: AppSnapshot, _ others: [String: any Codable & Sendable]) throws {
    let states = snapshot.fluxStates.merging(others) { $1 }
    let stores = dispatcher.stores.filter { states[$0.name] != nil }
    try dispatcher.setStates(stores.compactMap { states[$0.name] }, of: stores)
  }

  let canDispatch = true

  func dispatch(_ action: any Action, to store: String?, asUser: Bool) {
    if asUser { dispatcher.dispatch(action) } else { dispatcher.dispatchToStores(action) }
  }
}

/// An app with stores of its own.
struct OwnStoreControl: AppControl {
  private let recording: Recording
  private let thread: AppThread
  private let set: @Sendable (AppStates) -> Void
  private let send: (@Sendable (Any, String?) -> Void)?

  init(
    recording: Recording, queue: DispatchQueue, restore: @escaping @Sendable (AppStates) -> Void,
    dispatch: (@Sendable (Any, String?) -> Void)?
  ) {
    (self.recording, thread) = (recording, AppThread(queue: queue))
    (set, send) = (restore, dispatch)
  }

  func run(_ body: @escaping () throws -> Void) throws { try thread.run(body) }

  func snapshot() -> AppSnapshot? { recording.ownStates.map { AppSnapshot(states: $0) } }

  func restore(_ snapshot: AppSnapshot, _ others: [String: any Codable & Sendable]) {
    let states = snapshot.states.merging(others) { $1 }
    if !states.isEmpty { set(AppStates(all: states)) }
  }

  var canDispatch: Bool { send != nil }

  func dispatch(_ action: any Action, to store: String?, asUser: Bool) throws {
    guard let send else { throw LiveError.noDispatch }
    send(unboxed(action), store)
  }
}

/// The thread on which a running app may be changed.
///
/// What differs between systems in this module is here.
struct AppThread: Sendable {
  /// How long the app may take to let a client act: longer than any frame, shorter than a person's patience.
  static let limit = Duration.seconds(5)

  /// nil for the calling thread.
  private let queue: DispatchQueue?
  /// By which work on the queue knows that it is there.
  private let key = DispatchSpecificKey<Bool>()

  init(queue: DispatchQueue?) {
    self.queue = queue
    queue?.setSpecific(key: key, value: true)
  }

  /// Where an app is changed that handles actions on whatever thread dispatches. On Apple's systems that is the main thread,
  /// because views may observe the stores. Elsewhere nothing may empty the main queue.
  static var usualQueue: DispatchQueue? {
    #if canImport(Darwin)
      .main
    #else
      nil
    #endif
  }

  /// Runs `body` there and waits for it.
  func run(_ body: @escaping () throws -> Void) throws {
    guard let queue, DispatchQueue.getSpecific(key: key) == nil else { return try body() }
    let job = Job(body)
    queue.async { job.run() }
    try job.wait(Self.limit)
  }

  /// Work that runs at most once, and never after its caller has given up.
  private final class Job: @unchecked Sendable {
    private let body: () throws -> Void
    private let isBegun = Atomic(false)
    private let isDone = DispatchSemaphore(value: 0)
    private var result: Result<Void, any Error> = .success(())

    init(_ body: @escaping () throws -> Void) { self.body = body }

    func run() {
      guard !isBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
      result = Result { try body() }
      isDone.signal()
    }

    func wait(_ limit: Duration) throws {
      let time = DispatchTime.now() + Double(limit.components.seconds)
      if isDone.wait(timeout: time) == .timedOut {
        guard isBegun.exchange(true, ordering: .acquiringAndReleasing) else {
          throw LiveError.noAnswer
        }
        // It has begun, and uses what the caller has.
        isDone.wait()
      }
      try result.get()
    }
  }
}

/// Calls a function when an app comes back to the foreground. Unchecked, because the center's token is only handed back.
final class ForegroundWatch: @unchecked Sendable {
  /// The name of UIKit's notification, which this module does without.
  static let notification = Notification.Name("UIApplicationWillEnterForegroundNotification")

  private let center: NotificationCenter
  private let token: any NSObjectProtocol

  init(in center: NotificationCenter, _ body: @escaping @Sendable () -> Void) {
    self.center = center
    token = center.addObserver(forName: Self.notification, object: nil, queue: nil) { _ in body() }
  }

  func stop() { center.removeObserver(token) }
}
