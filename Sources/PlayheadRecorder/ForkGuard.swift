import Foundation
import Synchronization

/// Tells a process from its forked children, which have its memory and its open files but must not
/// write into its log. Asking costs a load, where `getpid` would cost a call into the system.
enum ForkGuard {
  private static let count: Atomic<Int> = {
    pthread_atfork(nil, nil) { ForkGuard.count.add(1, ordering: .relaxed) }
    return Atomic(0)
  }()

  /// Differs in a forked child from what it was in its parent.
  @inline(__always)
  static var generation: Int { count.load(ordering: .relaxed) }
}
