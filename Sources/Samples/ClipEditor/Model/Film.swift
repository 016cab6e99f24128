/// Constants of films. All times are whole milliseconds, which add up without rounding.
enum Film {
  /// The shortest visible time: one frame at 25 frames per second, as in European television.
  static let frame = 40

  /// The possible times: one day. Even a thousand days fit into an `Int`, so sums of times cannot overflow.
  static let times = 0...86_400_000

  /// The possible lengths of an item.
  static let durations = frame...times.upperBound
}
