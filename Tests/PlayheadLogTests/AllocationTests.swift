import Testing

/// What reading takes at most: the bounds that Format.md states, on inputs made to break them.
@Suite(.serialized) struct AllocationTests {
  #if os(Linux) && canImport(Glibc)
    @Test
    func `reading a value of 20,000 rows with a long key stays within the stated memory bound`()
      async
    {
      await #expect(processExitsWith: .success) {
        let bytes = try Hostile.longKeys(20_000)
        try PeakMemory.check(.value, bytes)
      }
    }

    @Test func `reading malicious frames and records stays within the stated memory bounds`() async
    {
      await #expect(processExitsWith: .success) {
        for (target, bytes) in try Hostile.all() {
          try PeakMemory.check(target, bytes)
        }
      }
    }
  #endif
}
