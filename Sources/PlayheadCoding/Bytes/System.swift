#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The differences between operating systems; no other file of this module checks the system. No file that
// sorts before this one may import Foundation: in a release build the stack's type would be invisible here.

/// Knows where the thread's stack ends, so that recursion can stop with an error.
///
/// A level of nesting takes some hundred bytes of stack in optimized code, and some thousand in debug builds.
package struct StackGuard {
  /// The number of levels that fit any stack, and are not checked.
  private static let freeLevels = 24
  /// The stack that one level may take before the next check: its own frames, and those that it calls.
  private static let reserve = 64 * 1024

  /// The lowest address that may be used; 0 if it is not known yet.
  private var limit: UInt = 0

  /// A guard for the thread that first uses it, and for no other.
  package init() {}

  /// Whether there is room for another level after `depth` levels. Cheap after the first call.
  @inline(__always)
  package mutating func hasRoom(at depth: Int) -> Bool {
    Self.isFree(depth) || hasRoom()
  }

  /// Whether `depth` levels fit any stack.
  @inline(__always)
  static func isFree(_ depth: Int) -> Bool { depth < freeLevels }

  @inline(never)
  mutating func hasRoom() -> Bool {
    if limit == 0 { limit = Self.lowest() &+ UInt(Self.reserve) }
    var here = 0
    return withUnsafePointer(to: &here) { UInt(bitPattern: $0) } > limit
  }

  /// The end of the thread's stack; 0 if the system does not say.
  private static func lowest() -> UInt {
    #if canImport(Darwin)
      let thread = pthread_self()
      return UInt(bitPattern: pthread_get_stackaddr_np(thread))
        &- UInt(pthread_get_stacksize_np(thread))
    #elseif canImport(Glibc) || canImport(Musl)
      var attributes = pthread_attr_t()
      guard let ask = askForAttributes, ask(pthread_self(), &attributes) == 0 else { return 0 }
      defer { pthread_attr_destroy(&attributes) }
      var base: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &base, &size) == 0 else { return 0 }
      return UInt(bitPattern: base)
    #else
      return 0
    #endif
  }

  #if canImport(Glibc) || canImport(Musl)
    private typealias Ask =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    /// A GNU extension that the headers hide from Swift, so it is looked up by name.
    private static let askForAttributes: Ask? =
      dlsym(nil, "pthread_getattr_np").map { unsafeBitCast($0, to: Ask.self) }
  #endif
}
