import PlayheadReplay

extension DebugSession {
  /// The index of what changed where, which is made when it is first asked for; `verb` is the command that
  /// needs it. Says where it is kept, if it is.
  func changeIndex(for verb: String) throws -> ChangeIndex {
    try requireRecording(for: verb)
    let stop = { [interrupts] in try interrupts.check() }
    if let known = knownIndex {
      known.onLook = stop
      return known
    }
    let made = try replaying(for: verb, title: "indexing") { try $0.changeIndex() }
    made.index.onLook = stop
    knownIndex = made.index
    if let remark = made.remark { try say(remark, .dim) }
    return made.index
  }
}
