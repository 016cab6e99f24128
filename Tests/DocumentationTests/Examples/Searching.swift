import PlayheadLog
import PlayheadReplay
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
