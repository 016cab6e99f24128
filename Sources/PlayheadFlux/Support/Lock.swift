import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A mutual exclusion that knows which thread holds it.
///
/// Not `Synchronization.Mutex`: that cannot tell its holder across calls into an app's code, and
/// ThreadSanitizer on Linux does not see the waiting half of it.
package final class Lock: Sendable {
  // Its address must not move while a thread waits, so it lives outside the object.
  nonisolated(unsafe) fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>
  fileprivate let owner = Atomic<UInt>(Lock.nobody)

  /// An unlocked lock.
  package init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let result = pthread_mutex_init(mutex, nil)
    precondition(result == 0, "There is not enough memory for a lock.")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Whether the calling thread holds the lock.
  var isMine: Bool {
    // Relaxed is enough: only this thread ever writes this thread's identity.
    owner.load(ordering: .relaxed) == Lock.currentThread
  }

  func lock() { acquire(for: Lock.currentThread) }

  /// Takes the lock, unless another thread holds it for longer than this.
  func lock(within milliseconds: Int) -> Bool {
    for _ in 0..<milliseconds {
      if pthread_mutex_trylock(mutex) == 0 {
        owner.store(Lock.currentThread, ordering: .relaxed)
        return true
      }
      usleep(1_000)
    }
    return false
  }

  package func unlock() {
    owner.store(Lock.nobody, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
  }

  /// Takes the lock unless the calling thread holds it. If it returns true, the caller has to unlock.
  package func enter() -> Bool {
    let thread = Lock.currentThread
    guard owner.load(ordering: .relaxed) != thread else { return false }
    acquire(for: thread)
    return true
  }

  @inline(__always)
  private func acquire(for thread: UInt) {
    pthread_mutex_lock(mutex)
    owner.store(thread, ordering: .relaxed)
  }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  // No thread has the null pointer as its identity.
  private static let nobody: UInt = 0

  package static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}

/// Lets the thread that holds a lock wait until another thread changes what the lock guards.
package final class LockCondition: Sendable {
  nonisolated(unsafe) private let condition: UnsafeMutablePointer<pthread_cond_t>

  /// A condition for which no thread waits.
  package init() {
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      // A change of the wall clock must not lengthen a wait.
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Gives the lock back, waits for ``wakeOne()`` or ``wakeAll()``, and takes it again. May also return without
  /// either. Returns false if the time is up.
  package func wait(with lock: Lock, milliseconds: Int) -> Bool {
    let owner = lock.owner.load(ordering: .relaxed)
    lock.owner.store(0, ordering: .relaxed)
    defer { lock.owner.store(owner, ordering: .relaxed) }
    var time = timespec()
    #if canImport(Darwin)
      time.tv_sec = milliseconds / 1_000
      time.tv_nsec = milliseconds % 1_000 * 1_000_000
      return pthread_cond_timedwait_relative_np(condition, lock.mutex, &time) == 0
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
      let nanoseconds = Int(time.tv_nsec) + milliseconds % 1_000 * 1_000_000
      time.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
      time.tv_nsec = nanoseconds % 1_000_000_000
      return pthread_cond_timedwait(condition, lock.mutex, &time) == 0
    #endif
  }

  package func wakeOne() { pthread_cond_signal(condition) }

  package func wakeAll() { pthread_cond_broadcast(condition) }
}

/// A value that one thread at a time can use.
///
/// Not `Synchronization.Mutex`: ThreadSanitizer on Linux does not see the waiting half of it, and false
/// reports would hide real races.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Runs `body` on the value while other threads wait.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }

  /// Replaces the value, and returns the old one.
  package func replace(_ new: Value) -> Value where Value: Sendable {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
