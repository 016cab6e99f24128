import PlayheadFiles
import PlayheadLog

extension LogReader {
  /// The steps from the first to the last in `steps` that have an action. Throws
  /// ``CommandFailure/nothingToCut(_:log:_:)`` if none has.
  func actions(in steps: ClosedRange<Step>) throws -> ClosedRange<Step> {
    guard steps.upperBound >= firstStep else {
      throw CommandFailure.noAction(before: steps.upperBound)
    }
    let wanted = self.steps.filter { $0.overlaps(steps) }.map { $0.clamped(to: steps) }
    guard let first = wanted.first, let last = wanted.last else {
      guard let gap = try gaps().first(where: { $0.steps.overlaps(steps) }) else { return steps }
      throw CommandFailure.nothingToCut(steps, log: name, gap)
    }
    return first.lowerBound...last.upperBound
  }
}
