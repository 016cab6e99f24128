import PlayheadCoding
import PlayheadLog
package import PlayheadReplay
package import PlayheadValues

extension ChangeIndex {
  /// The first answer about what is at `path` after `step` that is not the oracle's; nil if all are.
  package func disagreement(
    with oracle: BruteForce, about path: StatePath, at step: Int
  ) throws -> String? {
    let (before, after) = (oracle.before(path, step), oracle.after(path, step))
    let place = Step(UInt64(step))
    let last = try lastChange(of: path, atOrBefore: place)
    let answers: [(question: String, changes: [PathChange], steps: [Int])] = [
      ("history", try history(of: path, at: place), before.reversed() + after),
      ("laterChanges", try laterChanges(of: path, after: place), after),
      ("lastChange", last.map { [$0] } ?? [], Array(before.prefix(1))),
    ]
    let wrong = answers.first { $0.changes.map { Int($0.step.number) } != $0.steps }
    return wrong.map {
      "\($0.question) of '\(path)' at \(step): \($0.changes.map(\.step)), expected \($0.steps)"
    }
  }

  /// What is wrong with who wrote the values of the state of `step`; nil if nothing is.
  package func blameDisagreement(
    with oracle: BruteForce, about state: Value, of step: Int
  ) throws -> String? {
    var wrong: String?
    var paths: [StatePath] = []
    try blame(state, at: StatePath(), of: Step(UInt64(step))) { blame in
      paths.append(blame.path)
      let expected = oracle.before(blame.path, step, limit: 1).first
      let writer = (blame.change?.step.number).map { Int($0) }
      if writer != expected || blame.value != state.value(at: blame.path) {
        wrong = "blame of '\(blame.path)' at \(step): \(writer ?? 0), expected \(expected ?? 0)"
      }
    }
    if paths != state.paths().filter({ state.isLeaf(at: $0) }) { wrong = "blame tells not all" }
    return wrong
  }
}
