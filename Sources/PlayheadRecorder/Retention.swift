import PlayheadLog

/// How much of a recording is kept: all of it, or, as a flight recorder does, its end.
///
/// ```swift
/// options.keeps = .last(bytes: 50_000_000)
/// ```
///
/// A recording of which only the end is kept is written in *segments*, files of which each can be read
/// and replayed alone. `session.playhead` always is the newest; the older ones lie beside it as
/// `session.000001.playhead`, `session.000002.playhead` and so on. Those that are not needed any more
/// are deleted. `cat session*.playhead` joins what is there to one log, and a reader that opens
/// `session.playhead` gets all of it as well.
///
/// At least what was asked for is kept, up to an eighth more: that is how long a segment is. A smaller
/// part would write more states, with which each segment begins, and a larger one would keep more than
/// was asked for. One older segment always stays, so that there is something before the newest's
/// beginning.
public struct Retention: Sendable, Hashable {
  /// How many of the newest bytes; nil if all.
  let bytes: Int?
  /// How many of the newest nanoseconds; nil if all.
  let nanoseconds: Int64?

  /// All of it, in one file.
  package static let everything = Retention(bytes: nil, nanoseconds: nil)

  /// The newest `bytes` of the log.
  ///
  /// All files take up to an eighth more, and the tail, a few megabytes. A segment has 64 KiB at least,
  /// and is never shorter than a chunk, for which the recorder collects 16,384 actions or a megabyte of
  /// them.
  public static func last(bytes: Int) -> Retention {
    Retention(bytes: max(bytes, 0), nanoseconds: nil)
  }

  /// What came in the last `duration`, by the recording's own clock.
  ///
  /// How many bytes that is depends on what the app does: while the clock stands still, no time passes,
  /// and everything is kept. `last(_:bytes:)` puts a bound on that.
  public static func last(_ duration: Duration) -> Retention {
    Retention(bytes: nil, nanoseconds: max(duration.nanoseconds, 0))
  }

  /// What came in the last `duration`, and of that about `bytes` bytes at most.
  public static func last(_ duration: Duration, bytes: Int) -> Retention {
    Retention(bytes: max(bytes, 0), nanoseconds: max(duration.nanoseconds, 0))
  }

  /// Whether it is written in segments.
  var hasSegments: Bool { self != .everything }

  /// How many bytes of actions a segment takes.
  var segmentBytes: Int? { bytes.map { max($0 / Self.share, Self.smallestSegment) } }

  /// How long a segment lasts.
  var segmentNanoseconds: Int64? {
    nanoseconds.map { max($0 / Int64(Self.share), Self.shortestSegment) }
  }

  /// How many segments what is kept has.
  private static let share = 8
  /// A chunk of less compresses badly, and there would be a state for each.
  private static let smallestSegment = 64 << 10
  /// A second: an app that does something all the time should not write its states more often.
  private static let shortestSegment: Int64 = 1_000_000_000
}
