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
    var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: rlim_t(size))
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    guard setrlimit(resource, &limit) == 0 else { throw Orders.Misuse(word: "--file-limit") }
  }
}
