import Foundation
import PlayheadLog
import Testing

@testable import PlayheadRecorder

/// The recorder's clocks against those of the system, read right before and right behind.
@Suite struct SystemClockTests {
  @Test(
    "with the processor's counter and without, the time is the system's within two microseconds",
    arguments: [SystemClock.kernelUsesCounter, false])
  func isTheSystems(usesCounter: Bool) {
    let tolerance: Int64 = 2_000
    let start = system(CLOCK_MONOTONIC)
    let clock = SystemClock(usesCounter: usesCounter)
    let begun = system(CLOCK_MONOTONIC)
    // Asked without a pause, and after pauses shorter and longer than a millisecond.
    for number in 0..<60_000 {
      if number.isMultiple(of: 1_500) { usleep(UInt32(number / 20)) }
      let before = system(CLOCK_MONOTONIC)
      let passed = clock.monotonic
      let after = system(CLOCK_MONOTONIC)
      guard before - begun - tolerance <= passed, passed <= after - start + tolerance else {
        Issue.record("\(passed) ns, which are between \(before - begun) and \(after - start)")
        return
      }
    }
  }

  @Test("the wall clock is the system's")
  func wallClock() {
    let clock = SystemClock()
    for _ in 0..<3 {
      let before = system(CLOCK_REALTIME)
      let now = clock.now.wall
      // The system may set it meanwhile, by little.
      #expect((before - 1_000_000...system(CLOCK_REALTIME) + 1_000_000).contains(now))
      usleep(3_000)
    }
  }

  @Test("the monotonic time does not go backward")
  func isMonotonic() {
    let clock = SystemClock()
    var last = clock.monotonic
    for _ in 0..<1_000 {
      let now = clock.monotonic
      #expect(now >= last)
      last = now
    }
  }

  private func system(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
