import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes files end at a size, for this process: the portable way to a full disk.
package enum FileLimit {
  /// What a write beyond it comes to.
  package enum Ending {
    /// An error.
    case error
    /// The end of the process, as for a program that was just started.
    case signal
  }

  /// Sets it to so many bytes.
  package static func set(to size: Int, reached ending: Ending = .error) throws {
    switch ending {
    case .error: _ = signal(SIGXFSZ, SIG_IGN)
    case .signal: receiveSignal()
    }
    try change { $0.rlim_cur = rlim_t(size) }
  }

  /// Takes it away.
  package static func lift() throws {
    try change { $0.rlim_cur = $0.rlim_max }
  }

  private static func receiveSignal() {
    _ = signal(SIGXFSZ, SIG_DFL)
    // This may be a thread whose signals wait.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func change(_ body: (inout rlimit) -> Void) throws {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    try check(getrlimit(resource, &limit))
    body(&limit)
    try check(setrlimit(resource, &limit))
  }

  private static func check(_ result: CInt) throws {
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
  }
}
