public import Foundation
import PlayheadFiles
public import PlayheadLog
public import PlayheadValues

/// A log that is opened for reading: for tests and tools of an app's developers.
///
/// If a tail lies beside the log, because its app has crashed or goes on recording, what it holds is read as well:
/// nothing is written for that. And if it is the newest segment of a flight recorder's, the older ones beside it come
/// before it.
///
/// Nothing in a file can trap it, and damage costs what it hit: all actions before it and behind it can be read.
/// Not safe for use from several threads at once.
///
/// ```swift
/// let log = try ActionLog(url)
/// try log.forEachEntry(in: 1...log.lastStep) { entry in
///   print(entry.step, entry.time, entry.type.name, try entry.payload())
/// }
/// ```
public struct ActionLog {
  package let reader: LogReader

  /// Opens the log at a file URL. What comes through a pipe or a device is read into memory.
  public init(_ url: URL) throws(LogError) {
    reader = try LogReader(path: url.path(percentEncoded: false))
  }

  init(_ reader: LogReader) { self.reader = reader }

  /// The last step that has an action, be it damaged; that of the initial state without any.
  public var lastStep: Step { reader.lastStep }

  /// Whether the recording was ended in good order.
  public var isClosed: Bool { reader.isClosed }

  /// The action in the midst of which the app stopped, or was stopped; nil if its stores had got through with the last one.
  public var stoppedHandling: Step? {
    if case .stoppedHandling(let step) = reader.ending { step } else { nil }
  }

  /// The action of a step. Throws `LogError.noStep` beyond the end and for step 0, `LogError.inGap` in a gap.
  public func entry(at step: Step) throws(LogError) -> Entry {
    Entry(entry: try reader.entry(at: step))
  }

  /// Gives every action in `range` to `body`, in order; gaps are passed over.
  ///
  /// - Parameters:
  ///   - range: From which step to which.
  ///   - onDamage: Told of each part of the log that turns out to be damaged, which is then passed over like a gap.
  ///     Unless it says otherwise, it throws.
  ///   - body: Gets each action, in the order of the steps.
  public func forEachEntry(
    in range: ClosedRange<Step>,
    onDamage: (LogError.Damage) throws -> Void = { throw LogError.damaged($0) },
    _ body: (Entry) throws -> Void
  ) throws {
    try reader.forEachEntry(in: range, onDamage: onDamage) { try body(Entry(entry: $0)) }
  }

  /// An action as the log has it.
  public struct Entry {
    let entry: LogEntry

    /// The action's number.
    public var step: Step { entry.step }

    /// The action's type.
    public var type: ActionType { entry.type }

    /// The action whose handling or effect dispatched this one; nil if it came from outside.
    public var cause: Step? { entry.cause }

    /// When it was dispatched, by the device's clock.
    public var time: Date { Date(timeIntervalSince1970: Double(entry.moment.wall) / 1e9) }

    /// The action itself, as a tree. Throws if its bytes contradict their shape.
    public func payload() throws(LogError) -> Value { try entry.payload() }
  }
}
