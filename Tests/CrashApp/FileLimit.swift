#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes files end at a size, for this process: the portable way to a full disk.
package enum FileLimit {
  /// Sets it, with an error instead of a signal where it is reached.
  package static func set(to size: Int) throws {
    signal(SIGXFSZ, SIG_IGN)
    try change { $0.rlim_cur = rlim_t(size) }
  }

  /// Takes it away.
  package static func lift() throws {
    try change { $0.rlim_cur = $0.rlim_max }
  }

  private static func change(_ body: (inout rlimit) -> Void) throws {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    guard getrlimit(resource, &limit) == 0 else { throw Orders.Misuse(word: "--file-limit") }
    body(&limit)
    guard setrlimit(resource, &limit) == 0 else { throw Orders.Misuse(word: "--file-limit") }
  }
}
