/// The logistic function and its inverse in whole numbers, so that they are the same everywhere.
enum Logistic {
  /// `squash` at the multiples of 128 from −2,048 to 2,048.
  private static let steps = [
    1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994, 3348,
    3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
  ]

  /// 4,096 ÷ (1 + e^(−x ÷ 256)), between 1 and 4,095.
  static func squash(_ number: Int) -> Int {
    guard number > -2_047 else { return 1 }
    guard number < 2_047 else { return 4_095 }
    let (place, rest) = ((number + 2_048) >> 7, (number + 2_048) & 127)
    return (steps[place] * (128 - rest) + steps[place + 1] * rest + 64) >> 7
  }

  /// For each of 4,096 probabilities the least number of which `squash` makes as much or more;
  /// whoever asks for them gives the memory back.
  static func stretchTable() -> UnsafeMutablePointer<Int> {
    let table = UnsafeMutablePointer<Int>.allocate(capacity: 4_096)
    table.initialize(repeating: 2_047, count: 4_096)
    var probability = 0
    for number in -2_047...2_047 {
      while probability <= squash(number) {
        table[probability] = number
        probability += 1
      }
    }
    return table
  }
}
