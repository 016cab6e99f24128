package import PlayheadLog
import PlayheadReading

/// The places at which a session went on from earlier steps, and the states of those steps, which a replay keeps when
/// it passes them.
final class Resumptions {
  typealias States = [any Codable & Sendable]

  /// In the order of the steps.
  private let all: [Resumption]
  private let origins: [Step]
  /// The states of origins.
  private var states: [Step: States]

  init(_ all: [Resumption]) { (self.all, origins, states) = (all, all.origins, [:]) }

  /// Those of a branch, which has the same states before its `base`.
  init(_ all: [Resumption], like other: Resumptions, before base: Step) {
    (self.all, origins) = (all, all.origins)
    states = other.states.filter { $0.key < base }
  }

  /// The next step that needs more than its action: an origin, or the first action after a resumption.
  func next(after step: Step) -> Step? {
    let origin = origins.partitionPoint { $0 > step }
    let place = all.partitionPoint { $0.step >= step }
    let first = place < all.count ? all[place].step.next : nil
    guard origin < origins.count else { return first }
    return min(first ?? origins[origin], origins[origin])
  }

  func resumption(before step: Step) -> Resumption? { all.resumption(before: step) }

  func states(of origin: Step) -> States? { states[origin] }

  /// Keeps the states of a step if a later step goes on from it.
  func keep(_ states: @autoclosure () -> States, of step: Step) {
    let place = origins.partitionPoint { $0 >= step }
    guard place < origins.count, origins[place] == step, self.states[step] == nil else { return }
    self.states[step] = states()
  }

  /// Keeps what another replay of the same actions has kept, or of the same actions before `end`.
  func keepAll(of other: Resumptions, before end: Step? = nil) {
    states = end.map { end in other.states.filter { $0.key < end } } ?? other.states
  }

  /// The first origin before `start` whose states a replay from there to `end` needs and does not have.
  func missingOrigin(from start: Step, to end: Step) -> Step? {
    all[all.partitionPoint { $0.step >= start }...].prefix { $0.step < end }
      .first { $0.origin < start && states[$0.origin] == nil }?.origin
  }
}

extension [Resumption] {
  /// What the action of a step goes on from; nil if that is the action before it.
  package func resumption(before step: Step) -> Resumption? {
    let place = partitionPoint { $0.step.next >= step }
    return place < count && self[place].step.next == step ? self[place] : nil
  }

  /// The steps from which others go on, in order.
  fileprivate var origins: [Step] { Set(map(\.origin)).sorted() }

  /// The steps whose actions led to the state of `step`, in order: those that the session went back over are missing.
  func line(to step: Step) -> [ClosedRange<Step>] {
    var line: [ClosedRange<Step>] = []
    var end = step
    for resumption in reversed() where resumption.step < end {
      line.append(resumption.step.next...end)
      end = resumption.origin
    }
    return (line + [.initial...end]).reversed()
  }
}
