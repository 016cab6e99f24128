import Testing

/// What reading takes at most: the bounds that Format.md states, on inputs made to break them.
@Suite(.serialized) struct AllocationTests {
  #if os(Linux) && canImport(Glibc)
    @Test func `a long key in 20,000 rows stays within the stated memory bound`() async {
      await #expect(processExitsWith: .success) {
        let bytes = try Hostile.longKeys(20_000)
        try PeakMemory.check(.value, bytes)
      }
    }

    @Test func `malicious frames and records stay within the stated memory bounds`() async {
      await #expect(processExitsWith: .success) {
        for (target, bytes) in try Hostile.all() {
          try PeakMemory.check(target, bytes)
        }
      }
    }
  #endif
}
