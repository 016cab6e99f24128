import PlayheadRecorder

extension ValueKind<Retention> {
  /// How much of a recording is kept: a size, a duration, or both.
  static var retention: Self {
    ValueKind("a size or a duration: '50MB', '10min', or both, '10min,50MB'") { word in
      let parts = word.split(separator: ",", omittingEmptySubsequences: false).map(Amount.init)
      switch parts.count {
      case 1:
        switch parts[0] {
        case .bytes(let bytes): return .last(bytes: bytes)
        case .time(let time): return .last(time)
        case nil: return nil
        }
      case 2:
        switch (parts[0], parts[1]) {
        case (.time(let time), .bytes(let bytes)), (.bytes(let bytes), .time(let time)):
          return .last(time, bytes: bytes)
        default: return nil
        }
      default: return nil
      }
    }
  }
}

/// A number with a unit of size or of time.
private enum Amount {
  case bytes(Int)
  case time(Duration)

  /// Whole numbers from 1 up, and units as they are usually written: `50MB`, `512KiB`, `10min`, `2h`.
  init?(_ word: Substring) {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let unit = word.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let number = Int(digits), number > 0 else { return nil }
    if let size = Self.sizes[unit] {
      let (bytes, overflows) = number.multipliedReportingOverflow(by: size)
      guard !overflows else { return nil }
      self = .bytes(bytes)
    } else if let seconds = Self.times[unit] {
      let (all, overflows) = number.multipliedReportingOverflow(by: seconds)
      guard !overflows else { return nil }
      self = .time(.seconds(all))
    } else {
      return nil
    }
  }

  private static let sizes = [
    "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20,
    "gib": 1 << 30,
  ]
  private static let times = ["s": 1, "min": 60, "h": 3_600, "d": 86_400]
}
