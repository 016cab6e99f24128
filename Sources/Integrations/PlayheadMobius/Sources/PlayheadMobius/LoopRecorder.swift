public import Foundation
public import MobiusCore
public import Playhead

/// Records the events of a Mobius loop, as a logger of the loop.
///
/// Effects are not in the log, but the events that they lead to are. A replay calls only `update`. If the model is another
/// one at an event than after the event before, and is `Equatable`, the log has it too.
public final class LoopRecorder<Model: Codable & Sendable, Event, Effect>: MobiusLogger {
  private let app: String
  private let options: RecordingOptions
  private let record: (Model) throws -> Recording
  private var phase = Phase.waiting
  private var step: Step?
  /// The model after the last event.
  private var last: Model?

  /// Called when the recording begins, to serve the running app for example.
  public var onRecording: (Recording) -> Void = { _ in }
  /// What a debugger wants to be shown.
  private var shown: Model?

  private enum Phase {
    /// For the first event.
    case waiting
    case recording(Recording)
    /// The log could not be made.
    case failed(any Error)
    case stopped
  }

  /// A recorder that makes a log for each launch, at the loop's first event. The log is in `folder`, by default one that
  /// is made for logs. Old logs are deleted, as `options` say. `app` is the app's name, by which a debugger finds its
  /// `update`. If the log cannot be made, `options.onFailure` is called, and ``stop()`` throws.
  public init(in folder: URL? = nil, app: String, options: RecordingOptions = RecordingOptions()) {
    (self.app, self.options) = (app, options)
    record = { try Recording(in: folder, app: app, stores: [app], options: options, states: [$0]) }
  }

  /// The same with a log at `url`, where no file may be.
  public init(to url: URL, app: String, options: RecordingOptions = RecordingOptions()) {
    (self.app, self.options) = (app, options)
    record = { try Recording(to: url, app: app, stores: [app], options: options, states: [$0]) }
  }

  /// Begins the recording at the first event, and records this one.
  public func willUpdate(model: Model, event: Event) {
    if case .waiting = phase { begin(model) }
    guard case .recording(let recording) = phase, recording.acceptsActions else { return }
    // The app has given the loop another model since, or has several loops.
    if let last = last as? any Equatable, !last.equals(model), last.equals(last) {
      recording.addStore(app, model)
    }
    step = recording.willHandle(event)
  }

  /// Records the outcome.
  public func didUpdate(model: Model, event: Event, next: MobiusCore.Next<Model, Effect>) {
    guard case .recording(let recording) = phase, let step else { return }
    self.step = nil
    last = next.model ?? model
    recording.didHandle(
      step, changed: next.model == nil ? [] : nil, states: [next.model ?? model])
  }

  /// The update of the loop, which takes no events while a debugger shows an earlier model.
  public func holding(
    _ update: @escaping (Model, Event) -> MobiusCore.Next<Model, Effect>
  ) -> (Model, Event) -> MobiusCore.Next<Model, Effect> {
    { [self] model, event in
      guard case .recording(let recording) = phase, !recording.acceptsActions else {
        return update(model, event)
      }
      guard let shown else {
        recording.record(event) { [model] }
        return .noChange
      }
      (last, self.shown) = (shown, nil)
      return .next(shown)
    }
  }

  /// Shows another model at the next event, which may be any, while a debugger holds the app.
  public func show(_ model: Model?) { shown = model }

  /// Ends the recording for good and completes the log: later events are handled, but not recorded.
  ///
  /// - Throws: `LogError` if the log could not be made or written, now or before.
  public func stop() throws {
    let former = phase
    (phase, last) = (.stopped, nil)
    switch former {
    case .waiting, .stopped: break
    case .recording(let recording): try recording.close()
    case .failed(let error): throw error
    }
  }

  private func begin(_ model: Model) {
    do {
      let recording = try record(model)
      phase = .recording(recording)
      onRecording(recording)
    } catch {
      phase = .failed(error)
      options.onFailure(
        error as? LogError
          ?? .misused(path: app, reason: "the first model throws \(type(of: error))"))
    }
  }
}

extension Equatable {
  /// Whether a value of any type is this one.
  fileprivate func equals(_ other: Any) -> Bool { self == other as? Self }
}
