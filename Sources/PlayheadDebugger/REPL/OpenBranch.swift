import PlayheadLog
import PlayheadReplay

/// A branch of the recording that a conversation is in, and where one is and was in it.
struct OpenBranch {
  private(set) var branch: Branch
  /// The changes, in their order.
  private(set) var typed: [TypedChange] = []
  /// Numbered as the branch is: a change begins them anew.
  var places: Places

  /// A branch without a change yet, in which one is where one is in the recording.
  init(of replay: Replay, at position: Step) {
    branch = Branch(of: replay)
    places = Places(at: position)
  }

  var position: Step { places.position }

  /// Makes a change. One is then where it is to be seen, or where one was before.
  mutating func make(_ change: TypedChange) throws -> BranchChange? {
    let before = branch.recordedStep(beside: position)
    var changed = branch
    let seen = try change.apply(to: &changed)
    branch = changed
    typed.append(change)
    places = Places(at: seen ?? branch.step(beside: before))
    return branch.changes.last
  }

  /// Takes the last change back; nil if there is none.
  mutating func revert() -> BranchChange? {
    let before = branch.recordedStep(beside: position)
    guard let last = branch.undo() else { return nil }
    typed.removeLast()
    places = Places(at: branch.step(beside: before))
    return last
  }

  /// Does not apply an action again at which a store traps.
  mutating func avoid(_ trap: KnownTrap) { branch.knownTraps.append(trap) }
}

// MARK: - Other processes

/// A branch as another process makes it again.
struct SavedBranch: Codable {
  var changes: [TypedChange]
  var places: Places
  var traps: [KnownTrap]
}

extension OpenBranch {
  var saved: SavedBranch {
    SavedBranch(changes: typed, places: places, traps: branch.knownTraps)
  }

  /// The branch that another process had. Throws what does not fit the app any more.
  init(_ saved: SavedBranch, of replay: Replay) throws {
    self.init(of: replay, at: saved.places.position)
    for change in saved.changes { _ = try make(change) }
    branch.knownTraps = saved.traps
    places = saved.places
  }
}
