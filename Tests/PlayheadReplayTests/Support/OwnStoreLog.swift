import Foundation
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay

/// The log of what `run` records of stores that know nothing of Playhead.
func recorded(
  _ stores: [String], _ states: [any Encodable & Sendable], _ options: RecordingOptions = .exact,
  run: (Recording) throws -> Void
) throws -> LogReader {
  let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
  defer { try? FileManager.default.removeItem(at: url) }
  let recording = try Recording(
    to: url, app: "own", stores: stores, options: options, states: states)
  try run(recording)
  try recording.close()
  return try LogReader(bytes: [UInt8](Data(contentsOf: url)), name: "own")
}

struct Sum: Codable, Sendable, Equatable {
  var amount: Int
}

struct Product: Codable, Sendable, Equatable {
  var factor: Int
}

/// A number that is 1 at first, added to and multiplied, as an app with an engine of its own replays it.
final class NumberPlayer: Replayable {
  private var number = 1
  let stores = ["number"]
  var states: [any Codable & Sendable] { [number] }

  func apply(_ action: LoggedAction) throws -> DrawFault? {
    if action.type.name.hasSuffix("Sum") {
      number &+= try action.decode(Sum.self).amount
    } else {
      number &*= try action.decode(Product.self).factor
    }
    return nil
  }

  func restore(_ states: [any Codable & Sendable]) throws {
    if let number = states.first as? Int { self.number = number }
  }

  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
    try Int(from: decoder)
  }
}
