import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import ReplayTesting
import Testing

/// Changes by chance, to a branch and to a plain list of actions.
private struct Changer {
  let session: BranchedSession
  var branch: Branch
  /// The changes that were made.
  private(set) var edits: [BranchEdit] = []
  var items: [BranchedSession.Item]
  private var insertedCount = 0
  var generator: Seeded

  init(_ session: BranchedSession, seed: UInt64) throws {
    self.session = session
    branch = try session.branch()
    items = session.items
    generator = Seeded(seed: seed)
  }

  mutating func change() throws {
    let (action, other) = (name(from: 1), name(from: 0))
    let kind = Int.random(in: 0..<5, using: &generator)
    do {
      switch kind {
      case 0: try skip([action], withEffects: false, action)
      case 1:
        let effects = action.step.map { session.effects(of: $0.number) } ?? []
        try skip(effects.map { .recorded(Step($0)) } + [action], withEffects: true, action)
      case 2: try edit(action)
      case 3: try insert(after: other)
      default: try move(action, after: other)
      }
    } catch let refusal as BranchError {
      // What the branch refuses the list does without.
      #expect(isRight(refusal, action, other, isMove: kind == 4), "\(refusal)")
    }
  }

  /// Whether the list cannot do either what the branch has refused.
  private func isRight(
    _ refusal: BranchError, _ action: BranchOrigin, _ other: BranchOrigin, isMove: Bool
  ) -> Bool {
    switch refusal {
    case .skipped(let origin): (origin == action || origin == other) && place(of: origin) == nil
    case .movedAfterItself(let origin): isMove && origin == action && action == other
    case .effectFirst(let effect, let cause):
      isMove && session.causes[effect.number] == cause.number
        && isFirst(.recorded(effect), .recorded(cause), ifMoved: action, after: other)
    default: false
    }
  }

  /// Whether one action comes before another in the list as a move would make it.
  private func isFirst(
    _ one: BranchOrigin, _ another: BranchOrigin, ifMoved action: BranchOrigin,
    after anchor: BranchOrigin
  ) -> Bool {
    var moved = self
    moved.move(inListOnly: action, after: anchor)
    guard let first = moved.place(of: one), let second = moved.place(of: another) else {
      return false
    }
    return first < second
  }

  /// An action by chance, be it there or not.
  private mutating func name(from first: UInt64) -> BranchOrigin {
    if insertedCount > 0, Int.random(in: 0..<3, using: &generator) == 0 {
      return .inserted(.random(in: 1...insertedCount, using: &generator))
    }
    return .recorded(Step(.random(in: first...UInt64(session.items.count), using: &generator)))
  }

  private mutating func skip(
    _ actions: [BranchOrigin], withEffects: Bool, _ action: BranchOrigin
  ) throws {
    try branch.skip(action, withEffects: withEffects)
    edits.append(.skip(action, withEffects: withEffects))
    items.removeAll { actions.contains($0.name) }
  }

  private mutating func edit(_ action: BranchOrigin) throws {
    guard let place = place(of: action), var put = items[place].action as? Put else { return }
    put.count = Int.random(in: 1...99, using: &generator)
    let (path, count) = (try StatePath("count"), Value.int(Int64(put.count)))
    try branch.edit(action, set: path, to: count)
    edits.append(.edit(action, at: path, to: count))
    items[place].action = put
  }

  private mutating func insert(after anchor: BranchOrigin) throws {
    let put = Put(sku: "new", count: Int.random(in: 1...9, using: &generator))
    let payload = try CanonicalEncoder().tree(of: put)
    let step = try branch.insert("Put", payload: payload, after: anchor)
    edits.append(.insert("Put", payload: payload, after: anchor))
    insertedCount += 1
    add(.init(action: put, anchor: anchor, number: insertedCount))
    #expect(items[Int(step.number) - 1].name == .inserted(insertedCount))
  }

  private mutating func move(_ action: BranchOrigin, after anchor: BranchOrigin) throws {
    try branch.move(action, after: anchor)
    edits.append(.move(action, after: anchor))
    move(inListOnly: action, after: anchor)
  }

  private mutating func move(inListOnly action: BranchOrigin, after anchor: BranchOrigin) {
    guard let place = place(of: action) else { return }
    var item = items.remove(at: place)
    item.anchor = anchor
    add(item)
  }

  private mutating func add(_ item: BranchedSession.Item) {
    var place = item.anchor.flatMap { self.place(of: $0) }.map { $0 + 1 } ?? 0
    while place < items.count, item.anchor?.step != nil, items[place].anchor == item.anchor {
      place += 1
    }
    items.insert(item, at: place)
  }

  /// The branch in an inspector of its own.
  func inspector() throws -> Inspector {
    let (log, player) = (session.session.log, try session.session.player())
    let inspector = Inspector(log, stores: try Replay(log, with: player))
    try inspector.enter(edits)
    return inspector
  }

  private func place(of action: BranchOrigin) -> Int? { items.firstIndex { $0.name == action } }
}

/// A watched place, and where it changes, by comparing all states.
private struct Watch {
  let path: StatePath
  let condition: Condition?
  private let changes: [FixedPathChange]

  /// Without a condition, or with one of two kinds.
  init(_ path: StatePath, _ kind: Int, in states: [Value]) throws {
    self.path = path
    condition =
      switch kind {
      case 0: nil
      case 1: try Condition("step % 2 = 1")
      default: try Condition("state('\(path.inCondition)') IS NOT NULL")
      }
    let values = states.map { $0.value(at: path) }
    changes = values.indices.dropFirst().compactMap { step in
      let (old, new) = (values[step - 1], values[step])
      let holds = kind == 0 || (kind == 1 ? step % 2 == 1 : new != nil && new != .null)
      guard old != new, holds else { return nil }
      return FixedPathChange(step: Step(UInt64(step)), path: path, old: old, new: new)
    }
  }

  func stop(from start: Step, _ isBackwards: Bool, upTo limit: Step? = nil) -> FixedPathChange? {
    isBackwards
      ? changes.last { $0.step < start && $0.step >= limit ?? $0.step }
      : changes.first { $0.step > start && $0.step <= limit ?? $0.step }
  }
}

extension StatePath {
  /// The path as it is written between quotes.
  fileprivate var inCondition: String { "\(self)".replacing("'", with: "''") }
}

extension BruteForce {
  /// A step by chance, and a path that is there, or that the step changed.
  fileprivate func place(
    in states: [Value], _ generator: inout Seeded
  ) -> (path: StatePath, step: Int) {
    let step = Int.random(in: states.indices, using: &generator)
    let paths = states[step].paths() + changedPaths(at: step)
    return (paths.randomElement(using: &generator) ?? StatePath(), step)
  }
}

@Suite struct RandomBranchTests {
  /// So many paths of each branch are asked about.
  private static let places = Soak.isOn ? 12 : 6

  @Test(arguments: 0..<(Soak.isOn ? 5_000 : 5) as Range<UInt64>)
  func `a branch with random edits has the states of a plain fold over the edited actions`(
    seed: UInt64
  ) throws {
    let session = try BranchedSession(count: 20 + Int(seed % 16) * 8, seed: seed)
    var changer = try Changer(session, seed: seed &+ 100)
    for _ in 0..<Int.random(in: 1...12, using: &changer.generator) { try changer.change() }
    let (branch, items) = (changer.branch, changer.items)
    try #require(branch.lastStep.number == UInt64(items.count))
    let states = try BranchedSession.fold(items)
    for _ in 0..<30 {
      let step = UInt64.random(in: 0...UInt64(items.count), using: &changer.generator)
      #expect(try branch.state(at: Step(step)) == states[Int(step)])
    }
    let inspector = try changer.inspector()
    try expectActions(branch, items)
    try expectNames(inspector, items)
    #expect(branch.firstDrawFault == nil)
    try expectSaved(branch, states, session)
    try expectSearches(branch, states)
    try expectHistories(branch, states, &changer.generator)
    try expectWatches(inspector, states, &changer.generator)
  }

  /// What is looked for in the branch is where the plain list of its states has it.
  private func expectSearches(_ branch: Branch, _ states: [Value]) throws {
    let last = branch.lastStep
    try branch.replaying { replay in
      for store in replay.stores {
        let path = StatePath([.field(store)])
        let values = states.map { $0.value(at: path) }
        let changed = states.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
          .map { Step(UInt64($0)) }
        let search = try Search(
          replay.log, for: Condition("changed('\(store)')"), with: replay)
        var (stops, step): ([Step], Step) = ([], .initial)
        while let next = try search.nextStop(after: step)?.step {
          stops.append(next)
          step = next
        }
        #expect(stops == changed)
        #expect(try search.previousStop(before: last.next)?.step == changed.last)
        #expect(try search.bisect().first == changed.first)
        let middle = Step(last.number / 2)
        let halving = try Search(
          replay.log, for: Condition("step >= \(middle) AND state('\(store)') IS NOT NULL"),
          with: replay)
        #expect(try halving.bisect(monotone: true).first == middle)
      }
    }
  }

  /// Who changed what, back and ahead from any step, and who wrote each value of a state, is what comparing all
  /// states gives.
  private func expectHistories(
    _ branch: Branch, _ states: [Value], _ generator: inout Seeded
  ) throws {
    let oracle = BruteForce(states)
    let places = (0..<Self.places).map { _ in oracle.place(in: states, &generator) }
    try branch.replaying { replay in
      let index = try ChangeIndex(replay)
      for (path, step) in places {
        #expect(try index.disagreement(with: oracle, about: path, at: step) == nil)
        #expect(
          try index.blameDisagreement(with: oracle, about: states[step], of: step) == nil)
        let other = ChangeIndex(withoutPassOf: replay, windowSteps: 4)
        var walk = try other.changes(of: path, atOrBefore: Step(UInt64(step)))
        var windowed: [Int] = []
        while let change = try walk.previous() { windowed.append(Int(change.step.number)) }
        #expect(windowed == oracle.before(path, step), "\(path) at \(step)")
        guard !path.components.isEmpty else { continue }
        let search = try Search(
          replay.log, for: Condition("changed('\(path.inCondition)')"), with: replay)
        let values = states.map { $0.value(at: path) }
        let after = values.indices.dropFirst(step + 1).first { values[$0] != values[$0 - 1] }
        #expect(
          try search.nextStop(after: Step(UInt64(step)))?.step.number == after.map { UInt64($0) })
      }
    }
  }

  /// A watched place stops where comparing each state with the one before has it: ahead and back, with and
  /// without a condition, with an index of the whole branch and without.
  private func expectWatches(
    _ inspector: Inspector, _ states: [Value], _ generator: inout Seeded
  ) throws {
    let oracle = BruteForce(states)
    let whole = try inspector.replaying { try ChangeIndex($0) }
    for round in 0..<Self.places {
      let path = oracle.place(in: states, &generator).path
      guard !path.components.isEmpty else { continue }
      let watch = try Watch(path, round % 3, in: states)
      let start = Step(.random(in: 0..<UInt64(states.count), using: &generator))
      let limit = Step(.random(in: 0..<UInt64(states.count), using: &generator))
      for isBackwards in [false, true] {
        let request = StopRequest(
          at: [.init(7, .watch(path, watch.condition))], from: start, backwards: isBackwards)
        let (answer, stop) = (try inspector.ask(request), watch.stop(from: start, isBackwards))
        #expect(answer.step == stop?.step, "\(watch) from \(start)")
        #expect(answer.reasons.map(\.change) == (stop.map { [$0] } ?? []))
        try inspector.replaying { replay in
          let search = try watch.condition.map { try Search(replay.log, for: $0, with: replay) }
          for limit in [nil, limit] {
            let stop = watch.stop(from: start, isBackwards, upTo: limit)
            for index in [whole, ChangeIndex(withoutPassOf: replay, windowSteps: 4)] {
              let walk = WatchSearch(at: path, index, backwards: isBackwards)
              #expect(
                try walk.first(from: start, upTo: limit, where: search) == stop,
                "\(watch) from \(start) to \(limit.map { "\($0)" } ?? "the end")")
            }
          }
        }
      }
    }
    try expectNearestWatch(inspector, states, &generator)
  }

  /// Of several watched places and a breakpoint, those stop that are nearest.
  private func expectNearestWatch(
    _ inspector: Inspector, _ states: [Value], _ generator: inout Seeded
  ) throws {
    let oracle = BruteForce(states)
    var watches: [Watch] = []
    for round in 0..<4 {
      let path = oracle.place(in: states, &generator).path
      if !path.components.isEmpty { watches.append(try Watch(path, round % 3, in: states)) }
    }
    let start = Step(.random(in: 0..<UInt64(states.count), using: &generator))
    var points = watches.enumerated().map { StopRequest.Point($0, .watch($1.path, $1.condition)) }
    points.append(.init(9, .breakpoint(Breakpoint(condition: try Condition("step % 5 = 0")))))
    for isBackwards in [false, true] {
      let fifths = states.indices.filter { $0 % 5 == 0 }.map { Step(UInt64($0)) }
      let fifth = isBackwards ? fifths.last { $0 < start } : fifths.first { $0 > start }
      let stops =
        watches.enumerated().map { ($0, $1.stop(from: start, isBackwards)?.step) } + [(9, fifth)]
      let nearest = isBackwards ? stops.compactMap(\.1).max() : stops.compactMap(\.1).min()
      let answer = try inspector.ask(StopRequest(at: points, from: start, backwards: isBackwards))
      #expect(answer.step == nearest)
      #expect(
        answer.reasons.map(\.number) == stops.filter { $0.1 == nearest && nearest != nil }.map(\.0))
    }
  }

  /// Every action is told as the list has it.
  private func expectActions(_ branch: Branch, _ items: [BranchedSession.Item]) throws {
    for (place, item) in items.enumerated() {
      let action = try branch.log.entry(at: Step(UInt64(place + 1)))
      #expect(action.step.number == UInt64(place + 1))
      #expect(try action.payload() == CanonicalEncoder().tree(of: item.action))
      #expect(action.type.name == type(of: item.action).actionName)
      if let cause = action.cause { #expect(cause < action.step) }
    }
  }

  /// Each action has its name, and each step of the recording has its place beside it.
  private func expectNames(_ inspector: Inspector, _ items: [BranchedSession.Item]) throws {
    for (place, item) in items.enumerated() {
      #expect(try inspector.origin(of: Step(UInt64(place + 1))) == item.name)
    }
    let last = inspector.log.lastStep
    let end = inspector.recordedStep(beside: last)
    #expect(inspector.step(beside: end) == last)
    for step in 0..<end.number {
      let last = items.lastIndex { $0.anchor == nil && $0.origin ?? .max <= step }
      #expect(inspector.step(beside: Step(step)).number == UInt64(last.map { $0 + 1 } ?? 0))
    }
  }

  /// What is saved is a whole log, which replays to the same states.
  private func expectSaved(
    _ branch: Branch, _ states: [Value], _ session: BranchedSession
  ) throws {
    let log = try branch.saved()
    #expect(log.lastStep == branch.lastStep && log.isClosed)
    #expect(try log.verify().problems == [])
    let check = DeterminismCheck(log) { try session.session.player() }
    #expect(try check.run() == nil)
    let replay = try Replay(log, with: session.session.player())
    for (step, state) in states.enumerated() {
      #expect(try replay.state(at: Step(UInt64(step))) == state)
    }
    #expect(replay.firstDrawFault == nil)
  }
}
