import Testing

/// What reading takes at most: the bounds that Format.md states, on inputs made to break them.
@Suite(.serialized) struct AllocationTests {
  #if os(Linux) && canImport(Glibc)
    @Test func `a long key in each of many rows costs no more than short ones`() async {
      await #expect(processExitsWith: .success) {
        let bytes = try Hostile.longKeys(20_000)
        try PeakMemory.check(.value, bytes)
      }
    }

    @Test func `frames and records made to blow up stay within the stated bounds`() async {
      await #expect(processExitsWith: .success) {
        for (target, bytes) in try Hostile.all() {
          try PeakMemory.check(target, bytes)
        }
      }
    }
  #endif
}
