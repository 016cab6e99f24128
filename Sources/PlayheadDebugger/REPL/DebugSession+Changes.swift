import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// The index of what changed where, which is made when it is first asked for; `verb` is the command that
  /// needs it. Throws why if the state of `step` cannot be had, to which no change then leads. How often it is looked at
  /// from then on is shown until the command ends, as nobody knows how many looks there will be.
  func changeIndex(for verb: String, at step: Step) throws -> ChangeIndex {
    let index = try changeIndex(for: verb)
    try replaying(for: verb) { replay in
      try replay.requireState(of: step)
      try index.require(step)
    }
    let progress = Progress("looking", of: 0, on: console)
    var looks: UInt64 = 0
    index.onLook = { [interrupts] in
      looks += 1
      progress.advance(to: looks)
      try interrupts.check()
    }
    return index
  }

  /// Goes on without an index that turned out to be damaged: the next command that needs one makes it.
  func discardIndex() {
    guard case .here(let replay, _) = stores else { return }
    knownIndex?.discard(of: replay)
    knownIndex = nil
  }

  /// The same for no step in particular. Says where it is kept, if it is.
  func changeIndex(for verb: String) throws -> ChangeIndex {
    let stop = { [interrupts] in try interrupts.check() }
    if let known = knownIndex {
      known.onLook = stop
      return known
    }
    let made = try replaying(for: verb, title: "indexing") { try $0.changeIndex() }
    made.index.onLook = stop
    knownIndex = made.index
    if let remark = made.remark { try say("\(remark)", .dim) }
    return made.index
  }
}
