import Foundation

/// When a worker ends that nobody asks any more.
///
/// It notices as soon as it looks for the next request; in a handler that never ends it would run on for ever. A
/// thread that watches might take memory at moments of its own, and where things are in memory is to be the same in
/// each process; a timer would interrupt handlers. So the system is asked to end it, which Linux can.
enum ProcessEnd {
  /// Lets the system end this process before others where memory runs out, and lets a handler that takes memory without end trap
  /// before that.
  static func beFirstToGo() {
    #if os(Linux)
      try? "1000".write(toFile: "/proc/self/oom_score_adj", atomically: false, encoding: .utf8)
    #endif
    var limit = rlimit()
    guard getrlimit(memoryLimit, &limit) == 0 else { return }
    let physical = rlim_t(ProcessInfo.processInfo.physicalMemory)
    guard limit.rlim_cur > physical else { return }
    limit.rlim_cur = physical
    setrlimit(memoryLimit, &limit)
  }

  #if os(Linux)
    private static let memoryLimit = __rlimit_resource_t(RLIMIT_AS.rawValue)
  #else
    private static let memoryLimit = RLIMIT_AS
  #endif
  private static let signalOfParentsEnd: Int32 = 1  // PR_SET_PDEATHSIG

  private typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32

  /// Lets this process end with the thread that started it.
  static func followParent() {
    #if os(Linux)
      // Hidden from Swift, as it takes any number of arguments.
      guard let place = dlsym(nil, "prctl") else { return }
      _ = unsafeBitCast(place, to: Control.self)(signalOfParentsEnd, UInt(SIGKILL), 0, 0, 0)
    #endif
  }
}
