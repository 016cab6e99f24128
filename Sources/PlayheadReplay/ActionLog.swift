public import Foundation
public import PlayheadReading
public import PlayheadLog
public import PlayheadValues

/// A log opened for reading, for an app's tests and developer tools.
///
/// Reads the tail file beside a log as well, if the app crashed or is still recording, and writes nothing.
/// If the log is a flight recorder's newest segment, the older segments beside it come first.
///
/// No file can trap the reader. Damage costs only the actions it hit: you can read all others.
/// Not safe for use from several threads at once.
///
/// ```swift
/// let log = try ActionLog(url)
/// try log.forEachEntry(in: 1...log.lastStep) { entry in
///   print(entry.step, entry.time, entry.type.name, try entry.payload())
/// }
/// ```
public struct ActionLog {
  package let source: any ActionSource

  /// Opens the log at a file URL. Reads a pipe or a device into memory.
  public init(_ url: URL) throws(ReadingError) {
    source = try LogReader(path: url.path(percentEncoded: false))
  }

  init(_ source: any ActionSource) { self.source = source }

  /// The log, or the one that a branch was recorded in.
  package var reader: LogReader { source.recording }

  /// The last step with an action, damaged or not; without any action, the step of the initial state.
  public var lastStep: Step { source.lastStep }

  /// Whether the recording was closed.
  public var isClosed: Bool { source.ending == .closed }

  /// The action that the app was handling when it stopped; nil if the stores had finished the last action.
  public var stoppedHandling: Step? {
    if case .stoppedHandling(let step) = source.ending { step } else { nil }
  }

  /// The action at a step. Throws `ReadingError.noStep` for step 0 and beyond the end, `ReadingError.inGap` in a gap.
  public func entry(at step: Step) throws(ReadingError) -> Entry {
    Entry(entry: try source.entry(at: step))
  }

  /// Calls `body` with each action in `range`, in order; skips gaps.
  ///
  /// - Parameters:
  ///   - range: The first and the last step.
  ///   - onDamage: Gets each damaged part of the log, which is then skipped like a gap. By default it throws.
  ///   - body: Gets each action.
  public func forEachEntry(
    in range: ClosedRange<Step>,
    onDamage: (ReadingError.Damage) throws -> Void = { throw ReadingError.damaged($0) },
    _ body: (Entry) throws -> Void
  ) throws {
    try source.forEachEntry(in: range, onDamage: onDamage) { try body(Entry(entry: $0)) }
  }

  /// An action as the log has it.
  public struct Entry {
    let entry: LogEntry

    /// The action's number.
    public var step: Step { entry.step }

    /// The action's type.
    public var type: ActionType { entry.type }

    /// The action whose handler or effect dispatched this one; nil if it came from outside.
    public var cause: Step? { entry.cause }

    /// When the action was dispatched, by the device's clock.
    public var time: Date { Date(timeIntervalSince1970: Double(entry.moment.wall) / 1e9) }

    /// The action as a tree; of an enum's case, its associated values. Throws if its bytes contradict their shape.
    public func payload() throws(ReadingError) -> Value { try entry.payload() }
  }
}
