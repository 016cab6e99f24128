import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

// What the page about searching shows, and the comments of its types, over the shop's two actions.

func searching(_ log: ActionLog) throws {
  // begin
  let many = try Condition("payload->>'sku' like 'A-%' and payload->>'quantity' > 1")
  let full = try Condition("json_array_length(state('cart.lines')) > 3")
  let taken = try Condition("before('cart.total') > state('cart.total')")
  // end
  #expect(!many.needsStates && full.needsStates && taken.needsStateBefore)
  // begin
  let search = try Search(log, for: [Breakpoint(condition: many)])
  var steps: [Step] = []
  try search.forEachStop(in: 1...log.lastStep) { steps.append($0.step) }
  let last = try search.previousStep(before: log.lastStep)
  // end
  #expect(steps == [1] && last == 1)
}

func findingTheFirst(in log: ActionLog) throws {
  // begin
  let condition = try Condition("payload->>'sku' like 'A-%' and payload->>'quantity' > 1")
  let step = try Search(log, for: condition).nextStep(after: 0)
  // end
  #expect(step == 1)
}

func goingBack(in log: ActionLog, _ replay: Replay) throws {
  // begin
  let search = try Search(log, for: Condition("changed('cart.items')"), with: replay)
  if let step = try search.previousStep(before: log.lastStep) { try replay.go(to: step) }
  // end
  #expect(replay.position == 1)
}

func printing(_ log: ActionLog, _ replay: Replay) throws {
  // begin
  let amounts = try Search(
    log, for: [Breakpoint()], printing: [Condition("state('cart.items')")],
    with: replay)
  try amounts.forEachStop(in: 1...log.lastStep) { print($0.step, $0.answers) }
  // end
  // begin
  let found = try Search(log, for: Condition("changed('cart')"), with: replay).bisect()
  print(found.first as Any, found.method, found.lookCount)
  // end
  #expect(found.first == 1)
}

// What the page about changes shows, and the comments of what follows them.

func whoWroteWhat(_ url: URL) throws {
  // begin
  let log = try ActionLog(url)
  let index = try ChangeIndex(Replay(log, of: Shop.self))
  let items = try StatePath("cart.items")
  for change in try index.history(of: items, at: log.lastStep) {
    print(change.step, change.kind, change.path)
  }
  // end
  #expect(try index.history(of: items, at: 2).map(\.step) == [1, 2])
}

func whoWroteLast(_ log: ActionLog, _ replay: Replay) throws {
  // begin
  let index = try ChangeIndex(replay)
  let change = try index.lastChange(of: StatePath("cart.items"), atOrBefore: log.lastStep)
  // end
  #expect(change?.step == log.lastStep)
}

/// A text in pieces.
struct Rope: Codable, Sendable {
  struct Root: Codable, Sendable {
    var text: String
    func hasSameText(as other: Root) -> Bool { text.utf8.elementsEqual(other.text.utf8) }
  }

  var root: Root
}

// begin
extension Rope: CheaplyCompared {
  func encodesLike(_ other: Rope) -> Bool { root.hasSameText(as: other.root) }
}
// end

// What the comment of `Branch` shows.

func branching(_ replay: Replay, to path: String) throws {
  // begin
  var branch = Branch(of: replay)
  try branch.skip(2, withEffects: true)
  try branch.edit(1, set: StatePath("quantity"), to: .int(3))
  let difference = try branch.comparison().first
  try branch.save(to: path)
  // end
  #expect(difference?.step == 1)
  #expect(try firstChange(of: branch) == 1)
  let items = try StatePath(#"cart.items["A-7"]"#)
  #expect(try branch.state(at: 1).value(at: items) == .int(3))
  #expect(try ActionLog(URL(filePath: path)).lastStep == 1)
}

/// The first step at which the cart becomes another.
private func firstChange(of branch: Branch) throws -> Step? {
  // begin
  let step = try branch.replaying { replay in
    try Search(branch.log, for: Condition("changed('cart')"), with: replay).bisect().first
  }
  // end
  return step
}

// What the comment of `Shrinker` shows.

func shrinking(_ replay: Replay, to path: String) throws {
  // begin
  let condition = try Condition("json_array_length(state('cart.items')) > 0")
  guard let shrinker = try Shrinker(replay, until: condition) else { return }
  try shrinker.run()
  try shrinker.best.branch(of: replay).save(to: path)
  // end
  #expect(try ActionLog(URL(filePath: path)).lastStep == 1)
}
