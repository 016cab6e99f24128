import FluxTesting
import Dispatch
import Foundation
import PlayheadFlux
import PlayheadLog
import Synchronization
import Testing
import crash_app

/// The system takes a part of what it is given, and says so.
@Suite struct ShortWriteTests {
  /// A write into a pipe that is full waits, and is interrupted with what it has written so far: the one
  /// short write that every system makes when it is asked to.
  @Test
  func `after an interrupted write to a pipe, the log file appends the remaining bytes in order`()
    throws
  {
    let workshop = try Workshop()
    #expect(mkfifo(workshop.log, 0o600) == 0)
    let reader = open(workshop.log, O_RDWR | O_CLOEXEC)
    defer { close(reader) }
    // More than a pipe holds, several times.
    var generator = SplitMix64(seed: 1)
    let bytes = (0..<500_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    let writer = try PipeWriter(bytes, to: workshop.log)
    for _ in 0..<3 {
      // The first time it has written something, the second nothing.
      for _ in 0..<2 { writer.interrupt(whenFull: reader) }
      writer.found += try next(10_000, from: reader)
    }
    writer.found += try next(bytes.count - writer.found.count, from: reader)
    #expect(try writer.end() == bytes.count && writer.found == bytes)
  }

  private func next(_ count: Int, from reader: Int32) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var place = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      // Ten seconds: longer than any machine takes to write what is left.
      try #require(poll(&place, 1, 10_000) > 0, "\(filled) bytes came of \(count)")
      let got = bytes.withUnsafeMutableBytes {
        read(reader, $0.baseAddress?.advanced(by: filled), count - filled)
      }
      try #require(got > 0)
      filled += got
    }
    return bytes
  }

  /// Files cannot grow beyond a size, so that a write that comes there is a short one, and later they can:
  /// wherever in a frame that is, it is written whole then, from the tail.
  @Test func `after a file size limit cut a write short and was lifted, the log lacks no action`()
    throws
  {
    var failures = 0
    // From nothing to beyond what eight actions take.
    for limit in stride(from: 1, to: 3_500, by: Soak.isOn ? 1 : 251) {
      let scene = try Scene()
      let app = try scene.run([
        "--threads", "1", "--count", "40", "--flushes", "8", "--notes", "3", "--limit-late", "yes",
        "--file-limit", "\(limit)", "--limit-ends", "15", "--noise", "1:300",
      ])
      #expect(app.report["closed"] == "well", "limit \(limit)")
      #expect(app.report["failures"] == app.report["recoveries"])
      if app.report["failures"] == "1" { failures += 1 }
      let problems = try scene.problemsAtEnd()
      #expect(problems == [], "limit \(limit)")
    }
    #expect(failures >= (Soak.isOn ? 2_000 : 8))
    print("\(failures) logs met a limit that was lifted, and are whole")
  }
}

/// A thread that appends to a log that is a pipe.
///
/// Unchecked because what it found is for one thread, and the file for its own.
private final class PipeWriter: @unchecked Sendable {
  /// What came out at the other end.
  var found: [UInt8] = []
  private let file: any LogFile
  private let thread = Mutex<pthread_t?>(nil)
  private let outcome = Mutex(Result<Int, any Error>.success(0))
  private let isDone = DispatchSemaphore(value: 0)

  init(_ bytes: [UInt8], to path: String) throws {
    file = try SystemDisk().openLog(path)
    let isReady = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      Self.letSignalInterrupt()
      thread.withLock { $0 = pthread_self() }
      isReady.signal()
      let result = Result {
        try bytes.withUnsafeBytes { try file.append($0) }
        return file.length
      }
      outcome.withLock { $0 = result }
      isDone.signal()
    }
    isReady.wait()
  }

  /// The signal is passed over by default, and kept from the threads of a pool and those that they begin.
  private static func letSignalInterrupt() {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in }
    #else
      action.__sigaction_handler.sa_handler = { _ in }
    #endif
    sigaction(SIGURG, &action, nil)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGURG)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Interrupts the write that waits for room in the pipe.
  func interrupt(whenFull reader: Int32) {
    var place = pollfd(fd: reader, events: Int16(POLLOUT), revents: 0)
    // At the latest when there must be a fault.
    for _ in 0..<20_000 where poll(&place, 1, 0) > 0 { usleep(100) }
    thread.withLock { if let id = $0 { _ = pthread_kill(id, SIGURG) } }
  }

  /// How many bytes the log has in the end.
  func end() throws -> Int {
    isDone.wait()
    return try outcome.withLock { $0 }.get()
  }
}
