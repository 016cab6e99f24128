public import Dispatch
import Foundation
public import PlayheadFlux
public import PlayheadRecorder
public import PlayheadReplay
import PlayheadInspector
import PlayheadLog
import PlayheadServer
import Synchronization

/// The server of a running app: a debugger at an address of this machine, until ``stop()``, or until the recording is closed.
///
/// ```swift
/// #if DEBUG
///   recording.serve(Shop.self)
/// #endif
/// ```
///
/// The page at the address shows each action as it is handled, answers questions about all states, and puts the app itself
/// into any of them.
public final class LiveServer: DebuggerServer, Sendable {
  /// The address of the page, with the secret that a client needs; nil if the app is not served.
  public let address: String?
  /// Why the app is not served; nil if it is. Printed to standard error, too: a debugger never ends an app.
  public let failure: String?
  private let serving: Serving?
  private let isStopped = Atomic(false)

  /// What there is only if the app is served.
  private struct Serving {
    let recording: Recording
    let app: LiveApp
    let server: SessionServer
    let entry: RunningAppFile?
    let foreground: ForegroundWatch
  }

  init(
    _ recording: Recording, _ entry: AppEntry, _ options: LiveOptions,
    _ center: NotificationCenter = .default, _ control: () throws -> any AppControl
  ) {
    do {
      guard isDebugBuild || options.servesReleaseBuilds else { throw LiveError.releaseBuild }
      if recording.keepsOnlyEnd { throw LiveError.flightRecorder }
      let app = LiveApp(recording, entry, try control(), options.onChange)
      let path = recording.url.path(percentEncoded: false)
      let session = ServedSession(path, of: app) { InProcessConnection(besideRunning: entry) }
      let server = try SessionServer([session], port: options.port)
      app.begin()
      (address, failure) = (server.address, nil)
      serving = Serving(
        recording: recording, app: app, server: server,
        entry: try? RunningAppFile(app: entry.name, log: path, at: server.address),
        foreground: ForegroundWatch(in: center) { [weak server] in server?.listenAgain() })
      recording.keep(self)
      if options.printsAddress { say(server.address) }
    } catch {
      (address, failure, serving) = (nil, "\(error)", nil)
      say("the app is not served: \(error)")
    }
  }

  /// Closes all connections. An app that shows an earlier state goes back to its newest.
  public func stop() {
    guard let serving, !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    serving.foreground.stop()
    serving.entry?.remove()
    serving.server.stop()
    serving.app.end()
    serving.recording.release(self)
  }
}

/// How a running app is served.
public struct LiveOptions: Sendable {
  /// The port; by default any that is free.
  public var port: UInt16?
  /// Where the states of an app on PlayheadFlux are set and actions from the page dispatched. By default where the app
  /// handles actions; if that is on the threads that dispatch, the main queue on Apple's systems, and a thread of the server
  /// elsewhere.
  public var queue: DispatchQueue?
  /// Whether the address is printed to standard error.
  public var printsAddress = true
  /// Whether a release build is served, too.
  public var servesReleaseBuilds = false
  /// Called where states are set, when the app begins to show another state than its newest, or goes on: to show that it does not
  /// take actions.
  public var onChange: @Sendable (LivePosition) -> Void = { _ in }

  /// The usual options.
  public init() {}
}

/// Whether a served app takes actions, and which state it shows.
public enum LivePosition: Hashable, Sendable {
  /// It handles actions.
  case live
  /// It shows its newest state and refuses actions.
  case locked
  /// It shows the state after this step and refuses actions.
  case traveling(step: UInt64)
}

extension Recording {
  /// Serves the recorded app, which is on PlayheadFlux, at an address of this machine, and prints the address.
  ///
  /// Questions are answered by other instances of the app's stores in this process, off the threads that dispatch. There are
  /// up to six, each with at most 8 MB of kept states. Does nothing in a release build, unless `options` say so.
  ///
  /// - Parameters:
  ///   - app: The app's type.
  ///   - options: Where to listen, and more.
  /// - Returns: The server, which the recording keeps until it is closed.
  @discardableResult public func serve(
    _ app: any ReplayableApp.Type, _ options: LiveOptions = LiveOptions()
  ) -> LiveServer {
    LiveServer(self, .app(app), options) {
      guard let dispatcher else { throw LiveError.ownStores }
      return DispatcherControl(dispatcher, options.queue)
    }
  }

  /// Serves the recorded app, which has stores of its own.
  ///
  /// ```swift
  /// recording.serve(todo) { states in
  ///   store.state = states["todo"] ?? store.state
  /// }
  /// ```
  ///
  /// While the app shows an earlier state, `record` does not call its handler: `acceptsActions` is false.
  ///
  /// - Parameters:
  ///   - app: How a replay makes and changes the app's states, as for the command line.
  ///   - options: Where to listen, and more.
  ///   - dispatch: Gives the app an action from the page, as its users would; its second parameter is the name of the
  ///     store that is to handle it alone, if one is. Without it, the page cannot dispatch.
  ///   - restore: Sets the app's states, all at once.
  /// - Returns: The server, which the recording keeps until it is closed.
  @discardableResult public func serve(
    _ app: AppEntry, _ options: LiveOptions = LiveOptions(),
    dispatch: (@MainActor (Any, String?) -> Void)? = nil,
    restore: @escaping @MainActor (AppStates) -> Void
  ) -> LiveServer {
    var send: (@Sendable (Any, String?) -> Void)?
    if let dispatch {
      send = { action, store in
        // Safe, because the server waits meanwhile.
        nonisolated(unsafe) let action = action
        MainActor.assumeIsolated { dispatch(action, store) }
      }
    }
    return serve(app, on: .main, options, dispatch: send) { states in
      MainActor.assumeIsolated { restore(states) }
    }
  }

  /// The same for an app whose states belong to a queue.
  @discardableResult public func serve(
    _ app: AppEntry, on queue: DispatchQueue, _ options: LiveOptions = LiveOptions(),
    dispatch: (@Sendable (Any, String?) -> Void)? = nil,
    restore: @escaping @Sendable (AppStates) -> Void
  ) -> LiveServer {
    LiveServer(self, app, options) {
      guard dispatcher == nil else { throw LiveError.dispatchers }
      return OwnStoreControl(recording: self, queue: queue, restore: restore, dispatch: dispatch)
    }
  }
}

/// The states of an app's own stores, by the names that the recording has for them.
public struct AppStates: Sendable {
  let all: [String: any Sendable]

  /// The names of the stores that have a state.
  public var stores: [String] { all.keys.sorted() }

  /// The state of a store; nil if it has none, or one of another type.
  public subscript<State>(store: String, as type: State.Type = State.self) -> State? {
    all[store].flatMap { unboxed($0) as? State }
  }
}

/// Whether this module is compiled for debugging.
private let isDebugBuild: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()

private func say(_ text: String) {
  FileHandle.standardError.write(Data("playhead: \(text)\n".utf8))
}
