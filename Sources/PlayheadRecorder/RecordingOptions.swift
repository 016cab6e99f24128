public import PlayheadCoding
public import PlayheadLog

/// What a recording writes besides the actions, and whom it tells of trouble.
public struct RecordingOptions: Sendable {
  /// How often the log gets a digest of every store's state, by which replays are checked.
  public var digests: DigestInterval

  /// How exactly the log says how long actions took.
  public var timing: Timing

  /// Whether the app waits where the recorder cannot keep up, instead of going on with digests and
  /// actions left out. For scripts, which lose no user's time by it: the same script gives the same
  /// log.
  public var waits = false

  /// What must not get into the log, besides what types declare to be `Confidential`: of that there
  /// are tokens unless a rule says otherwise. Nil records everything as it is.
  public var redaction: Redaction? = Redaction()

  /// Called once, on a thread of the recorder's, if the log can no longer be written. The app goes
  /// on as if nothing had happened; the log ends there.
  public var onFailure: @Sendable (LogError) -> Void

  /// Frugal by default: what they add to a log is next to nothing.
  public init(
    digests: DigestInterval = .every(4_096), timing: Timing = .coarse,
    onFailure: @escaping @Sendable (LogError) -> Void = { _ in }
  ) {
    self.digests = digests
    self.timing = timing
    self.onFailure = onFailure
  }

  /// What fixtures use: a digest at every step, exact times.
  public static var exact: RecordingOptions { RecordingOptions(digests: .every(1), timing: .exact) }
}

/// How often a log gets a digest of the state.
public enum DigestInterval: Sendable, Hashable {
  /// Never.
  case never
  /// Every so many steps and at the end. Another thread computes them from copies of the states; if
  /// it is busy, one is left out. Every single step (1) is digested by the dispatching thread, and
  /// none is left out.
  case every(Int)
}
