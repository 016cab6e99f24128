extension Duration {
  /// In whole nanoseconds, as a log counts time, or as many as there can be.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
