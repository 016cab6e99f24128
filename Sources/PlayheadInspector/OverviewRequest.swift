public import Foundation
public import PlayheadFiles
public import PlayheadLog
import PlayheadReplay

/// What a log is: its app, times, sizes, types of actions, and what is missing or damaged.
public struct OverviewRequest: Request {
  /// Asks it of the recording.
  public init() {}

  /// Costs a look at the index and at the few frames with notes, gaps and states; the actions are read only if there is no index.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> LogOverview { LogOverview(inspector.recording) }

  /// What a log tells by itself.
  public var needsStores: Bool { false }
}

/// What a log is.
public struct LogOverview: Codable, Sendable {
  /// The log's name.
  public var log: String
  /// Who recorded it; nil if the first frame is damaged.
  public var header: Header?
  /// How often each type of action came, the most frequent first.
  public var types: [TypeCount]
  /// How many actions there are.
  public var actionCount: Int
  /// The state with which the log begins.
  public var initialStep: Step
  /// The last step with an action.
  public var lastStep: Step
  /// From the start to the end, in nanoseconds; nil if it is not known.
  public var duration: Int64?
  /// How many bytes it takes.
  public var byteCount: Int
  /// Into how many frames its actions are packed.
  public var chunkCount: Int
  /// What was written from one start of the app, or one segment, in order.
  public var parts: [Part]
  /// How many files it was read from.
  public var segmentCount: Int
  /// The log that this older segment belongs to, and its number there.
  public var segment: Segment?
  /// The app's stores.
  public var stores: [String]
  /// The steps whose states it holds.
  public var checkpoints: [Step]
  /// Whether it has digests of states, by which a replay is checked.
  public var hasDigests: Bool
  /// The app's remarks.
  public var notes: [NoteRecord]
  /// The steps that are missing and were never in it.
  public var gaps: [GapRecord]
  /// How many actions are missing in them.
  public var missingCount: UInt64
  /// The steps that are lost by damage.
  public var lostSteps: [ClosedRange<Step>]
  /// How the recording ended.
  public var ending: LogEnding
  /// All damage that is known.
  public var damages: [DamageRecord]
  /// The damage, found just now, that hides notes, gaps or states.
  public var hidingDamage: DamageRecord?
  /// Why notes, gaps or states cannot be read, if it is no damage.
  public var fault: String?

  /// Who recorded a log.
  public struct Header: Codable, Hashable, Sendable {
    /// The app.
    public var app: String
    /// The app's version; may be empty.
    public var build: String
    /// The recording; its segments share it.
    public var session: UUID
    /// When it began, in nanoseconds since 1970.
    public var start: Int64
    /// The device's locale; may be empty.
    public var locale: String
    /// The device's time zone; may be empty.
    public var timeZone: String
    /// The version of the log's format.
    public var formatVersion: UInt64
  }
  /// How often a type of action came.
  public struct TypeCount: Codable, Hashable, Sendable {
    /// The type.
    public var type: ActionType
    /// How often.
    public var count: Int
  }

  /// What was written from one start of the app, or one segment.
  public struct Part: Codable, Hashable, Sendable {
    /// The step with whose state it begins.
    public var start: Step
    /// The app's version; may be empty.
    public var build: String
    /// When it began, in nanoseconds since 1970.
    public var startTime: Int64
  }

  /// A place among the files of a log.
  public struct Segment: Codable, Hashable, Sendable {
    /// The log's name.
    public var log: String
    /// The file's number.
    public var number: Int
  }
}

extension LogOverview {
  init(_ log: LogReader) {
    self.log = log.name
    header = log.hasHeader ? Header(log.header) : nil
    // Counted first, because that may find damage that other facts show.
    types = log.typeCounts.map { TypeCount(type: $0.type, count: $0.count) }
    let asides = log.asides()
    // An end record does not count if the recording goes on after it.
    duration = log.duration(until: log.isClosed ? asides.end : nil)
    (actionCount, initialStep, lastStep) = (log.actionCount, log.initialStep, log.lastStep)
    (byteCount, chunkCount, segmentCount) = (log.byteCount, log.chunkCount, log.segmentCount)
    parts = log.parts.map {
      Part(start: $0.start, build: $0.header.build, startTime: $0.header.start.wall)
    }
    segment = log.segment.map { Segment(log: $0.path, number: $0.number) }
    (stores, checkpoints, hasDigests) = (log.stores, asides.checkpoints, asides.hasDigests)
    notes = asides.notes.map { NoteRecord($0, of: log) }
    (gaps, missingCount) = (asides.gaps.map { GapRecord($0) }, asides.gaps.missing)
    (lostSteps, ending, damages) = (log.lostSteps, log.ending, log.damages.map { DamageRecord($0) })
    if case .damaged(let damage)? = asides.fault {
      hidingDamage = DamageRecord(damage)
    } else {
      fault = asides.fault?.description
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

extension LogReader {
  /// The time from the start to `end`, or to the last action, in nanoseconds; nil if it is damaged.
  package func duration(until end: Moment?) -> Int64? {
    if let end { return offset(of: end) }
    guard lastStep > initialStep else { return 0 }
    return (try? entry(at: lastStep)).map { offset(of: $0.moment) }
  }
}
