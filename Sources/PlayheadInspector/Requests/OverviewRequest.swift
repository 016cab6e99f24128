import Foundation
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
  /// The app; nil if the first frame is damaged, as in all that is in the header.
  public var app: String?
  /// The app's version; may be empty.
  public var build: String?
  /// The ID of the recording, in small letters. All segments share it.
  public var session: String?
  /// When the recording began.
  public var start: WallTime?
  /// The time from the start to the end, in nanoseconds; nil if unknown.
  public var nanoseconds: Int64?
  /// The device's locale; may be empty.
  public var locale: String?
  /// The device's time zone; may be empty.
  public var timeZone: String?
  /// The version of the log's format.
  public var formatVersion: UInt64?
  /// The number of actions.
  public var actions: Int
  /// The step after the state with which the log begins.
  public var firstStep: Step
  /// The last step with an action.
  public var lastStep: Step
  /// The size of the log in bytes.
  public var bytes: Int
  /// The same for each action, rounded to hundredths; nil without actions.
  public var bytesPerAction: Double?
  /// The number of frames that its actions are packed into.
  public var chunks: Int
  /// The number of actions of each type, the most frequent first.
  public var types: [TypeCount]
  /// If this is a later segment of a flight recorder: the name of its first file.
  public var segmentOf: String?
  /// The number of the segment, from 2.
  public var segment: Int?
  /// The app's stores.
  public var stores: [String]
  /// The steps with states in the log.
  public var checkpoints: [Step]
  /// Whether the log has digests of states, which a check compares with replays.
  public var digests: Bool
  /// The app's notes.
  public var notes: [NoteRecord]
  /// The places at which the session went on from earlier steps.
  public var resumptions: [ResumptionRecord]
  /// The steps that were never recorded.
  public var gaps: [GapRecord]
  /// The number of actions missing in gaps.
  public var missing: UInt64
  /// The steps lost to damage.
  public var lost: [ClosedRange<Step>]
  /// Whether the recording was closed.
  public var closed: Bool
  /// How the recording ended.
  public var ending: LogEnding
  /// What cannot be read, in a sentence.
  public var damage: String?
  /// All known damage.
  public var damages: [DamageRecord]

  /// The number of actions of a type.
  public struct TypeCount: Codable, Hashable, Sendable {
    /// The name of the type.
    public var name: String
    /// Its version.
    public var version: Int
    /// The number of actions.
    public var count: Int
  }
}

extension LogOverview {
  /// Hundredths of a byte per action, because long logs need less than one byte; nil without actions.
  package static func hundredths(of bytes: Int, per actions: Int) -> UInt64? {
    actions > 0 ? (UInt64(bytes) * 100 + UInt64(actions) / 2) / UInt64(actions) : nil
  }
}

/// A time by the device's clock.
public struct WallTime: Codable, Hashable, Sendable {
  /// The time in nanoseconds since 1970.
  public var nanoseconds: Int64
}

extension LogOverview {
  init(_ log: LogReader) {
    self.log = log.name
    // Counted first, because counting may find damage that other facts show.
    types = log.typeCounts.map {
      TypeCount(name: $0.type.name, version: $0.type.version, count: $0.count)
    }
    let annotations = log.annotations()
    // An end record does not count if the recording goes on after it.
    nanoseconds = log.duration(until: log.isClosed ? annotations.end : nil)
    (actions, firstStep, lastStep) = (log.actionCount, log.initialStep.next, log.lastStep)
    (bytes, chunks) = (log.byteCount, log.chunkCount)
    bytesPerAction = Self.hundredths(of: bytes, per: actions).map { Double($0) / 100 }
    (segmentOf, segment) = (log.segment?.path, log.segment?.number)
    (stores, checkpoints) = (log.stores, annotations.checkpoints)
    digests = annotations.hasDigests
    notes = annotations.notes.map { NoteRecord($0, of: log) }
    resumptions = log.resumptions.map { ResumptionRecord($0) }
    (gaps, missing) = (annotations.gaps.map { GapRecord($0) }, annotations.gaps.missing)
    (lost, closed, ending) = (log.lostSteps, log.ending == .closed, log.ending)
    damages = log.damages.map { DamageRecord($0) }
    damage =
      damages.first?.text
      ?? annotations.fault.map { fault in
        if case .damaged(let damage) = fault { DamageRecord(damage).text } else { "\(fault)" }
      }
    guard log.hasHeader else { return }
    let header = log.header
    (app, build, session) = (header.app, header.build, header.session.uuidString.lowercased())
    (start, locale) = (WallTime(nanoseconds: header.start.wall), header.locale)
    (timeZone, formatVersion) = (header.timeZone, header.formatVersion)
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
