import Foundation
import PlayheadFlux
public import PlayheadLog

/// Draws that the recording lacks: each action has its own source, independent of all other changes.
struct BranchDraws {
  let plan: BranchPlan
  let seed: UInt64

  /// The seed of trial sessions.
  static let sessionSeed: UInt64 = 0

  /// The last step before the first change.
  var base: Step { plan.base }

  /// The source of the action's draws beyond the log; nil up to the base, where the action gets placeholders.
  func continuation(of action: LoggedAction) -> SystemInputs? {
    guard action.step > base else { return nil }
    let item = plan.item(at: action.step)
    // Inserted actions count down, so that none has a recorded one's source.
    let number =
      switch item.origin {
      case .recorded(let step): step.number
      case .inserted(let number): ~UInt64(number)
      }
    var mixer = SplitMix64(seed: seed &+ number)
    let wall = Double(action.moment.wall) / 1e9
    return .seeded(mixer.next(), from: Date(timeIntervalSince1970: wall))
  }

  /// Whether the log has the action's draws. It does not for an inserted action.
  func knowsDraws(of step: Step) -> Bool { step > base && plan.item(at: step).origin.step != nil }
}

/// An action of a branch with draws that differ from the recorded ones.
public struct BranchDrawFault: Hashable, Sendable {
  /// The branch's step.
  public var step: Step
  /// The recording's step.
  public var origin: Step?
  /// How the draws differ.
  public var fault: DrawFault

  /// A fault at `step`, whose action is that of `origin` in the recording.
  public init(step: Step, origin: Step?, fault: DrawFault) {
    (self.step, self.origin, self.fault) = (step, origin, fault)
  }
}

/// The actions played so far with draws that differ from the recording. They got placeholders.
public struct BranchDrawFaults: Hashable, Sendable {
  /// The first such action.
  public let first: BranchDrawFault?
  /// The number of such actions.
  public let count: Int
}

extension Branch {
  /// The actions played so far with draws that differ from the recording.
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
