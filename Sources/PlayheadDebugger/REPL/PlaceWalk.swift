import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The changes at a place, forwards or backwards, of which those are wanted where a condition holds.
struct PlaceWalk {
  let path: StatePath
  let index: ChangeIndex
  let replay: Replay
  let look: Look

  func first(
    _ isForwards: Bool, from start: Step, upTo limit: Step?, where condition: Condition?
  ) throws -> PlaceChange? {
    let search = try condition.map { try Search(replay.log, for: $0, with: replay) }
    search?.onStep = look.at
    var step = start
    while let change = try change(isForwards, from: step, upTo: limit) {
      guard let search else { return change }
      if try search.stop(at: change.step) != nil { return change }
      step = change.step
    }
    return nil
  }

  private func change(
    _ isForwards: Bool, from step: Step, upTo limit: Step?
  ) throws -> PlaceChange? {
    isForwards
      ? try index.nextChange(at: path, after: step, upTo: limit, with: replay, onLook: look.at)
      : try index.previousChange(
        at: path, before: step, downTo: limit, with: replay, onLook: look.at)
  }
}
