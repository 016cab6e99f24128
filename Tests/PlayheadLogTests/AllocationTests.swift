import Foundation
import PlayheadCoding
import PlayheadLog
import Testing

/// What reading takes at most: the bounds that Format.md states, on inputs made to break them.
@Suite(.serialized) struct AllocationTests {
  #if os(Linux) && canImport(Glibc)
    @Test func `a long key in each of many rows costs no more than short ones`() async {
      await #expect(processExitsWith: .success) {
        let bytes = try Hostile.longKeys(20_000)
        try AllocationTests.expectBound(of: .value, on: bytes)
      }
    }

    @Test func `frames and records made to blow up stay within the stated bounds`() async {
      await #expect(processExitsWith: .success) {
        for (target, bytes) in try Hostile.all() {
          try AllocationTests.expectBound(of: target, on: bytes)
        }
      }
    }

    /// Ends the process if reading takes more than is stated.
    static func expectBound(of target: FuzzTarget, on bytes: [UInt8]) throws {
      let peak = try PeakMemory.measure { try target.run(bytes) }
      let bound = target.bound.bytes(for: bytes.count)
      print(target.name, bytes.count, peak, bound)
      precondition(peak <= bound, "\(target.name): \(peak) of \(bytes.count)")
    }
  #endif
}
