import Foundation
import PlayheadFlux
public import PlayheadLog

/// Where stores of a branch take draws that the recording lacks: from a source for each action, independent of all other
/// changes.
struct BranchDraws {
  let plan: BranchPlan
  let seed: UInt64

  /// The seed of sessions that are tried.
  static let sessionSeed: UInt64 = 0

  /// Up to here nothing was changed.
  var base: Step { plan.base }

  /// What the action draws that the log does not have; nil up to the base, where it gets placeholders.
  func continuation(of action: LoggedAction) -> SystemInputs? {
    guard action.step > base else { return nil }
    let item = plan.item(at: action.step)
    // Inserted actions count from the other end, so that none has a recorded one's source.
    let number =
      switch item.origin {
      case .recorded(let step): step.number
      case .inserted(let number): ~UInt64(number)
      }
    var mixer = SplitMix64(seed: seed &+ number)
    let wall = Double(action.moment.wall) / 1e9
    return .seeded(mixer.next(), from: Date(timeIntervalSince1970: wall))
  }

  /// Whether the log says what an action drew: one that was inserted was never recorded.
  func knowsDraws(of step: Step) -> Bool { step > base && plan.item(at: step).origin.step != nil }
}

/// An action of a branch whose stores drew something else than they did when it was recorded.
public struct BranchDrawFault: Hashable, Sendable {
  /// The branch's step.
  public var step: Step
  /// The recording's step.
  public var origin: Step?
  /// How the draws differed.
  public var fault: DrawFault

  /// A fault at `step`, whose action is that of `origin` in the recording.
  public init(step: Step, origin: Step?, fault: DrawFault) {
    (self.step, self.origin, self.fault) = (step, origin, fault)
  }
}

/// The actions, among those played so far, whose stores drew something else than in the recording, and got placeholders.
public struct BranchDrawFaults: Hashable, Sendable {
  /// The first.
  public let first: BranchDrawFault?
  /// How many.
  public let count: Int
}

extension Branch {
  /// The actions, among those played so far, whose draws differ from the recording.
  public var drawFaults: BranchDrawFaults {
    guard let faults = try? played?.get().drawFaults, let plan, let first = faults.first else {
      return BranchDrawFaults(first: nil, count: 0)
    }
    let origin = plan.item(at: first.step).origin.step
    return BranchDrawFaults(
      first: BranchDrawFault(step: first.step, origin: origin, fault: first.fault),
      count: faults.count)
  }
}
