import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

/// The value after a round trip.
func roundTrip<T: Codable>(_ value: T) throws -> T {
  try CompactDecoder().decode(T.self, from: CompactEncoder().encode(value))
}

/// The value comes back, alone and as an element, a member, and a dictionary's value.
func expectRoundTrip<T: Codable & Equatable>(
  _ value: T, _ at: SourceLocation = #_sourceLocation
) throws {
  #expect(try roundTrip(value) == value, sourceLocation: at)
  #expect(try roundTrip([value, value]) == [value, value], sourceLocation: at)
  #expect(try roundTrip(["": value]) == ["": value], sourceLocation: at)
  #expect(try roundTrip(Boxed(value: value)) == Boxed(value: value), sourceLocation: at)
  let canonical = CanonicalEncoder()
  #expect(
    try canonical.bytes(of: roundTrip(value)) == canonical.bytes(of: value), sourceLocation: at)
}

struct Boxed<T: Codable & Equatable>: Codable, Equatable {
  var value: T
}

/// Runs `body` on a thread with so large a stack.
func onStack(kilobytes: Int, _ body: @escaping @Sendable () throws -> Void) throws {
  let failure = Failure()
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    do { try body() } catch { failure.error = error }
    done.signal()
  }
  thread.stackSize = kilobytes * 1024
  thread.start()
  done.wait()
  if let error = failure.error { throw error }
}

/// Written by one thread, read after a semaphore says that it is done.
private final class Failure: @unchecked Sendable {
  var error: (any Error)?
}
