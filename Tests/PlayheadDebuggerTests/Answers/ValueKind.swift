import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import TestSupport
import Testing

/// An app that holds values of one type, as members, elements and entries.
struct Holder<Held: Codable & Sendable>: ReplayableApp {
  static var appName: String { "holder" }

  struct Put: Action {
    static var actionName: String { "Put" }
    var value: Held
    var optional: Held?
    var note: String
  }

  struct State: Codable, Sendable {
    var value: Held?
    var all: [Held] = []
    var optionals: [Held?] = [nil]
    var named: [String: Held] = [:]
    var note = ""
  }

  let dispatcher: Dispatcher
  let store = Store("holder", State())

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    store.on(Put.self) { $0.put($1) }
    try dispatcher.register(store)
  }
}

extension Holder.State {
  mutating func put(_ action: Holder<Held>.Put) {
    (value, note) = (action.value, action.note)
    all = all.suffix(3) + [action.value]
    optionals = optionals.suffix(3) + [action.optional]
    named = [action.note: action.value, "last": action.value]
  }
}

/// What becomes of some values of one type: the problems with each way to look at them.
final class ValueSession<Held: Codable & Equatable & Sendable> {
  private typealias App = Holder<Held>
  private let values: [Held]
  private let desk: Desk
  private let isSame: (Held, Held) -> Bool
  private(set) var problems: [String] = []
  /// The states by step.
  private var states = [App.State()]

  /// `isOrdered` is false for values without an order, whose description may vary.
  init(_ values: [Held], isOrdered: Bool) throws {
    self.values = values
    desk = try Desk(apps: [App.self])
    isSame = { a, b in
      // `==` tells neither −0.0 from 0.0 nor takes NaN for itself.
      isOrdered ? String(reflecting: a) == String(reflecting: b) : a == b
    }
  }

  func run() throws -> [String] {
    try record()
    try replay()
    for (step, value) in zip(1..., values) { try type(value, step) }
    try conditions()
    try edit()
    try fixture()
    try export()
    return problems
  }

  private func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
    if !holds { problems.append(problem()) }
  }

  private func record() throws {
    let app = try App(inputs: .seeded())
    let recording = try app.dispatcher.record(
      to: URL(filePath: desk.path("held.playhead")), app: App.appName)
    var state = App.State()
    for (step, value) in zip(1..., values) {
      let put = App.Put(value: value, optional: step % 2 == 0 ? nil : value, note: "\(step)")
      app.dispatcher.dispatch(put)
      state.put(put)
      states.append(state)
    }
    try recording.close()
  }

  private func log() throws -> ActionLog {
    try ActionLog(URL(filePath: desk.path("held.playhead")))
  }

  private func replay() throws {
    let app = try App(inputs: .seeded())
    let replay = try Replay(log(), with: DispatcherPlayer(app.dispatcher))
    for (step, state) in states.enumerated() {
      try replay.go(to: Step(UInt64(step)))
      expect(isSame(app.store.state, state), "replay: another state at step \(step)")
      let tree = try #require(try replay.state(at: Step(UInt64(step)))["holder"])
      let read = try ValueDecoder(tree).decode(App.State.self)
      expect(isSame(read, state), "tree: \(tree) of step \(step) is another state")
      guard step > 0, !isSame(states[step - 1].all, state.all) else { continue }
      let change = try replay.diff(from: Step(UInt64(step - 1)), to: Step(UInt64(step)))
      expect(!change.isEmpty, "diff: no change at step \(step)")
    }
    let check = desk.playhead("check held.playhead --runs 2")
    expect(check.code == .good, "check: \(check)")
  }

  private func isSame(_ a: [Held], _ b: [Held]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy(isSame)
  }

  private func isSame(_ a: App.State, _ b: App.State) -> Bool {
    isSame(a.all, b.all) && isSame([a.value].compactMap(\.self), [b.value].compactMap(\.self))
      && zip(a.optionals, b.optionals).allSatisfy { a, b in
        if let a, let b { isSame(a, b) } else { a == nil && b == nil }
      } && a.note == b.note && Set(a.named.keys) == Set(b.named.keys)
      && a.named.allSatisfy { key, value in b.named[key].map { isSame($0, value) } ?? false }
  }

  /// A value that is printed, and typed back in any of the notations.
  private func type(_ value: Held, _ step: Int) throws {
    let tree = try Value(encoding: value)
    let texts = [
      "Swift": tree.swiftText(options: .full(width: 1_000)), "JSON": tree.json,
      "Swift in lines": tree.swiftText(options: .full(width: 10)),
    ]
    for (notation, text) in texts {
      let typed = Value(typed: text).flatMap { try? ValueDecoder($0).decode(Held.self) }
      expect(typed.map { isSame($0, value) } ?? false, "\(notation): \(text) is not typed back")
    }
    let path = StatePath([.key(tree)])
    expect(try StatePath(path.description) == path, "path: \(path) is another one")
  }

  private func conditions() throws {
    let player = try App(inputs: .seeded())
    let replay = try Replay(log(), with: DispatcherPlayer(player.dispatcher))
    // Every other action has the value as an optional, too, as the state has it.
    for (state, payload) in [("holder.value", "optional"), ("holder.note", "note")] {
      let condition = try Condition("step % 2 = 0 or state('\(state)') is (payload->>'\(payload)')")
      var steps: [Int] = []
      try Search(log(), for: condition, with: replay).forEachStop(
        in: 1...Step(UInt64(values.count))
      ) { steps.append(Int($0.step.number)) }
      let missing = Set(1...values.count).subtracting(steps).sorted()
      expect(
        missing == [], "conditions: \(payload) of the state and the payload differ at \(missing)")
    }
  }

  /// Edits of a neighbor leave a value alone, and a value can be typed as it is printed.
  private func edit() throws {
    for (step, value) in zip(1..., values) {
      let app = try App(inputs: .seeded())
      let replay = try Replay(log(), with: DispatcherPlayer(app.dispatcher))
      let tree = try Value(encoding: value)
      for (path, new) in [
        ("note", .string("\(step)")),
        ("value", Value(typed: tree.swiftText(options: .full(width: 80)))),
        ("value", Value(typed: tree.json)),
      ] as [(String, Value?)] {
        var branch = Branch(of: replay)
        let name = BranchOrigin.recorded(Step(UInt64(step)))
        try branch.edit(name, set: StatePath(path), to: #require(new))
        let state = try branch.state(at: Step(UInt64(values.count)))
        let decoded = try ValueDecoder(#require(state["holder"])).decode(App.State.self)
        expect(isSame(decoded, states[values.count]), "edit of \(path): \(state) is another state")
      }
    }
  }

  private func fixture() throws {
    for path in ["holder.value", "holder.all", "holder.optionals", "holder.named"] {
      let folder = "\(path.dropFirst(7)).folder"
      let added = desk.playhead(
        "fixture add held.playhead --in \(folder) --name held --expect \(path)")
      expect(added.code == .good, "fixture add: \(added)")
      let checked = desk.playhead("fixture check \(folder)")
      expect(checked.code == .good, "fixture check: \(checked)")
    }
  }

  private func export() throws {
    for (name, export) in try ExportedStates.all(of: "held.playhead", on: desk) {
      for (step, state) in states.enumerated() {
        let read = export.states[step]?["holder"].flatMap {
          try? ValueDecoder($0).decode(App.State.self)
        }
        expect(
          read.map { isSame($0, state) } ?? false,
          "\(name): \(export.states[step] ?? .null) at step \(step) is another state")
        guard step > 0 else { continue }
        let payload = export.payloads[step].flatMap { try? ValueDecoder($0).decode(App.Put.self) }
        expect(
          payload.map { isSame($0.value, values[step - 1]) } ?? false,
          "\(name): the payload of step \(step) is another one")
      }
    }
  }
}
