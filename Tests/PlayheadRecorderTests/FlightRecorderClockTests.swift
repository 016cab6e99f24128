import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import Testing
import PlayheadReplay

/// A recording of which the last minutes are kept.
@Suite struct FlightRecorderClockTests {
  private static let second: Int64 = 1_000_000_000

  /// A log of so many actions, a second apart unless the clock is told otherwise.
  private func fly(
    _ keeps: Retention, _ count: Int,
    _ between: (ManualClock, Int) -> Void = { clock, _ in
      clock.advance(by: Self.second)
    }
  ) throws -> Flight {
    let flight = try Flight(keeps)
    for number in 0..<count { flight.act(1) { between(flight.clock, number) } }
    try flight.recording.close()
    for log in try Wreck(flight).logs() { try Wreck(flight).expect(log) }
    return flight
  }

  private func first(of flight: Flight) throws -> UInt64 {
    try #require(try Wreck(flight).logs().first).firstStep.number
  }

  @Test func `a flight recorder for 80 seconds keeps those and at most about one segment more`()
    throws
  {
    let flight = try fly(.last(.seconds(80)), 300)
    #expect((200...220).contains(try first(of: flight)) && flight.olderNumbers.count == 8)
  }

  @Test func `a flight recorder keeps within its byte bound while the clock stands still`() throws {
    let flight = try fly(.last(.seconds(8), bytes: 100_000), 1_500) { _, _ in }
    #expect(flight.disk.byteCount < 250_000 && flight.olderNumbers.count < 4)
  }

  @Test
  func `after the clock leaps ahead, a flight recorder keeps the segment from before the leap`()
    throws
  {
    let flight = try fly(.last(.seconds(80)), 300) { clock, number in
      clock.advance(by: number == 255 ? 1_000_000 * Self.second : Self.second)
    }
    // What came before is old, but for the segment in which the app slept.
    #expect((250...254).contains(try first(of: flight)))
  }
}
