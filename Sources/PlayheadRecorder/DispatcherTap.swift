public import Foundation
public import PlayheadFlux
package import PlayheadLog
import Synchronization

/// Writes a dispatcher's actions and stores. Unchecked because the dispatcher never lets two calls overlap.
final class DispatcherTap: Tap, @unchecked Sendable {
  private let writer: ActionWriter
  private let dispatcher: Dispatcher
  private let stores: StoreNumbers
  /// Whether it was made during an action, when states are incomplete.
  fileprivate var startsLate = false
  /// The turn before step 1; `nil` until the dispatcher has attached the tap.
  fileprivate private(set) var base: Turn?

  fileprivate init(_ writer: ActionWriter, _ dispatcher: Dispatcher, _ stores: StoreNumbers) {
    (self.writer, self.dispatcher, self.stores) = (writer, dispatcher, stores)
  }

  /// Writes the initial states again if an action has changed them meanwhile.
  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {
    base = turn
    guard startsLate else { return }
    followStores()
    writer.beginAgain()
  }

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    let type = Swift.type(of: action)
    let begun = writer.begin(ActionWriter.Handling(step: .initial), isEncodable: true)
    writer.write(action, begun, cause.flatMap { step(of: $0) }) { types, _ in
      types.number(of: type) { ActionType(name: type.actionName, version: type.actionVersion) }
    }
  }

  func didHandle(turn: Turn, outcome: Outcome) {
    writer.didHandle(changed: stores.numbers(at: outcome.changed), draws: outcome.draws)
  }

  /// Writes the current list of stores, and the states of new ones.
  func didChangeStores(of dispatcher: Dispatcher, after turn: Turn) { followStores() }

  private func followStores() {
    guard let storeList = stores.change(to: dispatcher.stores) else { return }
    let hasJumped = writer.hasJumped
    writer.change(to: storeList, writesNow: !hasJumped) { [stores] in stores.sources[$0].state }
    guard hasJumped else { return }
    dispatcher.skipTurn()
    writer.setStates(ActionWriter.storesAfterJump)
  }

  /// The turn of a step; `nil` before the dispatcher has attached the tap.
  func turn(of step: Step) -> Turn? { base.map { Turn($0.number + step.number) } }

  /// A debugger has given all stores other states, also those that were unregistered.
  func setStatesOfGoneStores(_ states: [String: any Encodable & Sendable]) {
    stores.setStatesOfGoneStores(states)
  }

  /// The step of a turn; `nil` for turns before the recording.
  private func step(of turn: Turn) -> Step? {
    guard let base, turn.number > base.number else { return nil }
    return Step(turn.number - base.number)
  }
}

extension Dispatcher {
  /// Records every action from now on into a log at `url`, beginning with the current states of all stores.
  /// You may register and unregister stores meanwhile.
  ///
  /// The recording and its dispatcher keep each other alive until ``Recording/close()``.
  ///
  /// - Parameters:
  ///   - url: The log, which must not exist yet.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - options: What else to write.
  /// - Throws: `LogError` if the file cannot be made, or the error of a state's `encode(to:)`.
  public func record(
    to url: URL, app: String, build: String = "", options: RecordingOptions = RecordingOptions()
  ) throws -> Recording {
    try record(to: url.logPath(), app: app, build: build, options: options)
  }

  /// Records every action from now on into a log of its own in a folder, so that the same line records each launch:
  ///
  /// ```swift
  /// let recording = try dispatcher.record(in: folder, app: "shop")
  /// recording.mark("user reported a bug")
  /// try recording.close()
  /// ```
  ///
  /// The log is called after the app and the time, `shop-20261126T215532Z-4f2a.playhead`; ``Recording/url`` is its place.
  /// Deletes the oldest logs of the app there, as `options.keptLaunches` and `options.keptLaunchBytes` say: none that is
  /// being written, and nothing that is no log of this app.
  ///
  /// - Parameters:
  ///   - folder: The folder, which must exist. By default `Playhead` in the folder for what apps keep (Application Support
  ///     on Apple's systems, where backups leave it out), which is made.
  ///   - app: The app's name, by which a debugger finds its stores.
  ///   - build: The app's own version.
  ///   - options: What else to write.
  /// - Throws: `LogError` if the file cannot be made, or the error of a state's `encode(to:)`.
  public func record(
    in folder: URL? = nil, app: String, build: String = "",
    options: RecordingOptions = RecordingOptions()
  ) throws -> Recording {
    let logs = try LaunchLogs(of: app, in: folder)
    let path = logs.freePath()
    let recording = try record(to: path, app: app, build: build, options: options)
    logs.prune(before: path, options)
    return recording
  }

  /// The same with a given session, clock and disk.
  package func record(
    to path: String, app: String, build: String = "", session: UUID = UUID(),
    clock: any RecorderClock = SystemClock(), options: RecordingOptions = RecordingOptions(),
    on disk: any Disk = SystemDisk()
  ) throws -> Recording {
    try exclusively {
      let stores = stores
      let writer = try ActionWriter(
        to: path, app: app, build: build, stores: stores.map(\.name), session: session,
        clock: clock, options: options, on: disk, pageLength: TailFormat.pageLength,
        states: { stores.map(\.anyState) as [any Encodable & Sendable] })
      let tap = DispatcherTap(writer, self, StoreNumbers(stores))
      attach(tap)
      tap.startsLate = tap.base == nil
      return Recording(writer, .dispatcher(self, tap))
    }
  }
}

extension ReplayableApp {
  /// Records the app's dispatcher under the app's name into a log of its own in a folder: `Dispatcher.record(in:app:)`.
  public func record(
    in folder: URL? = nil, build: String = "", options: RecordingOptions = RecordingOptions()
  ) throws -> Recording {
    try dispatcher.record(in: folder, app: Self.appName, build: build, options: options)
  }

  /// Records the app's dispatcher under the app's name: `Dispatcher.record(to:app:)`.
  public func record(
    to url: URL, build: String = "", options: RecordingOptions = RecordingOptions()
  ) throws -> Recording {
    try dispatcher.record(to: url, app: Self.appName, build: build, options: options)
  }
}
