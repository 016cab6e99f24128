import PlayheadLog
import PlayheadReplay

/// A branch of the recording that a conversation is in, and where one is and was in it.
struct OpenBranch {
  private(set) var branch: Branch
  /// The changes, in their order.
  private(set) var made: [MadeChange] = []
  /// Numbered as the branch is: a change begins them anew.
  var places: Places
  /// Whether a log has all of its changes.
  var isSaved = false

  /// A branch without a change yet, in which one is where one is in the recording.
  init(of replay: Replay, at position: Step) {
    branch = Branch(of: replay)
    places = Places(at: position)
  }

  var position: Step { places.position }

  /// Makes a change. One is then where it is to be seen, or where one was before.
  mutating func make(_ change: TypedChange) throws -> BranchChange? {
    let (before, recorded) = (position, branch.recordedStep(beside: position))
    var changed = branch
    let seen = try change.apply(to: &changed)
    branch = changed
    places = Places(at: seen ?? branch.step(beside: recorded))
    made.append(MadeChange(change: change, before: before, after: position))
    isSaved = false
    return branch.changes.last
  }

  /// Takes the last change back; nil if there is none. One is then where one was when it was made, unless one
  /// has gone elsewhere since.
  mutating func revert() -> BranchChange? {
    let recorded = branch.recordedStep(beside: position)
    guard let last = branch.undo(), let made = made.popLast() else { return nil }
    places = Places(at: position == made.after ? made.before : branch.step(beside: recorded))
    isSaved = false
    return last
  }

  /// Does not apply an action again at which a store traps.
  mutating func avoid(_ trap: KnownTrap) { branch.knownTraps.append(trap) }
}

// MARK: - Other processes

/// A change that was made, and where one was before it, and behind it: each as steps were numbered then.
struct MadeChange: Codable {
  let change: TypedChange
  let before: Step
  let after: Step
}

/// A branch as another process makes it again.
struct SavedBranch: Codable {
  var changes: [MadeChange]
  var places: Places
  var traps: [KnownTrap]
  var isSaved: Bool
}

extension OpenBranch {
  var saved: SavedBranch {
    SavedBranch(
      changes: made, places: places, traps: branch.knownTraps, isSaved: isSaved)
  }

  /// The branch that another process had. Throws what does not fit the app any more.
  init(_ saved: SavedBranch, of replay: Replay) throws {
    self.init(of: replay, at: saved.places.position)
    for made in saved.changes { _ = try make(made.change) }
    made = saved.changes
    branch.knownTraps = saved.traps
    (places, isSaved) = (saved.places, saved.isSaved)
  }
}
