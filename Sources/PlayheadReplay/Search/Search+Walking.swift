import PlayheadReading
import PlayheadLog

/// Moving through a log.
extension Search {
  /// A stop, thrown to end a walk.
  private struct Found: Error { var stop: Stop }

  func firstStop(in steps: ClosedRange<Step>) throws -> Stop? {
    do {
      try walk(steps) { throw Found(stop: $0) }
      return nil
    } catch let found as Found {
      return found.stop
    }
  }

  /// Goes backward in ranges that double: finds near stops soon, and costs about one pass in all.
  func lastStop(in steps: ClosedRange<Step>) throws -> Stop? {
    var length = Self.firstLength
    var end = steps.upperBound
    let (runs, states) = (log.steps, bareStates)
    while true {
      let near = max(steps.lowerBound, log.initialStep, last(of: runs, states, upTo: end))
      if near < end { skip(from: near.next, before: end.next) }
      end = min(near, end)
      let start = Step(max(steps.lowerBound.number, end.number - min(end.number, length - 1)))
      var last: Stop?
      let passed = skipped
      try walk(start...end) { last = $0 }
      for range in passed { skip(from: range.lowerBound, before: range.upperBound.next) }
      if let last { return last }
      guard start > steps.lowerBound, let before = start.previous else { return nil }
      (end, length) = (before, min(length * 2, Self.greatestLength))
    }
  }

  /// The last step up to `end` with an action or a state, because a gap may have more steps than anyone can pass one
  /// by one; the initial step if there is none.
  private func last(of runs: [ClosedRange<Step>], _ states: [Step], upTo end: Step) -> Step {
    let run = runs[..<runs.partitionPoint { $0.lowerBound > end }].last
    let state = states[..<states.partitionPoint { $0 > end }].last
    return max(run.map { min($0.upperBound, end) } ?? .initial, state ?? .initial)
  }

  /// A screen's worth of steps, which replay in no time.
  private static var firstLength: UInt64 { 32 }
  /// In a longer range, too many steps before a stop near its end would be searched in vain.
  private static var greatestLength: UInt64 { 16_384 }

  /// Calls `body` with each stop in `steps`.
  func walk(
    _ steps: ClosedRange<Step>, onDamage: (ReadingError.Damage) throws -> Void = { _ in },
    _ body: (Stop) throws -> Void
  ) throws {
    skipped = []
    var states = bareStates
    var expected = max(steps.lowerBound, log.initialStep)
    if steps.contains(log.initialStep) {
      try visitState(of: log.initialStep, body)
      expected = expected.next
    }
    guard expected <= steps.upperBound else { return }
    try log.forEachHead(in: expected...steps.upperBound) { damage in
      states = bareStates
      try onDamage(damage)
    } _: { head in
      try visit(states, from: expected, before: head.firstStep, body)
      try visit(head, in: steps, body)
      expected = head.lastStep.next
    }
    let last = min(steps.upperBound, log.lastCountedStep)
    try visit(states, from: expected, before: last.next, body)
  }

  /// Visits the `states` without actions in a range, and counts the other steps as skipped.
  private func visit(
    _ states: [Step], from first: Step, before end: Step, _ body: (Stop) throws -> Void
  ) throws {
    var expected = first
    for state in states[states.partitionPoint { $0 >= first }...] {
      guard state < end else { break }
      skip(from: expected, before: state)
      try onStep(state)
      try visitState(of: state, body)
      expected = state.next
    }
    skip(from: expected, before: end)
  }

  private func visitState(of step: Step, _ body: (Stop) throws -> Void) throws {
    lookCount += 1
    subject.lookAtState(of: step)
    let candidates = breakpoints.indices.filter { breakpoints[$0].isForStates }
    try test(candidates.map { .init(breakpoint: $0, isSettled: false) }, body)
  }

  /// The steps, after the initial one, with states that no action led to: at the ends of gaps, and where an
  /// app began again. In order.
  var bareStates: [Step] {
    let before = log.steps.compactMap(\.lowerBound.previous).filter { $0 > log.initialStep }
    guard !before.isEmpty else { return [] }
    guard let replay else { return before.filter(storedStates.contains) }
    replay.updateAfterDamage()
    let reachable = replay.reachableSteps
    return before.filter { reachable.run(holding: $0) != nil }
  }

  private func visit(
    _ head: ChunkHead, in steps: ClosedRange<Step>, _ body: (Stop) throws -> Void
  ) throws {
    let tests = tests(of: head)
    let first = max(head.firstStep, steps.lowerBound)
    let last = min(head.lastStep, steps.upperBound)
    guard first <= last else { return }
    for number in first.number...last.number {
      let index = Int(number - head.firstStep.number)
      try onStep(Step(number))
      lookCount += 1
      let candidates = tests.candidates(at: index)
      guard !candidates.isEmpty else { continue }
      subject.look(at: index, of: tests)
      try test(candidates, of: tests, at: index, body)
    }
  }

  private func tests(of head: ChunkHead) -> ChunkTests {
    if let lastChunk, lastChunk.head.firstStep == head.firstStep { return lastChunk }
    let tests = ChunkTests(head, breakpoints)
    lastChunk = tests
    return tests
  }

  /// Evaluates these breakpoints at the subject's step. `index` is the index of its action, if there is one.
  private func test(
    _ candidates: [ChunkTests.Candidate], of tests: ChunkTests? = nil, at index: Int = 0,
    _ body: (Stop) throws -> Void
  ) throws {
    guard !candidates.isEmpty else { return }
    let hits = try unlessLost { try candidates.filter { try holds($0, tests, index) } }
    guard let hits, !hits.isEmpty else { return }
    let answers = try unlessLost { try answersHere() }
    lastAnswers = (subject.step, answers)
    try body(
      Stop(step: subject.step, breakpoints: hits.map(\.breakpoint), answers: answers ?? []))
  }

  /// Nil, and the step is skipped, if the log lacks it or cannot lead to its state, or if that cannot be encoded.
  func unlessLost<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch is StepStates.Unreachable {
    } catch let error as ReadingError where error.isLoss {
    } catch let error as ReplayError where error.unshown != nil {
      if let state = error.unshown { unshown.include(state) }
      return nil
    }
    skip(from: subject.step, before: subject.step.next)
    return nil
  }

  private func holds(
    _ candidate: ChunkTests.Candidate, _ tests: ChunkTests?, _ index: Int
  ) throws -> Bool {
    guard !candidate.isSettled, let condition = conditions[candidate.breakpoint] else {
      return true
    }
    let holds = try condition.isTrue()
    if breakpoints[candidate.breakpoint].condition?.dependsOnTypeAlone == true {
      tests?.settle(candidate.breakpoint, holds: holds, at: index)
    }
    return holds
  }

  func answersHere() throws -> [Answer] { try answers.map { try $0.answer() } }

  /// Moves the subject to `step`. Returns false if the search cannot look at it.
  func look(at step: Step) throws -> Bool {
    if step == log.initialStep || bareStates.contains(step) {
      subject.lookAtState(of: step)
      return true
    }
    guard log.steps.run(holding: step) != nil else {
      skip(from: step, before: step.next)
      return false
    }
    var isThere = false
    try log.forEachHead(in: step...step, onDamage: { _ in }) { head in
      let index = Int(step.number - head.firstStep.number)
      subject.look(at: index, of: tests(of: head))
      isThere = true
    }
    if !isThere { skip(from: step, before: step.next) }
    return isThere
  }

  /// Adds steps to those that the search could not look at.
  func skip(from first: Step, before end: Step) {
    guard first < end, let last = end.previous else { return }
    if let range = skipped.last, range.upperBound.next == first {
      skipped[skipped.count - 1] = range.lowerBound...last
    } else {
      skipped.append(first...last)
    }
  }
}

extension Breakpoint {
  /// Whether the breakpoint may stop at a state without an action.
  fileprivate var isForStates: Bool { type == nil && condition != nil }
}

/// A chunk, with the breakpoints that may stop at its actions, judging by their types alone.
final class ChunkTests {
  /// A breakpoint that may stop at an action.
  struct Candidate {
    var breakpoint: Int
    /// Whether it stops without evaluating a condition.
    var isSettled: Bool
  }

  let head: ChunkHead
  /// The candidates for each of the chunk's types.
  private var candidates: [[Candidate]]

  init(_ head: ChunkHead, _ breakpoints: [Breakpoint]) {
    self.head = head
    candidates = head.types.map { type in
      breakpoints.indices.filter { breakpoints[$0].isAbout(type) }
        .map { Candidate(breakpoint: $0, isSettled: breakpoints[$0].condition == nil) }
    }
  }

  /// The breakpoints that may stop at the action at `index`.
  func candidates(at index: Int) -> [Candidate] { candidates[type(at: index)] }

  /// Keeps the result at one action for all others of its type.
  func settle(_ breakpoint: Int, holds: Bool, at index: Int) {
    let type = type(at: index)
    guard let place = candidates[type].firstIndex(where: { $0.breakpoint == breakpoint }) else {
      return
    }
    if holds {
      candidates[type][place].isSettled = true
    } else {
      candidates[type].remove(at: place)
    }
  }

  private func type(at index: Int) -> Int { Int(head.typeColumn[index]) }
}
