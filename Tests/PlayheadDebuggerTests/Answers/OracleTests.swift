import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import ReplayTesting
import TestSupport
import Testing

/// Sessions of apps by chance: every answer about them agrees with a plain fold of the actions. `tools/soak oracle` has
/// 300 of them.
@Suite struct OracleTests {

  @Test(arguments: 0..<(Soak.isOn ? 300 : 8))
  func
    `replays, commands and exports of random sessions match the states that plain Swift code computes`(
      seed: Int
    )
    async throws
  {
    let problems = try await onOwnThread {
      var chance = Chance(seed: UInt64(seed))
      func problems<A: Generated, B: Generated>(_: A.Type, _: B.Type) throws -> [String] {
        try FoldedSession<A, B>(chance).problems()
      }
      let (a, b) = (chance.type(depth: 3), chance.type(depth: 3))
      return try problems(a, b).map { "\(a), \(b): \($0)" }
    }
    #expect(problems == [])
  }
}

/// A session of an app of two types, recorded, and folded by plain Swift.
private final class FoldedSession<A: Generated, B: Generated> {
  private typealias App = GeneratedApp<A, B>
  private typealias Old = OldGeneratedApp<A, B>

  private var chance: Chance
  private let desk: Desk
  private var shelf = App.Shelf()
  private var tags = App.Tags()
  /// The state of each step.
  private var states: [Value] = []
  private var found: [String] = []

  init(_ chance: Chance) throws {
    self.chance = chance
    desk = try Desk(apps: [App.self])
  }

  func problems() throws -> [String] {
    try record()
    try askReplay()
    try askTool()
    try askExports()
    return found
  }

  private func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
    if !holds, found.count < 5 { found.append(problem()) }
  }

  private var last: Int { states.count - 1 }

  // MARK: Recording and folding

  private func record() throws {
    let isOld = chance.number(0...1) == 0
    let dispatcher =
      try isOld ? Old(inputs: .seeded()).dispatcher : App(inputs: .seeded()).dispatcher
    let url = URL(filePath: desk.path("made.playhead"))
    let recording = try dispatcher.record(to: url, app: App.appName)
    if isOld { shelf = App.Shelf(Old.Shelf()) }
    try note()
    for number in 0..<chance.number(8...16) {
      switch chance.number(0...6) {
      case 0...2 where isOld:
        let old = Old.Put(value: .make(&chance), place: chance.number(0...4), extra: true)
        dispatcher.dispatch(old)
        shelf.put(App.Put(old))
      case 0...2:
        let put = App.Put(value: .make(&chance), slot: chance.number(0...4), note: "\(number)")
        dispatcher.dispatch(put)
        shelf.put(put)
      case 3...5:
        let tag = App.Tag(value: B?.make(&chance), name: chance.pick(["a", "b", "c.d"]))
        dispatcher.dispatch(tag)
        tags.tag(tag)
      default:
        let drop = App.Drop(count: chance.number(0...2))
        dispatcher.dispatch(drop)
        shelf.drop(drop)
        tags.drop(drop)
      }
      try note()
    }
    try recording.close()
  }

  /// Takes the state as a tree, from which the state must be made again.
  private func note() throws {
    let (first, second) = (try Value(encoding: shelf), try Value(encoding: tags))
    expect(try ValueDecoder(first).decode(App.Shelf.self) == shelf, "the tree of \(shelf)")
    expect(try ValueDecoder(second).decode(App.Tags.self) == tags, "the tree of \(tags)")
    states.append(.record([.init("shelf", first), .init("tags", second)]))
  }

  // MARK: Asking

  private func askReplay() throws {
    let replay = try Replay(ActionLog(URL(filePath: desk.path("made.playhead"))), of: App.self)
    for step in states.indices {
      let state = try replay.state(at: Step(UInt64(step)))
      expect(state == states[step], "state at step \(step): \(state), and not \(states[step])")
    }
  }

  private func lines(_ call: String) throws -> [Value] {
    let outcome = desk.playhead(call + " --json")
    let isEmpty = ["no action meets", "has never changed", "has not changed"].contains {
      outcome.error.contains($0)
    }
    if outcome.code == .badAnswer, isEmpty { return [] }
    try #require(outcome.code == .good, "\(call): \(outcome.error)")
    return try outcome.output.split(separator: "\n").map { try #require(Value(json: String($0))) }
  }

  private func askTool() throws {
    let brute = BruteForce(states)
    for _ in 0..<3 {
      let (from, to) = (chance.number(0...last), chance.number(0...last))
      expect(
        try lines("state made.playhead \(to)") == [states[to].jsonForm], "state at step \(to)")
      let patch = try lines("diff made.playhead \(from)..\(to)").first ?? .list([])
      let patched = try states[from].jsonForm.patched(by: patch)
      expect(patched == states[to].jsonForm, "diff \(from)..\(to): \(patch)")
    }
    for line in try lines("blame made.playhead") {
      guard case .string(let text)? = line["path"] else { continue }
      let path = try StatePath(text)
      let step = brute.before(path, last, limit: 1).first
      expect(line["step"]?.number == step, "blame of \(text): \(line), and not step \(step ?? 0)")
      expect(line["value"] == states[last].value(at: path)?.jsonForm, "blame of \(text): \(line)")
    }
    // A call is split at spaces and quotation marks.
    let paths = states[last].paths().filter { !$0.description.contains { " \"".contains($0) } }
    for path in (0..<3).map({ _ in chance.pick(paths) }) where !path.components.isEmpty {
      let steps = try lines("history made.playhead \(path)").compactMap { $0["step"]?.number }
      // A change of a value around the place is none if nothing is there, before and after it.
      let changes = zip(brute.before(path, last), brute.values(path, last, in: states))
      let expected = Array(changes.filter { $1 != [nil, nil] }.map(\.0).reversed())
      expect(steps == expected, "history of \(path): \(steps), and not \(expected)")
    }
    let count = chance.number(0...5)
    let condition = "state('tags.count') > \(count) and changed('shelf')"
    let steps = try lines("log made.playhead --where \"\(condition)\"").compactMap {
      $0["step"]?.number
    }
    let expected = states.indices.dropFirst().filter { step in
      guard case .int(let number)? = states[step]["tags"]?["count"] else { return false }
      return number > count && states[step]["shelf"] != states[step - 1]["shelf"]
    }
    expect(steps == expected, "log --where: \(steps), and not \(expected)")
  }

  private func askExports() throws {
    for (name, export) in try ExportedStates.all(of: "made.playhead", on: desk) {
      for (step, state) in states.enumerated() {
        expect(export.states[step] == state.jsonForm, "\(name): another state at step \(step)")
      }
    }
  }
}
