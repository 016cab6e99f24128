import PlayheadReading
import PlayheadLog

/// The size of a log: `160.2 kB, 0.62 bytes per action`. Leaves out the second part for logs with few
/// actions.
struct LogSize: CustomStringConvertible {
  let bytes: Int
  let actions: Int

  /// With fewer actions, the header is most of the log.
  private static let enough = 100

  var description: String {
    let size = Format.bytes(UInt64(bytes))
    guard actions >= Self.enough, let part = hundredthsPerAction else { return size }
    return
      "\(size), \(Format.count(part / 100)).\(Format.padded(part % 100, to: 2)) bytes per action"
  }

  var json: JSON { ["bytes": bytes, "bytesPerAction": bytesPerAction] }

  /// `nil` if the log has no action.
  var bytesPerAction: Double? { hundredthsPerAction.map { Double($0) / 100 } }

  /// Hundredths of a byte, because long logs need less than one byte per action.
  private var hundredthsPerAction: UInt64? {
    guard actions > 0 else { return nil }
    return (UInt64(bytes) * 100 + UInt64(actions) / 2) / UInt64(actions)
  }
}

extension LogSize {
  init(of log: LogReader) { self.init(bytes: log.byteCount, actions: log.actionCount) }
}
