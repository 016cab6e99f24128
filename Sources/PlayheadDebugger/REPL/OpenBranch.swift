import PlayheadInspector
import PlayheadLog
import PlayheadReplay

/// A branch of the recording that a conversation is in, and where one is and was in it.
struct OpenBranch {
  /// A change that was made, and where one was before it, and behind it: each as steps were numbered then.
  struct Made {
    let edit: BranchEdit
    let before: Step
    let after: Step
  }

  /// The changes, in their order.
  var made: [Made] = []
  /// Numbered as the branch is: a change begins them anew.
  var places: Places
  /// The actions at which a store trapped, by the branch's steps.
  var traps: [KnownTrap] = []
  /// Whether a log has all of its changes.
  var isSaved = false

  var position: Step { places.position }

  /// Has a change more, and is then at `step`.
  mutating func note(_ edit: BranchEdit, at step: Step) {
    made.append(Made(edit: edit, before: position, after: step))
    (places, traps, isSaved) = (Places(at: step), [], false)
  }
}
