import Foundation

/// What a worker sets up in its process before it begins. Functions that Swift does not see are looked up by name.
enum WorkerSetup {
  /// Does what the environment asks for.
  static func setUp(_ terminal: any Terminal) {
    let wishes = terminal.environment(WorkerContract.variable) ?? ""
    if wishes.contains(WorkerContract.fixedAddresses) { fixAddresses() }
    if wishes.contains(WorkerContract.ownLocale) { setlocale(LC_ALL, "") }
    followParent()
    beFirstToGo()
    dropFaketimeNames(terminal)
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

  /// Whether memory is at the same addresses each time.
  static var hasFixedAddresses: Bool {
    guard let personality = function("personality", as: Personality.self) else { return false }
    let present = personality(ask)
    return present >= 0 && UInt(present) & noRandomAddresses != 0
  }

  /// Begins the program again with the same addresses each time, unless it has them or cannot. Linux has a flag of the process for
  /// that, which takes effect with the next program, as `setarch -R` uses it.
  private static func fixAddresses() {
    guard !hasFixedAddresses, let personality = function("personality", as: Personality.self)
    else { return }
    let present = personality(ask)
    guard present >= 0, personality(UInt(present) | noRandomAddresses) >= 0, hasFixedAddresses
    else { return }
    let words = ["playhead", WorkerContract.word]
    execv("/proc/self/exe", table(words.map { (word: String) in strdup(word) }))
  }

  // MARK: The end

  private typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
  private static let signalOfParentsEnd: Int32 = 1  // PR_SET_PDEATHSIG

  /// Lets this process end with the thread that started it.
  ///
  /// It would notice when it looks for the next request, but not in a handler that never ends. A thread that watches might take
  /// memory at moments of its own, and memory is to be at the same addresses in each process; a timer would interrupt handlers.
  ///
  /// Apple's systems have no such signal, and do not fix addresses either: there a source of Dispatch watches.
  private static func followParent() {
    #if canImport(Darwin)
      let parent = DispatchSource.makeProcessSource(identifier: getppid(), eventMask: .exit)
      parent.setEventHandler { _exit(0) }
      parent.resume()
      parentWatch = parent
    #else
      _ = function("prctl", as: Control.self)?(signalOfParentsEnd, UInt(SIGKILL), 0, 0, 0)
    #endif
  }

  #if canImport(Darwin)
    nonisolated(unsafe) private static var parentWatch: (any DispatchSourceProcess)?
  #endif

  /// Lets the system end this process before others when memory runs out, and lets a handler that takes memory without end trap
  /// before that.
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

  /// The variable in which libfaketime says the names of a semaphore and of memory, by which a process's children have the same
  /// clock.
  private static let faketimeVariable = "FAKETIME_SHARED"
  private static let faketimeNameStart = "/faketime_"

  /// Takes these names away now. The library does so when the process exits; of a process that is killed, as workers are, they would
  /// stay until the system is started again.
  private static func dropFaketimeNames(_ terminal: any Terminal) {
    let names = terminal.environment(faketimeVariable)?.split(separator: " ").map(String.init) ?? []
    guard names.count == 2, names.allSatisfy({ $0.hasPrefix(faketimeNameStart) }) else { return }
    sem_unlink(names[0])
    shm_unlink(names[1])
  }
}
