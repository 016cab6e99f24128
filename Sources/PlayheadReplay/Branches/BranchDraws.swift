import Foundation
import PlayheadFlux
package import PlayheadLog

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

extension Branch {
  /// The first action played so far with draws that differ from the recording. It got placeholders.
  package var firstDrawFault: (step: Step, fault: DrawFault)? {
    (try? played?.get())?.firstDrawFault
  }
}
