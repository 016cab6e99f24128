public import Dispatch
import Foundation
public import PlayheadFlux
public import PlayheadRecorder
public import PlayheadReplay
import PlayheadInspector
import PlayheadLog
import PlayheadServer

/// The server of a running app: a debugger at an address of this machine, for as long as the object lives.
///
/// ```swift
/// #if DEBUG
///   let live = try recording.serve(Shop.self)
/// #endif
/// ```
///
/// The page at the address shows each action as it is handled, answers questions about all states, and puts the app itself
/// into any of them.
public final class LiveServer: Sendable {
  /// The address of the page, with the secret that a client needs; nil in a release build that does not serve.
  public let address: String?
  private let server: SessionServer?
  private let entry: RunningAppFile?
  private let foreground: ForegroundWatch?

  init(_ app: LiveApp, _ entry: AppEntry, _ recording: Recording, _ options: LiveOptions) throws {
    guard isDebugBuild || options.servesReleaseBuilds else {
      say(
        "this is a release build, so it is not served; to serve it all the same, set 'servesReleaseBuilds'"
      )
      (address, server, self.entry, foreground) = (nil, nil, nil, nil)
      return
    }
    if recording.keepsOnlyEnd { throw LiveError.flightRecorder }
    let path = recording.url.path(percentEncoded: false)
    let session = ServedSession(path, of: app) { InProcessConnection(besideRunning: entry) }
    let server = try SessionServer([session], port: options.port)
    (self.server, address) = (server, server.address)
    self.entry = try? RunningAppFile(app: entry.name, log: path, at: server.address)
    foreground = ForegroundWatch { [weak server] in server?.listenAgain() }
    if options.printsAddress { say(server.address) }
  }

  deinit { stop() }

  /// Closes all connections. If the app shows an earlier state, it goes on showing it and refuses actions: go back first.
  public func stop() {
    foreground?.stop()
    entry?.remove()
    server?.stop()
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
  /// - Returns: The server. Keep it: it ends when you release it.
  /// - Throws: An error with a sentence if the port is taken.
  public func serve(
    _ app: any ReplayableApp.Type, _ options: LiveOptions = LiveOptions()
  ) throws -> LiveServer {
    let entry = AppEntry.app(app)
    guard let dispatcher else { throw LiveError.ownStores }
    return try LiveServer(
      LiveApp(self, entry, DispatcherControl(dispatcher, options.queue), options.onChange), entry,
      self, options)
  }

  /// Serves the recorded app, which has stores of its own.
  ///
  /// ```swift
  /// let live = try recording.serve(todo) { states in
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
  /// - Returns: The server. Keep it: it ends when you release it.
  public func serve(
    _ app: AppEntry, _ options: LiveOptions = LiveOptions(),
    dispatch: (@MainActor (Any, String?) -> Void)? = nil,
    restore: @escaping @MainActor (AppStates) -> Void
  ) throws -> LiveServer {
    var send: (@Sendable (Any, String?) -> Void)?
    if let dispatch {
      send = { action, store in
        // Safe, because the server waits meanwhile.
        nonisolated(unsafe) let action = action
        MainActor.assumeIsolated { dispatch(action, store) }
      }
    }
    return try serve(app, on: .main, options, dispatch: send) { states in
      MainActor.assumeIsolated { restore(states) }
    }
  }

  /// The same for an app whose states belong to a queue.
  public func serve(
    _ app: AppEntry, on queue: DispatchQueue, _ options: LiveOptions = LiveOptions(),
    dispatch: (@Sendable (Any, String?) -> Void)? = nil,
    restore: @escaping @Sendable (AppStates) -> Void
  ) throws -> LiveServer {
    guard dispatcher == nil else { throw LiveError.dispatchers }
    let control = OwnStoreControl(
      recording: self, queue: queue, restore: restore, dispatch: dispatch)
    return try LiveServer(LiveApp(self, app, control, options.onChange), app, self, options)
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
