import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing

/// A recording of which the end is kept, in segments.
@Suite struct FlightRecorderTests {
  /// Eight segments of 64 KiB, the shortest there are.
  private static let keeps = Retention.last(bytes: 8 * segment)
  private static let segment = 64 << 10
  /// Two sheets, which a small recording's tail has.
  private static let tail = 2 * 4_096

  @Test func `all segments and their concatenation are whole logs with the session's states`()
    throws
  {
    let flight = try Flight(Self.keeps)
    flight.act(4_000)
    try flight.recording.close()
    let wreck = Wreck(flight)
    let logs = try wreck.logs()
    for log in logs { try wreck.expect(log) }
    #expect(logs.count == 10 && logs.allSatisfy { $0.isClosed })
    let starts = logs.dropLast().map(\.initialStep)
    #expect(zip(logs, starts.dropFirst()).allSatisfy { $0.lastStep == $1 })
    #expect(logs.last?.initialStep == logs.first?.initialStep && logs.last?.lastStep == 4_000)
    #expect(try logs.last?.verify().problems == [])
  }

  @Test func `the files take what was asked for and a segment more, however long it lasts`() throws
  {
    let flight = try Flight(Self.keeps)
    var (largest, sizes) = (0, Set<Int>())
    for _ in 0..<250 {
      flight.act(40)
      largest = max(largest, flight.disk.byteCount)
      sizes.insert(flight.olderNumbers.count)
    }
    // A segment ends behind the sheet with which it got its length.
    #expect(largest <= 9 * Self.segment + 3 * Self.tail)
    #expect(sizes.max() == 8 && (flight.olderNumbers.first ?? 0) > 15)
    try flight.recording.close()
    #expect(flight.disk.byteCount >= 8 * Self.segment)
  }

  @Test func `whenever it is stopped, everything that was dispatched is there`() throws {
    let flight = try Flight(.last(bytes: 3 * Self.segment))
    for _ in 0..<30 {
      flight.act(61)
      let wreck = Wreck(flight)
      for log in try wreck.logs().suffix(1) { try wreck.expect(log, to: flight.amounts.count - 1) }
    }
  }
}
