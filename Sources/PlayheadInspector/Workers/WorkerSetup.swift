import Foundation

/// A worker's setup of its process. Looks up functions by name that Swift does not import.
enum WorkerSetup {
  static func setUp(_ wishes: String) {
    // First, because a later start of the same process keeps it.
    followParent()
    if wishes.contains(WorkerContract.fixedAddresses) { fixAddresses() }
    if wishes.contains(WorkerContract.ownLocale) { setlocale(LC_ALL, "") }
    beFirstToGo()
    dropFaketimeNames()
  }

  static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    #if os(Linux)
      dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    #else
      nil
    #endif
  }

  // MARK: Addresses

  private static let noRandomAddresses: UInt = 0x0004_0000  // ADDR_NO_RANDOMIZE
  private static let ask: UInt = 0xffff_ffff

  private typealias Personality = @convention(c) (UInt) -> Int32

  /// Whether memory is at the same addresses in each process.
  static var hasFixedAddresses: Bool {
    guard let personality = function("personality", as: Personality.self) else { return false }
    let current = personality(ask)
    return current >= 0 && UInt(current) & noRandomAddresses != 0
  }

  /// Restarts the program with fixed addresses, if it lacks them and the system allows it. Linux has a
  /// process flag for fixed addresses, which takes effect at the next `exec`. `setarch -R` uses it, too.
  private static func fixAddresses() {
    guard !hasFixedAddresses, let personality = function("personality", as: Personality.self)
    else { return }
    let current = personality(ask)
    guard current >= 0, personality(UInt(current) | noRandomAddresses) >= 0, hasFixedAddresses
    else { return }
    let words = ["playhead", WorkerContract.word]
    execv("/proc/self/exe", table(words.map { (word: String) in strdup(word) }))
  }

  // MARK: The end

  private typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
  private static let signalOfParentsEnd: Int32 = 1  // PR_SET_PDEATHSIG

  /// Makes this process end with the thread that started it, or now if that thread has gone already.
  ///
  /// The worker notices the end when it reads the next request, but not inside an endless handler. A
  /// watching thread might allocate memory at random moments, which would move addresses. A timer would
  /// interrupt handlers. Apple's systems have neither this signal nor fixed addresses: Dispatch watches.
  private static func followParent() {
    #if canImport(Darwin)
      let parent = DispatchSource.makeProcessSource(identifier: getppid(), eventMask: .exit)
      parent.setEventHandler { _exit(0) }
      parent.resume()
      parentWatch = parent
    #else
      _ = function("prctl", as: Control.self)?(signalOfParentsEnd, UInt(SIGKILL), 0, 0, 0)
    #endif
    if hasNoParent { _exit(0) }
  }

  /// Whether nobody reads this worker's answers any more.
  private static var hasNoParent: Bool {
    var answers = pollfd(fd: WorkerContract.output, events: Int16(POLLOUT), revents: 0)
    return poll(&answers, 1, 0) > 0 && answers.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  #if canImport(Darwin)
    nonisolated(unsafe) private static var parentWatch: (any DispatchSourceProcess)?
  #endif

  /// Makes the system kill this process before others when memory runs out. A handler that allocates without
  /// end traps before that.
  private static func beFirstToGo() {
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

  // MARK: libfaketime

  /// The variable in which libfaketime names the semaphore and the memory that give a process's children
  /// the same clock.
  private static let faketimeVariable = "FAKETIME_SHARED"
  private static let faketimeNameStart = "/faketime_"

  /// Removes these names now. The library removes them when the process exits, but workers are killed, and
  /// their names would stay until the next boot.
  private static func dropFaketimeNames() {
    let variable = getenv(faketimeVariable).map { String(cString: $0) } ?? ""
    let names = variable.split(separator: " ").map(String.init)
    guard names.count == 2, names.allSatisfy({ $0.hasPrefix(faketimeNameStart) }) else { return }
    sem_unlink(names[0])
    shm_unlink(names[1])
  }
}
