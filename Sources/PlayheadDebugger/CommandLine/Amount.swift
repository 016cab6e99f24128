import PlayheadRecorder

extension ArgumentType<Retention> {
  /// How much of a recording to keep: a size, a duration, or both.
  static var retention: Self {
    ArgumentType(
      "\(Amount.sentence), or a size and a duration with a comma between them, as in '10min,50MB'"
    ) { word in
      var (bytes, time): (Int?, Duration?)
      for part in word.split(separator: ",", omittingEmptySubsequences: false) {
        switch Amount(part) {
        case .bytes(let amount) where bytes == nil: bytes = amount
        case .time(let amount) where time == nil: time = amount
        default: return nil
        }
      }
      guard let time else { return bytes.map { .last(bytes: $0) } }
      return bytes.map { .last(time, bytes: $0) } ?? .last(time)
    }
  }
}

extension ArgumentType<Int> {
  static var size: Self {
    ArgumentType("a whole number from 1 up with one of the units \(Amount.sizeUnits)") { word in
      if case .bytes(let bytes)? = Amount(word[...]) { bytes } else { nil }
    }
  }
}

/// A size or a duration, as it is usually written: `50MB`, `512KiB`, `10min`, `2h`.
enum Amount {
  case bytes(Int)
  case time(Duration)

  /// A phrase that describes how to write an amount.
  static let sentence = "a whole number from 1 up with one of the units \(units)"
  static let sizeUnits = sizes.map(\.unit).joined(separator: ", ")
  /// The units, in the order of their size.
  static let units = (sizes + times).map(\.unit).joined(separator: ", ")

  private static let sizes = [
    ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10), ("MiB", 1 << 20),
    ("GiB", 1 << 30),
  ].map { (unit: $0, factor: $1) }
  private static let times = [("s", 1), ("min", 60), ("h", 3_600), ("d", 86_400)]
    .map { (unit: $0, factor: $1) }

  /// Ignores the case of a size's unit. A number that does not fit an `Int` becomes `Int.max`.
  init?(_ word: Substring) {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard digits.contains(where: { $0 != "0" }) else { return nil }
    let number = Int(digits) ?? .max
    let unit = word.dropFirst(digits.count).lowercased()
    if let size = Self.sizes.first(where: { $0.unit.lowercased() == unit }) {
      self = .bytes(Self.product(number, size.factor))
    } else if let time = Self.times.first(where: { $0.unit == unit }) {
      self = .time(.seconds(Self.product(number, time.factor)))
    } else {
      return nil
    }
  }

  private static func product(_ number: Int, _ factor: Int) -> Int {
    let (product, overflows) = number.multipliedReportingOverflow(by: factor)
    return overflows ? .max : product
  }
}
