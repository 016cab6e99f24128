import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay

// begin
/// An action, and what it does, in an app that knows nothing of Playhead.
enum CounterAction: Codable, Sendable {
  case increment
  case decrement

  func applied(to count: Int) -> Int { self == .increment ? count + 1 : count - 1 }
}

/// The app's own store: each action passes through the recording.
final class CounterStore {
  private(set) var count = 0
  private var recording: Recording?

  func record(to url: URL) throws {
    recording = try Recording(to: url, app: "counter", stores: ["count"]) { [unowned self] in
      [count]
    }
  }

  func send(_ action: CounterAction) {
    guard let recording else { return handle(action) }
    recording.record(action) { handle(action) }
  }

  func stopRecording() throws { try recording?.close() }

  private func handle(_ action: CounterAction) { count = action.applied(to: count) }
}

/// What replays it.
final class CounterPlayer: Replayable {
  private var count = 0
  let stores = ["count"]
  var states: [any Codable & Sendable] { [count] }

  func apply(_ action: LoggedAction) throws -> DrawFault? {
    count = try action.decode(CounterAction.self).applied(to: count)
    return nil
  }

  func restore(_ states: [any Codable & Sendable]) throws {
    if let count = states.first as? Int { self.count = count }
  }

  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
    try Int(from: decoder)
  }
}
// end
