import PlayheadLog

/// How much of a recording to keep: all of it, or, as a flight recorder does, its end.
///
/// ```swift
/// options.keeps = .last(bytes: 50_000_000)
/// ```
///
/// A recording that keeps only its end consists of *segments*: files that can each be read and replayed alone,
/// `session.playhead`, `session.2.playhead`, `session.3.playhead` and so on. All of them have one tail. The recorder
/// deletes segments that are no longer needed.
///
/// The recording keeps at least the given amount, and up to an eighth more, which is the length of a segment.
/// Each segment begins with the states, so shorter segments would write more states, and longer ones would
/// keep too much. One older segment always stays, so that there is something before the newest one.
public struct Retention: Sendable, Hashable {
  /// The number of newest bytes to keep; `nil` for all.
  let bytes: Int?
  /// The number of newest nanoseconds to keep; `nil` for all.
  let nanoseconds: Int64?

  /// All of it, in one file.
  package static let everything = Retention(bytes: nil, nanoseconds: nil)

  /// The newest `bytes` of the log.
  ///
  /// All files take up to an eighth more, plus the tail, a few megabytes. A segment has at least 64 KiB, and
  /// at least one chunk: 16,384 actions, or a megabyte of them.
  public static func last(bytes: Int) -> Retention {
    Retention(bytes: max(bytes, 0), nanoseconds: nil)
  }

  /// The last `duration`, by the recording's own clock.
  ///
  /// The number of bytes is not limited: while the clock stands still, no time passes, and everything is
  /// kept. `last(_:bytes:)` limits it.
  public static func last(_ duration: Duration) -> Retention {
    Retention(bytes: nil, nanoseconds: max(duration.nanoseconds, 0))
  }

  /// The last `duration`, but not much more than `bytes` bytes.
  public static func last(_ duration: Duration, bytes: Int) -> Retention {
    Retention(bytes: max(bytes, 0), nanoseconds: max(duration.nanoseconds, 0))
  }

  /// Whether the recording is written in segments.
  var hasSegments: Bool { self != .everything }

  /// The bytes of actions in a segment.
  var segmentBytes: Int? { bytes.map { max($0 / Self.share, Self.smallestSegment) } }

  /// The duration of a segment.
  var segmentNanoseconds: Int64? {
    nanoseconds.map { max($0 / Int64(Self.share), Self.shortestSegment) }
  }

  /// The number of segments in the kept part.
  private static let share = 8
  /// Smaller chunks compress badly, and each segment has a copy of the states.
  private static let smallestSegment = 64 << 10
  /// A second: a busy app should not write its states more often.
  private static let shortestSegment: Int64 = 1_000_000_000
}
