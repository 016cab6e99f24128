public import Foundation
public import PlayheadReading
public import PlayheadLog
import PlayheadReplay

/// Asks for an overview of a log: its app, times, sizes, action types, and missing or damaged parts.
public struct OverviewRequest: Request {
  /// Asks about the recording.
  public init() {}

  /// Costs a look at the index and at few frames. Reads the actions only without an index.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> LogOverview { LogOverview(inspector.recording) }

  /// False: the log has it all.
  public var needsStores: Bool { false }
}

/// An overview of a log.
public struct LogOverview: Codable, Sendable {
  /// The log's name.
  public var log: String
  /// The header of the recording; nil if the first frame is damaged.
  public var header: Header?
  /// The number of actions of each type, the most frequent first.
  public var types: [TypeCount]
  /// The number of actions.
  public var actionCount: Int
  /// The step of the state with which the log begins.
  public var initialStep: Step
  /// The last step with an action.
  public var lastStep: Step
  /// The time from the start to the end, in nanoseconds; nil if unknown.
  public var duration: Int64?
  /// The size of the log in bytes.
  public var byteCount: Int
  /// The number of frames that its actions are packed into.
  public var chunkCount: Int
  /// If this is a later segment of a flight recorder: the log that it continues, and its number.
  public var segment: Segment?
  /// The app's stores.
  public var stores: [String]
  /// The steps with states in the log.
  public var checkpoints: [Step]
  /// Whether the log has digests of states, which a check compares with replays.
  public var hasDigests: Bool
  /// The app's notes.
  public var notes: [NoteRecord]
  /// The places at which the session went on from earlier steps.
  public var resumptions: [ResumptionRecord]
  /// The steps that were never recorded.
  public var gaps: [GapRecord]
  /// The number of actions missing in gaps.
  public var missingCount: UInt64
  /// The steps lost to damage.
  public var lostSteps: [ClosedRange<Step>]
  /// How the recording ended.
  public var ending: LogEnding
  /// All known damage.
  public var damages: [DamageRecord]
  /// Newly found damage that hides notes, gaps or states.
  public var hidingDamage: DamageRecord?
  /// Why notes, gaps or states cannot be read, if the reason is not damage.
  public var fault: String?

  /// The header of a recording.
  public struct Header: Codable, Hashable, Sendable {
    /// The app.
    public var app: String
    /// The app's version; may be empty.
    public var build: String
    /// The ID of the recording. All segments share it.
    public var session: UUID
    /// When the recording began, in nanoseconds since 1970.
    public var start: Int64
    /// The device's locale; may be empty.
    public var locale: String
    /// The device's time zone; may be empty.
    public var timeZone: String
    /// The version of the log's format.
    public var formatVersion: UInt64
  }
  /// The number of actions of a type.
  public struct TypeCount: Codable, Hashable, Sendable {
    /// The type.
    public var type: ActionType
    /// The number of actions.
    public var count: Int
  }

  /// A file's place among the files of a flight recorder.
  public struct Segment: Codable, Hashable, Sendable {
    /// The name of the first file.
    public var log: String
    /// The file's number, from 2.
    public var number: Int
  }
}

extension LogOverview {
  init(_ log: LogReader) {
    self.log = log.name
    header = log.hasHeader ? Header(log.header) : nil
    // Counted first, because counting may find damage that other facts show.
    types = log.typeCounts.map { TypeCount(type: $0.type, count: $0.count) }
    let annotations = log.annotations()
    // An end record does not count if the recording goes on after it.
    duration = log.duration(until: log.isClosed ? annotations.end : nil)
    (actionCount, initialStep, lastStep) = (log.actionCount, log.initialStep, log.lastStep)
    (byteCount, chunkCount) = (log.byteCount, log.chunkCount)
    segment = log.segment.map { Segment(log: $0.path, number: $0.number) }
    (stores, checkpoints, hasDigests) = (
      log.stores, annotations.checkpoints, annotations.hasDigests
    )
    notes = annotations.notes.map { NoteRecord($0, of: log) }
    resumptions = log.resumptions.map { ResumptionRecord($0) }
    (gaps, missingCount) = (annotations.gaps.map { GapRecord($0) }, annotations.gaps.missing)
    (lostSteps, ending, damages) = (log.lostSteps, log.ending, log.damages.map { DamageRecord($0) })
    if case .damaged(let damage)? = annotations.fault {
      hidingDamage = DamageRecord(damage)
    } else {
      fault = annotations.fault?.description
    }
  }
}

extension LogOverview.Header {
  fileprivate init(_ header: LogHeader) {
    (app, build, session) = (header.app, header.build, header.session)
    (start, locale, timeZone) = (header.start.wall, header.locale, header.timeZone)
    formatVersion = header.formatVersion
  }
}

extension ActionSource {
  /// The time from the start to `end`, or to the last action, in nanoseconds; nil if that is damaged.
  package func duration(until end: Moment?) -> Int64? {
    if let end { return offset(of: end) }
    guard lastStep > initialStep else { return 0 }
    return (try? entry(at: lastStep)).map { offset(of: $0.moment) }
  }
}
