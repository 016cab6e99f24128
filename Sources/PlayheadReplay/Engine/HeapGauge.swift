import CMalloc

/// How many bytes of memory the process has asked for and not given back.
///
/// Copies of a state share what they have in common; what keeping one costs, only the allocator knows.
enum HeapGauge {
  /// Reads it; nil where the system does not tell. Takes up to some milliseconds, as glibc goes through
  /// what is free.
  @Sendable static func process() -> Int? {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #elseif canImport(Glibc)
      let info = mallinfo2()
      return Int(info.uordblks + info.hblkhd)
    #else
      return nil
    #endif
  }
}
