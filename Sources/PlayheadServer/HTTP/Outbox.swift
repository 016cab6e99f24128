import Foundation
import PlayheadInspector
import Synchronization

/// The bytes of a reply on their way from the thread that makes them to the one that sends them.
///
/// The maker waits for a client that reads slowly, so that a client never costs more memory than ``limit`` and one part of
/// an answer.
final class Outbox: ByteSource, Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var isFinished = false
    var isAbandoned = false
    var cancel: (@Sendable () -> Void)?
  }

  /// As many bytes as the system takes at once.
  private static let limit = 256 << 10
  /// How long a full outbox is left alone, in microseconds: much shorter than a client notices.
  private static let pause: UInt32 = 2_000

  private let state = Mutex(State())
  private let waker: Waker

  init(_ waker: Waker) { self.waker = waker }

  /// Calls `cancel` as soon as nobody wants the reply any more.
  func whenAbandoned(_ cancel: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.cancel = cancel
      return state.isAbandoned
    }
    if isLate { cancel() }
  }

  /// Adds bytes. Waits while there are too many. Throws `Interruption` if nobody wants them any more.
  func send(_ bytes: [UInt8]) throws {
    while try !add(bytes) { usleep(Self.pause) }
    waker.wake()
  }

  private func add(_ bytes: [UInt8]) throws -> Bool {
    try state.withLock { state in
      if state.isAbandoned { throw Interruption() }
      guard state.bytes.count < Self.limit else { return false }
      state.bytes += bytes
      return true
    }
  }

  /// Ends the reply.
  func finish() {
    state.withLock { state in (state.isFinished, state.cancel) = (true, nil) }
    waker.wake()
  }

  func next() -> [UInt8]? {
    state.withLock { state in
      let bytes = state.bytes
      state.bytes = []
      return bytes.isEmpty && state.isFinished ? nil : bytes
    }
  }

  func abandon() {
    let cancel = state.withLock { state in
      defer { state = State(isAbandoned: true) }
      return state.cancel
    }
    cancel?()
  }
}

/// Wakes the server's thread.
final class Waker: Sendable {
  private let ends: (exit: Int32, entry: Int32)

  init() throws(ServerError) {
    do throws(SocketError) {
      ends = try Sockets.makePipe()
    } catch {
      throw .noSocket(reason: error.reason)
    }
  }

  deinit { for end in [ends.exit, ends.entry] { close(end) } }

  /// Can be read from if the thread is to wake up.
  var exit: Int32 { ends.exit }

  func wake() {
    var byte: UInt8 = 0
    // A full pipe wakes the thread as well.
    _ = Foundation.write(ends.entry, &byte, 1)
  }

  /// Takes back all calls of ``wake()`` so far.
  func reset() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while Foundation.read(ends.exit, &bytes, bytes.count) == bytes.count {}
  }
}
