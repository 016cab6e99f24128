import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension Replay {
  /// The index of the log's changes, and where it is kept, if something was added to it.
  func changeIndex() throws -> (index: ChangeIndex, remark: String?) {
    var isAdded = false
    let index = try ChangeIndex(self) { step in
      isAdded = true
      try onStep(step)
    }
    let remark = index.file.map {
      "what changed where is kept in '\($0)', which may be deleted at any time"
    }
    let foreign = index.foreignFile.map {
      "'\($0)' is not an index of Playhead's and is left alone; what changed where is kept in no file"
    }
    return (index, foreign ?? (isAdded ? remark : nil))
  }

  /// What a change made of what, which was at `path` before.
  func values(of change: PathChange, before path: StatePath) throws -> SeenChange {
    let old = try value(before: change, at: path)
    return SeenChange(change: change, old: old, new: try value(after: change))
  }

  /// The value at `path` in the state of `step`. Throws, with what is near, if nothing is there.
  func part(at path: StatePath, of step: Step) throws -> Value {
    try go(to: step)
    if let value = try value(at: path) { return value }
    throw try state().missing(path, step)
  }

  /// What `condition` asks for and is not in the state where it was looked for last, with what is near, in a sentence
  /// each: what holds nowhere may be misspelled.
  func absences(for condition: Condition) -> [String] {
    guard position > log.initialStep, let state = try? state() else { return [] }
    return condition.paths.filter { state.value(at: $0) == nil }
      .map { "\(state.missing($0, position))" }
  }
}
