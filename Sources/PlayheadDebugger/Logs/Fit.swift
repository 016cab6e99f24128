import PlayheadValues
import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// Whether the app as it is now can replay a log, in a few words.
enum Fit {
  case known(Compatibility)
  /// It has so many actions, or such large ones, that nobody looked.
  case tooLong
  /// The log cannot be read as a whole, or the app not be started.
  case unknown

  /// More actions than this take longer to read than a look at a log may take: this many take some hundredths
  /// of a second.
  private static let actionLimit = 100_000
  /// So do so many bytes, where actions or states are large: their frames are unpacked and decoded.
  private static let byteLimit = 16 << 20

  /// Nil if the app that recorded `log` is not linked in.
  init?(of log: LogReader, _ apps: Apps, _ console: Console) {
    guard apps.recorder(of: log) != nil else { return nil }
    guard log.actionCount <= Self.actionLimit, log.byteCount <= Self.byteLimit else {
      self = .tooLong
      return
    }
    do {
      self = .known(try apps.compatibility(of: log, console))
    } catch {
      self = .unknown
    }
  }

  /// The verdict; nil if it is not known.
  var word: String? {
    if case .known(let compatibility) = self { "\(compatibility.verdict)" } else { nil }
  }
}

extension Fit: CustomStringConvertible {
  /// The verdict, and how to learn more.
  var description: String {
    switch self {
    case .known(let found) where found.changes.isEmpty: "\(found.verdict)"
    case .known(let found):
      "\(found.verdict), \(Format.count(found.changes.count, "change")): '\(toolName) fits' names "
        + (found.changes.count == 1 ? "it" : "them")
    case .tooLong: "not looked at: '\(toolName) fits' reads every action"
    case .unknown: "unknown: not all of it can be read"
    }
  }
}
