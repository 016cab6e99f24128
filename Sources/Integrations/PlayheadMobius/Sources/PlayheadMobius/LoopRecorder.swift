public import Foundation
public import MobiusCore
public import Playhead

/// Records the events of a Mobius loop, as a logger of the loop.
///
/// Effects are not in the log, but the events that they lead to are. A replay calls only `update`.
public final class LoopRecorder<Model: Codable & Sendable, Event, Effect>: MobiusLogger {
  private let url: URL
  private let app: String
  private let options: RecordingOptions
  private var model: Model?
  private var recording: Recording?
  private var step: Step?
  /// Why nothing is recorded; nil if all is well.
  public private(set) var error: (any Error)?

  /// A recorder that makes the log at `url` at the loop's first event. `app` is the app's name, by which a
  /// debugger finds its `update`.
  public init(to url: URL, app: String, options: RecordingOptions = RecordingOptions()) {
    (self.url, self.app, self.options) = (url, app, options)
  }

  /// Begins the recording at the first event, and records this one.
  public func willUpdate(model: Model, event: Event) {
    if recording == nil, error == nil { begin(model) }
    step = recording?.willHandle(event)
  }

  /// Records the outcome.
  public func didUpdate(model: Model, event: Event, next: MobiusCore.Next<Model, Effect>) {
    guard let recording, let step else { return }
    if let new = next.model { self.model = new }
    recording.didHandle(step, changed: next.model == nil ? [] : [0])
  }

  /// Ends the recording and completes the log.
  public func stop() throws {
    try recording?.close()
    recording = nil
  }

  private func begin(_ model: Model) {
    self.model = model
    do {
      recording = try Recording(to: url, app: app, stores: [app], options: options) {
        [unowned self] in [self.model].compactMap { $0 }
      }
    } catch {
      self.error = error
    }
  }
}
