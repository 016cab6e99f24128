public import PlayheadCoding
import PlayheadFlux
public import PlayheadLog

/// What a recording writes besides the actions, how safe the log is, and what is called when it fails.
public struct RecordingOptions: Sendable {
  /// How often the log gets a digest of every store's state, by which replays are checked.
  package var digests: DigestInterval

  /// How exactly the log says how long actions took.
  package var timing: Timing

  /// What survives a loss of power.
  public var durability = Durability.perChunk

  /// What becomes of an existing log.
  public var existing = ExistingLog.kept()

  /// How much of the log is kept: all, or the last bytes or minutes.
  public var keeps = Retention.everything

  /// Whether the app waits where the recorder cannot keep up, instead of going on with digests and
  /// actions left out. For scripts, in which no
  /// user waits: the same script gives the same log.
  public var waits = false

  /// What must not get into the log, besides what types declare to be `Confidential`: of that there
  /// are tokens unless a rule says otherwise. `nil` records everything as it is.
  public var redaction: Redaction? = Redaction()

  /// Called on a thread of the recorder's when the log cannot be written. The app goes on as if
  /// nothing had happened, and the recorder tries again; what it cannot keep meanwhile is a gap.
  /// It may close the `Recording`. It must not wait for another thread that closes it: neither would go on.
  public var onFailure: @Sendable (LogError) -> Void

  /// Called on a thread of the recorder's when the log can be written again.
  public var onRecovery: @Sendable () -> Void = {}

  /// The usual options: what the recorder adds to the actions is next to nothing.
  public init() { self.init(digests: .every(4_096)) }

  /// The same with digests or times of another kind, for fixtures and for tests of the recorder.
  package init(
    digests: DigestInterval = .every(4_096), timing: Timing = .coarse,
    onFailure: @escaping @Sendable (LogError) -> Void = { _ in }
  ) {
    self.digests = digests
    self.timing = timing
    self.onFailure = onFailure
  }

  /// What fixtures use: a digest at every step, exact times.
  package static var exact: RecordingOptions {
    RecordingOptions(digests: .every(1), timing: .exact)
  }
}

/// How often a log gets a digest of the state.
package enum DigestInterval: Sendable, Hashable {
  /// Never.
  case never
  /// Every given number of steps and at the end. Another thread computes them from copies of the states; if
  /// it is busy, one is left out. Every single step (1) is digested by the dispatching thread, and
  /// none is left out.
  case every(Int)
}

/// What of a recording survives when the power is lost, or the operating system crashes.
///
/// The end of the app's process alone, however sudden, costs nothing in any of them.
public enum Durability: Sendable, Hashable {
  /// What the operating system has written by itself: mostly all but the last half minute.
  case none
  /// Every chunk that was flushed: mostly all but the last 16,384 actions, or megabyte of them.
  case perChunk
  /// All but what came within the last `Duration`.
  case every(Duration)
  /// Every action whose dispatch returned. The dispatching thread waits for the disk each time: a
  /// tenth of a millisecond on a good one.
  case everyAction
}

/// What becomes of an existing log when a recording begins.
public enum ExistingLog: Sendable, Hashable {
  /// It gets a number, `shop.000007.playhead`, and the recording begins a new log under the old one's name, so the same line
  /// records every launch of an app. The app's oldest numbered logs are deleted until at most `newest` are left, which take
  /// at most `bytes` bytes together with their tails.
  case kept(newest: Int = 10, bytes: Int = 100_000_000)
  /// It is left alone, and the recording does not begin.
  case refused
  /// The recording continues it, also after a crash, whose last actions are saved first.
  case continued
}

extension Redaction {
  /// This redaction, and tokens for what types declare to be `Confidential`.
  package var withDeclarations: Redaction {
    var redaction = self
    redaction.declaration = { type in
      guard let type = type as? any Confidential.Type else { return nil }
      return type.confidentialKeys.map(Declaration.fields) ?? .whole
    }
    return redaction
  }
}
