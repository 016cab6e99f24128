import CCycles
import Foundation
package import PlayheadLog

/// The recorder's source of time. The recorder asks on one thread at a time.
package protocol RecorderClock {
  /// The current moment by both clocks, in nanoseconds.
  var now: Moment { get }

  /// The monotonic clock alone, in nanoseconds.
  var monotonic: Int64 { get }
}

/// The device's clocks.
///
/// Reads the system's clock once a millisecond; reading it for every action would cost a sixth of recording
/// the action. In between, uses the processor's counter, if the system's clock is based on it. A time may be
/// up to a microsecond before the last one.
package final class SystemClock: RecorderClock {
  private static let interval: Int64 = 1_000_000
  private let hasCounter: Bool
  private let first = Reading.tightest(by: always)
  private let origin = read(awake)
  /// The last time from the system, and the number of cycles after it for which the counter may be used.
  @exclusivity(unchecked) private var last = Reading(cycles: 0, time: 0)
  @exclusivity(unchecked) private var reach: UInt64 = 0
  /// The nanoseconds of a cycle, times 2³².
  @exclusivity(unchecked) private var rate: UInt64 = 0
  @exclusivity(unchecked) private var wallAsked = Int64.min
  @exclusivity(unchecked) private var wallOffset: Int64 = 0

  package init(usesCounter: Bool = kernelUsesCounter) {
    hasCounter = usesCounter
  }

  /// The current moment. Notices a change of the wall clock within a millisecond.
  package var now: Moment {
    let now = monotonic
    if !(0..<Self.interval).contains(now &- wallAsked) {
      (wallAsked, wallOffset) = (now, Self.read(CLOCK_REALTIME) &- now)
    }
    return Moment(monotonic: now, wall: now &+ wallOffset)
  }

  /// Nanoseconds since the clock was made; stands still while the device sleeps.
  package var monotonic: Int64 {
    let passed = playhead_cycles() &- last.cycles
    if passed < reach { return last.time &+ Int64(truncatingIfNeeded: (passed &* rate) >> 32) }
    return ask()
  }

  private func ask() -> Int64 {
    let now = Self.read(Self.awake) &- origin
    if rate == 0, hasCounter, now >= Self.interval { measureRate() }
    guard rate > 0 else { return now }
    last = Reading.tightest(by: Self.awake)
    last.time &-= origin
    return last.time
  }

  /// Uses a clock that runs while the device sleeps, as the counter does.
  private func measureRate() {
    let now = Reading.tightest(by: Self.always)
    let period = Double(now.time &- first.time) / Double(now.cycles &- first.cycles)
    guard (0.01...1000).contains(period) else { return }
    rate = UInt64(period * 0x1p32)
    reach = UInt64(Double(Self.interval) / period)
  }

  /// Whether the kernel's clock is based on the counter, which is then the same on all processors.
  package static let kernelUsesCounter: Bool = {
    let path = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
    let name = try? String(contentsOfFile: path, encoding: .utf8)
    return name == PLAYHEAD_COUNTER + "\n"
  }()

  #if canImport(Darwin)
    private static let (awake, always) = (CLOCK_UPTIME_RAW, CLOCK_MONOTONIC)
  #else
    private static let (awake, always) = (CLOCK_MONOTONIC, CLOCK_BOOTTIME)
  #endif

  fileprivate static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The counter and a clock at the same time.
private struct Reading {
  var cycles: UInt64
  var time: Int64

  /// The reading, of three, with the least time between its two parts.
  static func tightest(by clock: clockid_t) -> Reading {
    var best = (Reading(cycles: 0, time: 0), gap: UInt64.max)
    for _ in 0..<3 {
      let start = playhead_cycles()
      let reading = Reading(cycles: start, time: SystemClock.read(clock))
      let gap = playhead_cycles() &- start
      if gap < best.gap { best = (reading, gap) }
    }
    return best.0
  }
}
