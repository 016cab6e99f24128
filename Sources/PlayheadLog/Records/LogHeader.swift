package import Foundation
package import PlayheadCoding

/// What was recorded, by which app, and when: the first record of a log.
package struct LogHeader: Hashable, Sendable {
  /// The version of the log format.
  package var formatVersion = LogFormat.version
  /// The recording's identifier, which its segments share.
  package var session: UUID
  /// The app's name, by which a debugger finds its stores.
  package var app: String
  /// The app's own version; may be empty.
  package var build: String
  /// When the recording began.
  package var start: Moment
  /// The device's locale, as `Locale.identifier` has it; may be empty.
  package var locale: String
  /// The device's time zone, as `TimeZone.identifier` has it; may be empty.
  package var timeZone: String
  /// The stores at the beginning of the recording, in order; a store's index is its number.
  /// `LogReader.stores` adds later stores.
  package var stores: [String]

  /// A header of the current format version.
  package init(
    session: UUID, app: String, build: String = "", start: Moment, locale: String = "",
    timeZone: String = "", stores: [String]
  ) {
    self.session = session
    self.app = app
    self.build = build
    self.start = start
    self.locale = locale
    self.timeZone = timeZone
    self.stores = stores
  }
}

extension LogHeader: PlainRecord {
  package static var kind: RecordKind { .header }

  /// The memory of a store's name, with its entries in the tables of all names.
  package static let memoryOfName = 96

  package func encode(to bytes: ByteBuffer) {
    bytes.append(varint: formatVersion)
    withUnsafeBytes(of: session.uuid) { bytes.append($0) }
    bytes.append(string: app)
    bytes.append(string: build)
    bytes.append(zigzag: start.monotonic)
    bytes.append(zigzag: start.wall)
    bytes.append(string: locale)
    bytes.append(string: timeZone)
    bytes.append(varint: stores.count)
    for store in stores { bytes.append(string: store) }
  }
}
