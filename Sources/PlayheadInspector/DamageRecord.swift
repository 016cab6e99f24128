public import PlayheadLog
package import PlayheadReading

/// Where a log is damaged.
public struct DamageRecord: Codable, Hashable, Sendable {
  /// The damaged file.
  public var file: String
  /// The number of the damaged frame in the file, from 0.
  public var frame: Int
  /// Where the frame begins in the file, in bytes. Has no meaning in a tail.
  public var offset: Int
  /// Whether the damage is in the log's tail instead of its own file.
  public var isInTail: Bool
  /// The fault, as a part of a sentence.
  public var fault: String
  /// The steps that are lost, if known.
  public var lostSteps: ClosedRange<Step>?
  /// The damage in a sentence.
  public var text: String
  /// Whether nothing is damaged, but the frame takes more memory than is allowed.
  package var isMemoryLimit: Bool

  package init(_ damage: ReadingError.Damage) {
    (file, frame, offset) = (damage.path, damage.frame, damage.offset)
    (isInTail, fault, lostSteps) = (damage.isInTail, damage.fault, damage.steps)
    (text, isMemoryLimit) = ("\(damage)", damage.isMemoryLimit)
  }
}
