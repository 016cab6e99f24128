import Foundation

/// How much time of a processor the present thread has taken: what else the machine does meanwhile does not
/// count. To ask it takes some hundred nanoseconds, as the system is asked.
enum ThreadClock {
  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
