#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's limit on how long files may get (`ulimit -f`).
enum FileSizeLimit {
  /// Makes a write beyond the limit fail as one to a full disk does, where the system would end the process
  /// in the midst of it.
  static func becomeError() {
    signal(SIGXFSZ, SIG_IGN)
  }
}
