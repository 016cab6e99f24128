import Foundation

/// A connection to a client: one request, one reply, and the end.
final class ClientConnection {
  private enum Phase {
    case head
    case body(RequestHead)
    case replying((any ByteSource)?)
    /// Everything is sent. A system that closed now, with unread bytes, would take the reply back.
    case draining
    case closed
  }

  let socket: Int32
  private let limits: ServerLimits
  private var phase = Phase.head
  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  /// Whether the source of the reply may have more at once.
  private var mayHaveMore = false
  /// Whether the client has ended its side.
  private var hasEnded = false
  /// When the current phase must be over; nil for never.
  private(set) var deadline: ContinuousClock.Instant?

  init(_ socket: Int32, _ limits: ServerLimits) {
    (self.socket, self.limits) = (socket, limits)
    deadline = .now + limits.request
  }

  deinit { close() }

  var isClosed: Bool { if case .closed = phase { true } else { false } }

  /// Whether it can be given up for another one: there is no request yet, or its reply is sent.
  var isIdle: Bool {
    switch phase {
    case .head, .draining: true
    case .body, .replying, .closed: false
    }
  }

  /// What to wait for.
  var awaited: Int16 {
    let input = hasEnded ? 0 : POLLIN
    return Int16(output.isEmpty && !mayHaveMore ? input : input | POLLOUT)
  }

  func close() {
    if isClosed { return }
    if case .replying(let source?) = phase { source.abandon() }
    phase = .closed
    _ = Foundation.close(socket)
  }

  /// Goes on as far as possible without waiting. `events` are those of `poll`.
  func advance(_ events: Int16, _ routes: some Routes) {
    if events & ~Int16(POLLOUT) != 0 { receive(routes) }
    send()
    if let deadline, deadline <= .now { timeOut() }
  }

  // MARK: The request

  private func receive(_ routes: some Routes) {
    var transfer = Sockets.Transfer.wait
    // Browsers send a head in one piece.
    let bytes = [UInt8](unsafeUninitializedCapacity: RequestHead.longest) { buffer, count in
      transfer = Sockets.read(socket, into: UnsafeMutableRawBufferPointer(buffer))
      if case .bytes(let read) = transfer { count = read }
    }
    switch (phase, transfer) {
    case (_, .wait), (.closed, _): break
    case (.head, .bytes), (.body, .bytes):
      input += bytes
      read(routes)
    // Nothing may follow a request. What does is not kept.
    case (_, .bytes): break
    // A program may end its side after the request and still want the reply, if that has an end.
    case (.replying(.none), .end): hasEnded = true
    case (_, .end): close()
    }
  }

  private func read(_ routes: some Routes) {
    do throws(Refusal) {
      if case .head = phase {
        guard let (head, length) = try RequestHead.parse(input) else { return }
        // Before anything is read of its body.
        try routes.check(head)
        input.removeFirst(length)
        phase = .body(head)
      }
      guard case .body(let head) = phase, input.count >= head.bodyLength else { return }
      reply(routes.reply(to: head, Array(input.prefix(head.bodyLength))))
    } catch {
      reply(Reply(error))
    }
  }

  // MARK: The reply

  private func reply(_ reply: Reply) {
    (input, output) = ([], reply.bytes[...])
    phase = .replying(reply.source)
    mayHaveMore = reply.source != nil
    deadline = .now + limits.stall
  }

  /// How often a connection gets new bytes from its source before the others have their turn.
  private static let fills = 4

  private func send() {
    guard case .replying(let source) = phase else { return }
    for _ in 0..<Self.fills {
      if output.isEmpty {
        guard let bytes = source?.next() else { return drain() }
        mayHaveMore = !bytes.isEmpty
        // To wait for an answer is no fault of the client.
        deadline = mayHaveMore ? ContinuousClock.now + limits.stall : nil
        guard mayHaveMore else { return }
        output = bytes[...]
      }
      switch Sockets.write(socket, output) {
      case .bytes(let count):
        output = output.dropFirst(count)
        deadline = .now + limits.stall
      case .wait: return
      case .end: return close()
      }
    }
    if output.isEmpty, source == nil { drain() }
  }

  private func drain() {
    if hasEnded { return close() }
    (phase, mayHaveMore, deadline) = (.draining, false, ContinuousClock.now + limits.drain)
    Sockets.endWriting(socket)
  }

  private func timeOut() {
    switch phase {
    case .head where input.isEmpty: close()
    case .head, .body:
      reply(Reply(.late))
      send()
    case .replying, .draining, .closed: close()
    }
  }
}

/// What keeps a client from costing too much.
package struct ServerLimits: Sendable {
  /// The most connections at once. A browser has six, for as many pages as are open.
  package var connections = 128
  /// The time for a request, from the first byte to the last.
  package var request = Duration.seconds(10)
  /// The time in which a client must take some bytes of a reply. A page that a debugger stops may lose its connection; its
  /// events go on exactly when it comes back.
  package var stall = Duration.seconds(10)
  /// The time for a client to close a connection after the reply.
  package var drain = Duration.seconds(1)

  package init() {}
}
