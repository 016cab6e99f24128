import PlayheadFlux
import PlayheadLog

/// A debugger has given the app other states, between two actions.
extension ActionWriter {
  /// Why the log lacks a step.
  static let storesAfterJump = "stores came or went after the app had gone on from an earlier step"

  /// Continues from the states of `origin`, a step of the same file. Returns false if the log needs the states themselves,
  /// because it has gone on from another step already, in which there were stores that `origin` does not have.
  func jump(to origin: Step) -> Bool {
    guard isOurs, !isClosed else { return true }
    // The states come with the end of the gap.
    if case .dropping(let first, _, _) = mode, first <= step { return true }
    guard jumpedAt != step || origin < step && origin >= newestStore else { return false }
    guard origin < step else { return true }
    tail.append(Resumption(after: step, from: origin))
    jumpedAt = step
    return true
  }

  /// Continues from states that no step of the log has: leaves out one step, and writes the states.
  func setStates(_ detail: String) {
    step = step.next
    guard isOurs, !isClosed, case .recording = mode else { return }
    drop(from: step, .statesSet, detail)
    // Those of an app's own stores are written by the next action.
    if lock == nil { endGap() } else { intent = .resume }
  }

  /// Whether a reader of the log would come to the app's states.
  var hasStatesOfLastStep: Bool {
    if case .recording = mode { jumpedAt != step } else { false }
  }

  /// Whether stores that come or go now do so after a jump and before the next action. The log could not say in which
  /// order that was, so it needs the states.
  var hasJumped: Bool {
    jumpedAt == step && !isClosed
  }
}
