/// Numbers of film. All times are whole milliseconds, which add up without rounding.
enum Film {
  /// The shortest that can be seen: a frame at 25 frames a second, as European television has it.
  static let frame = 40

  /// The times that there are: a day. Sums of a thousand days are far from the end of an `Int`, so
  /// what is checked against this can be added without care.
  static let times = 0...86_400_000

  /// The lengths that an item may have.
  static let durations = frame...times.upperBound
}
