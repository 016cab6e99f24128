/// What a log takes.
enum LogSize {
  /// `160.2 kB, 0.62 bytes per action`.
  static func text(bytes: Int, actions: Int) -> String {
    let size = Format.bytes(UInt64(bytes))
    guard let part = hundredthsPerAction(bytes: bytes, actions: actions) else { return size }
    return
      "\(size), \(Format.count(part / 100)).\(Format.padded(part % 100, to: 2)) bytes per action"
  }

  /// Hundredths of a byte: long logs take less than one byte for an action.
  static func hundredthsPerAction(bytes: Int, actions: Int) -> UInt64? {
    guard actions > 0 else { return nil }
    return (UInt64(bytes) * 100 + UInt64(actions) / 2) / UInt64(actions)
  }

  /// The same for programs.
  static func json(bytes: Int, actions: Int) -> [(key: String, value: JSON)] {
    let part = hundredthsPerAction(bytes: bytes, actions: actions)
    return [
      ("bytes", .number(bytes)),
      ("bytesPerAction", part.map { .double(Double($0) / 100) } ?? .null),
    ]
  }
}
