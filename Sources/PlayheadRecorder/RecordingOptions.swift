public import PlayheadCoding
import PlayheadFlux
public import PlayheadLog

/// What a recording writes besides the actions, how safe the log is, and whom it notifies of failures.
public struct RecordingOptions: Sendable {
  /// How often the log gets a digest of every store's state, to check replays.
  package var digests: DigestInterval

  /// How precisely the log has the durations of actions.
  package var timing: Timing

  /// What survives a loss of power.
  public var durability = Durability.perChunk

  /// How many launches of the app `record(in:)` leaves in its folder, with the one that begins.
  public var keptLaunches = 10

  /// How many bytes the files of these launches may take. The newest one always stays.
  public var keptLaunchBytes = 100_000_000

  /// How much of the log to keep: all, or the last bytes or minutes.
  public var keeps = Retention.everything

  /// Whether the app waits when the recorder cannot keep up, instead of leaving out digests and actions. For
  /// scripts, which then give the same log on every run.
  public var waits = false

  /// What to redact, besides the secrets that types declare to be `Confidential`, which become tokens unless
  /// a rule says otherwise. `nil` records everything as it is.
  public var redaction: Redaction? = Redaction()

  /// Called on a recorder's thread when the log cannot be written, when a state cannot be encoded, or once for each
  /// kind of misuse. An adapter whose log cannot be made calls it on the thread that records. The app goes on, and the
  /// recorder retries; actions that it cannot keep meanwhile are a gap. You may close the `Recording` here.
  public var onFailure: @Sendable (LogError) -> Void

  /// Called on a recorder's thread when the log can be written again, or the states can be encoded again.
  public var onRecovery: @Sendable () -> Void = {}

  /// The usual options.
  public init() { self.init(digests: .every(4_096)) }

  /// The same with other digests and times, for fixtures and tests of the recorder.
  package init(
    digests: DigestInterval = .every(4_096), timing: Timing = .coarse,
    onFailure: @escaping @Sendable (LogError) -> Void = { _ in }
  ) {
    self.digests = digests
    self.timing = timing
    self.onFailure = onFailure
  }

  /// The options of fixtures: a digest at every step, exact times.
  package static var exact: RecordingOptions {
    RecordingOptions(digests: .every(1), timing: .exact)
  }
}

/// How often a log gets a digest of the state.
package enum DigestInterval: Sendable, Hashable {
  /// Never.
  case never
  /// After every given number of steps, and at the end. Another thread computes them from copies of the
  /// states, and skips one if it is busy. With 1, the dispatching thread computes them and skips none.
  case every(Int)
}

/// What survives of a recording when the power fails or the operating system crashes.
///
/// If only the app's process ends, however suddenly, nothing is lost with any of them.
public enum Durability: Sendable, Hashable {
  /// What the operating system has written by itself: usually all but the last half minute.
  case none
  /// Every chunk that was flushed: usually all but the last 16,384 actions, or megabyte of them.
  case perChunk
  /// All but the actions of the last `Duration`.
  case every(Duration)
  /// Every action whose dispatch returned. The dispatching thread waits for the disk each time: a tenth of a
  /// millisecond on a good disk.
  case everyAction
}

extension Redaction {
  /// This redaction, with tokens for what types declare to be `Confidential`.
  package var withDeclarations: Redaction {
    var redaction = self
    redaction.declaration = { type in
      guard let type = type as? any Confidential.Type else { return nil }
      return type.confidentialKeys.map(Declaration.fields) ?? .whole
    }
    return redaction
  }
}
