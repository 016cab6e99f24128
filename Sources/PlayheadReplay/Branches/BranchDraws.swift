import Foundation
import PlayheadFlux
import PlayheadLog

/// Where the stores of a branch take what they draw beyond the recording: from a source for each action, so that it does
/// not matter from where on the branch is played, or what else is changed.
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
