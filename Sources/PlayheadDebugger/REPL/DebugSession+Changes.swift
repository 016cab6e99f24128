import PlayheadReplay

extension DebugSession {
  /// The index of what changed where, which is made when it is first asked for; `verb` is the command that
  /// needs it. Says where it is kept, if it is.
  func changeIndex(for verb: String) throws -> ChangeIndex {
    try requireRecording(for: verb)
    if let known = knownIndex { return known }
    let made = try replaying(for: verb, title: "indexing") { try $0.changeIndex() }
    knownIndex = made.index
    if let remark = made.remark { try say(remark, .dim) }
    return made.index
  }
}
