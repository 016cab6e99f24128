import PlayheadReplay

extension DebugSession {
  /// The index of what changed where, which is made when it is first asked for; `verb` is the command that
  /// needs it. Says where it is kept, if it is.
  func changeIndex(for verb: String) throws -> ChangeIndex {
    if let known = knownIndex { return known }
    var steps = 0
    let index = try replaying(for: verb, title: "indexing") { replay in
      try ChangeIndex(replay) { step in
        steps += 1
        try replay.onStep(step)
      }
    }
    knownIndex = index
    if steps > 0, let file = index.file {
      try say("what changed where is kept in '\(file)', which may be deleted at any time", .dim)
    }
    return index
  }
}
