/// A duration as a power of two above 64 µs, so that a column of ordinary actions is all zeros.
enum CoarseTime {
  /// Below this nothing is worth knowing about an action: a frame of 120 Hz is 130 times longer.
  static let floor: Int64 = 64_000

  /// 0 below the floor, then 1 for one to two times the floor, 2 for two to four, and so on.
  static func code(_ nanoseconds: Int64) -> UInt64 {
    guard nanoseconds >= floor else { return 0 }
    return UInt64((nanoseconds / floor).bitWidth - (nanoseconds / floor).leadingZeroBitCount)
  }

  /// The least number of nanoseconds with this code.
  static func nanoseconds(_ code: UInt64) -> Int64 {
    code == 0 ? 0 : floor << Int64(min(code - 1, 40))
  }
}
