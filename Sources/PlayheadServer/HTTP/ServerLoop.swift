import Foundation
import Synchronization

/// What the server has to say to requests. All calls come from the server's thread.
protocol Routes {
  /// Throws if a request with this head gets no answer.
  func check(_ head: RequestHead) throws(Refusal)
  /// The reply to a request whose head was checked.
  func reply(to head: RequestHead, _ body: [UInt8]) -> Reply
  /// Called before the connections have their turn. Returns when to call it again; nil if only a client's request makes
  /// that necessary.
  func tick() -> ContinuousClock.Instant?
}

/// Serves all connections on one thread, which waits for no single one.
final class ServerLoop {
  private var listener: Listener
  private let routes: any Routes
  private let limits: ServerLimits
  private let control: ServerControl
  private var connections: [ClientConnection] = []
  /// When to accept connections again, after the process had no descriptor left for one.
  private var nextAccept: ContinuousClock.Instant?

  init(
    _ listener: Listener, _ routes: any Routes, _ limits: ServerLimits, _ control: ServerControl
  ) {
    (self.listener, self.routes) = (listener, routes)
    (self.limits, self.control) = (limits, control)
  }

  /// Serves until the end. Then closes everything.
  func run() {
    defer {
      for connection in connections { connection.close() }
      for socket in listener.sockets { close(socket) }
    }
    while !control.isStopped {
      if control.takesListening() { listenAgain() }
      let wanted = routes.tick()
      let events = wait(until: wanted)
      for (connection, events) in zip(connections, events) { connection.advance(events, routes) }
      connections.removeAll(where: \.isClosed)
      acceptNew()
    }
  }

  /// Waits, and returns what happened at each connection.
  private func wait(until wanted: ContinuousClock.Instant?) -> [Int16] {
    let accepts = nextAccept.map { $0 <= .now } ?? true
    var descriptors = [pollfd(fd: control.waker.exit, events: Int16(POLLIN), revents: 0)]
    descriptors += connections.map { pollfd(fd: $0.socket, events: $0.awaited, revents: 0) }
    if accepts {
      descriptors += listener.sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }
    let times = connections.map(\.deadline) + [wanted, accepts ? nil : nextAccept]
    let first = times.compactMap(\.self).min()
    Sockets.wait(for: &descriptors, first.map { $0 - .now })
    control.waker.reset()
    return descriptors.dropFirst().prefix(connections.count).map(\.revents)
  }

  // MARK: New connections

  /// Listens again at the same port: a system that suspends an app ends its sockets.
  private func listenAgain() {
    for socket in listener.sockets { close(socket) }
    if let again = try? Listener(port: listener.port) {
      listener = again
    } else {
      // Another program may have the port for a moment.
      listener = Listener(closedAt: listener.port)
      control.listenSoon()
    }
  }

  /// How long a process without a free descriptor waits for one.
  private static let pause = Duration.milliseconds(100)

  private func acceptNew() {
    if let nextAccept, nextAccept > .now { return }
    nextAccept = nil
    for listener in listener.sockets {
      // As many as there is room for; the others' turn is next.
      for _ in 0..<limits.connections {
        do throws(SocketError) {
          guard let socket = try Sockets.accept(listener) else { break }
          add(socket)
        } catch {
          nextAccept = .now + Self.pause
          return
        }
      }
    }
  }

  /// Adds a connection. In a full server it takes the place of the oldest one without a request.
  private func add(_ socket: Int32) {
    if connections.count >= limits.connections {
      guard let oldest = connections.firstIndex(where: \.isIdle) else {
        _ = Sockets.write(socket, Reply(.tooMany).bytes[...])
        close(socket)
        return
      }
      connections.remove(at: oldest).close()
    }
    connections.append(ClientConnection(socket, limits))
  }
}

/// What other threads do to the server's thread.
final class ServerControl: Sendable {
  let waker: Waker
  private let stopped = Atomic(false)

  init() throws(ServerError) { waker = try Waker() }

  private let listens = Atomic(false)

  var isStopped: Bool { stopped.load(ordering: .acquiring) }

  func listenAgain() {
    listens.store(true, ordering: .releasing)
    waker.wake()
  }

  /// The same after a second.
  func listenSoon() {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1) { [weak self] in
      self?.listenAgain()
    }
  }

  func takesListening() -> Bool { listens.exchange(false, ordering: .acquiringAndReleasing) }

  func stop() {
    stopped.store(true, ordering: .releasing)
    waker.wake()
  }
}
