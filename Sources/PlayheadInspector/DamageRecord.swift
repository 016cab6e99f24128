public import PlayheadLog

/// Where a log is damaged.
public struct DamageRecord: Codable, Hashable, Sendable {
  /// The damaged file.
  public var file: String
  /// The number of the damaged frame in it, counted from 0.
  public var frame: Int
  /// Where the frame begins in it, in bytes; means nothing in a tail.
  public var offset: Int
  /// Whether it is not in the log's own file but in its tail.
  public var isInTail: Bool
  /// What is wrong, as a part of a sentence.
  public var fault: String
  /// The steps that are lost by it, if it is known which.
  public var lostSteps: ClosedRange<Step>?
  /// All of that in a sentence.
  public var text: String
  /// The number of the frame in the whole log.
  package var logFrame: Int
  /// Whether the log was read from several files.
  package var isOfSeveralFiles: Bool
  /// Whether it is no damage, but takes more memory to read than is allowed.
  package var isMemoryLimit: Bool

  package init(_ damage: LogError.Damage) {
    let place = damage.place
    (file, frame, offset) = (place.path, place.frame, place.offset)
    (isInTail, fault, lostSteps) = (damage.isInTail, damage.fault, damage.steps)
    (text, logFrame) = ("\(damage)", damage.frame)
    (isOfSeveralFiles, isMemoryLimit) = (damage.file != nil, damage.isMemoryLimit)
  }
}
