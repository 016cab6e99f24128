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
  /// Sets the states of these stores, all at once. Ignores stores that are not there.
  func restore(_ states: [String: any Codable & Sendable]) throws
  /// Dispatches an action: as the app's user would, or to the stores alone.
  func dispatch(_ action: any Action, to store: String?, asUser: Bool) throws
}

/// The states that an app had.
struct AppSnapshot: Sendable {
  /// By the names of the stores.
  var states: [String: any Encodable & Sendable] = [:]
  /// Gives them back to the app, but to some stores other states, all at once.
  var restore: @Sendable (_ others: [String: any Codable & Sendable]) throws -> Void = { _ in }
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
    let states = dispatcher.stores.map { ($0.name, $0.anyState) }
    let all = Dictionary(uniqueKeysWithValues: states)
    return AppSnapshot(states: all) { try restore(all.merging($0) { $1 }) }
  }

  func restore(_ states: [String: any Codable & Sendable]) throws {
    let stores = dispatcher.stores.filter { states[$0.name] != nil }
    try dispatcher.restore(stores.compactMap { states[$0.name] }, of: stores)
  }

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

  func snapshot() -> AppSnapshot? {
    recording.ownStates.map { states in
      AppSnapshot(states: states) { [set] others in
        set(AppStates(all: states.merging(others) { $1 }))
      }
    }
  }

  func restore(_ states: [String: any Codable & Sendable]) {
    if !states.isEmpty { set(AppStates(all: states)) }
  }

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
  let queue: DispatchQueue?

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
    guard let queue else { return try body() }
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

  private let token: any NSObjectProtocol

  init(_ body: @escaping @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: Self.notification, object: nil, queue: nil
    ) { _ in body() }
  }

  func stop() { NotificationCenter.default.removeObserver(token) }
}
