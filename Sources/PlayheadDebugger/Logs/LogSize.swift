import PlayheadFiles
import PlayheadLog

/// The size of a log: `160.2 kB, 0.62 bytes per action`, without the second part if there are too few actions for it to mean
/// anything.
struct LogSize: CustomStringConvertible {
  let bytes: Int
  let actions: Int

  /// With fewer actions, the log's header is most of it.
  private static let enough = 100

  var description: String {
    let size = Format.bytes(UInt64(bytes))
    guard actions >= Self.enough, let part = hundredthsPerAction else { return size }
    return
      "\(size), \(Format.count(part / 100)).\(Format.padded(part % 100, to: 2)) bytes per action"
  }

  /// For a program.
  var json: JSON { ["bytes": bytes, "bytesPerAction": bytesPerAction] }

  /// Nil if there is no action.
  var bytesPerAction: Double? { hundredthsPerAction.map { Double($0) / 100 } }

  /// Hundredths of a byte: long logs take less than one byte for an action.
  private var hundredthsPerAction: UInt64? {
    guard actions > 0 else { return nil }
    return (UInt64(bytes) * 100 + UInt64(actions) / 2) / UInt64(actions)
  }
}

extension LogSize {
  init(of log: LogReader) { self.init(bytes: log.byteCount, actions: log.actionCount) }
}
