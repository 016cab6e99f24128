import Foundation
import PlayheadDebugger
import PlayheadReading
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import TestSupport
import Testing

/// Sessions in which some states cannot be encoded, so that they can be neither shown nor compared.
@Suite struct UnshownStateTests {
  /// What makes a state that cannot be encoded.
  enum Fault: String, CaseIterable, Codable {
    /// A part nests too deep.
    case deep
    /// A part refuses to be encoded.
    case part
    /// The whole state refuses to be encoded.
    case whole
  }

  struct Refusal: Error {}

  indirect enum Chain: Codable, Sendable {
    case end, link(Chain)

    static func of(_ links: Int) -> Chain { (0..<links).reduce(.end) { chain, _ in .link(chain) } }
  }

  struct Lid: Codable, Sendable {
    var number = 7
    var isStuck = false

    init() {}

    private enum CodingKeys: CodingKey { case number, isStuck }

    func encode(to encoder: any Encoder) throws {
      if isStuck { throw Refusal() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(isStuck, forKey: .isStuck)
    }
  }

  struct Crate: Codable, Sendable {
    var count = 0
    var lid = Lid()
    var chain = Chain.end
    var isLocked = false

    init() {}

    private enum CodingKeys: CodingKey { case count, lid, chain, isLocked }

    func encode(to encoder: any Encoder) throws {
      if isLocked { throw Refusal() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(count, forKey: .count)
      try container.encode(lid, forKey: .lid)
      try container.encode(chain, forKey: .chain)
      try container.encode(isLocked, forKey: .isLocked)
    }

    mutating func take(_ act: Act) {
      count += act.count
      switch act.fault {
      case nil: (lid.isStuck, chain, isLocked) = (false, .end, false)
      case .deep: chain = .of(300)
      case .part: lid.isStuck = true
      case .whole: isLocked = true
      }
    }
  }

  struct Act: Codable, Action {
    var count: Int
    var fault: Fault?
  }

  struct Store2: Codable, Sendable { var total = 0 }

  /// An app with a dispatcher, and a second store without a fault.
  struct Depot: ReplayableApp {
    static let appName = "depot"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(Store("crate", Crate()).on(Act.self) { $0.take($1) })
      try dispatcher.register(Store("other", Store2()).on(Act.self) { $0.total += $1.count })
    }
  }

  /// Each adds to the count. The states of steps 3 and 4 cannot be encoded.
  private static func acts(_ fault: Fault) -> [Act] {
    (1...6).map { Act(count: $0, fault: $0 == 3 || $0 == 4 ? fault : nil) }
  }

  private static let bad: ClosedRange<Step> = 3...4

  /// Calls `body` with an inspector of a log of an app that owns its store.
  private func inspecting(_ fault: Fault, _ body: (Inspector) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    var state = Crate()
    let recording = try Recording(
      to: url.path, app: "depot", stores: ["crate"], clock: ManualClock(), states: [state])
    for act in Self.acts(fault) {
      recording.record(act) {
        state.take(act)
        return [state]
      }
    }
    try recording.close()
    let entry = AppEntry.reducer("depot", store: "crate", initial: Crate(), action: Act.self) {
      $0.take($1)
    }
    try body(Inspector(url, of: entry))
  }

  /// The states of the crate as a plain fold gives them; nil for those that cannot be encoded.
  private func states(_ fault: Fault) throws -> [Value?] {
    var state = Crate()
    var states: [Value?] = [try Value(encoding: state)]
    for act in Self.acts(fault) {
      state.take(act)
      states.append(try? Value(encoding: state))
    }
    #expect(states.indices.filter { states[$0] == nil } == [3, 4])
    return states
  }

  private func path(_ text: String) throws -> StatePath { try StatePath(text) }

  @Test(arguments: Fault.allCases)
  func `ChangesRequest reports the states that cannot be encoded, and gives the next one whole`(
    fault: Fault
  )
    throws
  {
    let states = try states(fault)
    try inspecting(fault) { inspector in
      var unshown: [UnshownState] = []
      var found: [Step: String] = [:]
      _ = try inspector.ask(ChangesRequest(in: 0...6, as: .states)) { part in
        switch part {
        case .state(let step, let json): found[step] = json
        case .unshown(let state): unshown.append(state)
        case .changes, .view, .picture, .largePicture, .trap: Issue.record("\(part)")
        }
      }
      #expect(unshown.map(\.steps) == [3...3, 4...4])
      #expect(unshown.allSatisfy { $0.store == "crate" && !$0.reason.contains("Foreign") })
      let shown = states.enumerated().filter { $0.element != nil }.map { Step(UInt64($0.offset)) }
      #expect(found.keys.sorted() == shown)
      for step in shown {
        let json = try #require(states[Int(step.number)]).json
        #expect(found[step]?.contains(json) == true, "step \(step)")
      }
      var items: [String] = []
      _ = try inspector.ask(ChangesRequest(in: 0...6)) { part in
        switch part {
        case .state(let step, _): items.append("state \(step)")
        case .changes(let step, _): items.append("changes \(step)")
        case .unshown(let state): items.append("unshown \(state.steps.lowerBound)")
        case .view, .picture, .largePicture, .trap: Issue.record("\(part)")
        }
      }
      #expect(
        items == [
          "state 0", "changes 1", "changes 2", "unshown 3", "unshown 4", "state 5", "changes 6",
        ])
    }
  }

  @Test(arguments: Fault.allCases)
  func `HistoryRequest continues a value's history after a state that cannot be encoded`(
    fault: Fault
  )
    throws
  {
    try inspecting(fault) { inspector in
      var seen: [ValueChange] = []
      _ = try inspector.ask(HistoryRequest(of: path("crate.count"))) { seen.append($0) }
      #expect(seen.last?.new == 21 && seen.last?.step == 6)
      if fault == .whole {
        #expect(seen.map(\.step) == [1, 2, 5, 6])
        #expect(seen.map { $0.unshown != nil } == [false, false, true, false])
      } else {
        #expect(seen.map(\.step) == [1, 2, 3, 4, 5, 6])
        #expect(seen.map(\.new) == [1, 3, 6, 10, 15, 21])
        #expect(seen.allSatisfy { $0.unshown == nil })
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `BlameRequest says for which values a state that cannot be encoded may hide a change`(
    fault: Fault
  )
    throws
  {
    try inspecting(fault) { inspector in
      var parts: [BlameRequest.Part] = []
      _ = try inspector.ask(BlameRequest(at: path("crate"))) { parts.append($0) }
      let count = try #require(parts.first { $0.path.description == "crate.count" })
      #expect(count.step == 6 && count.unshown == nil)
      let number = try #require(parts.first { $0.path.description == "crate.lid.number" })
      #expect(number.step == (fault == .part ? 5 : nil))
      #expect((number.unshown != nil) == (fault == .part))
    }
  }

  @Test(arguments: Fault.allCases)
  func `ActionsRequest with a condition skips states that cannot be encoded and warns about them`(
    fault: Fault
  ) throws {
    try inspecting(fault) { inspector in
      var (steps, unshown): ([Step], [UnshownState]) = ([], [])
      inspector.onEvent = { event in
        if case .warning(.unshown(let states)) = event { unshown += states }
      }
      let condition = try Condition("json_extract(state('crate'), '$.count') > 0")
      _ = try inspector.ask(ActionsRequest(where: condition)) { part in
        if case .action(let action, _, _) = part { steps.append(action.step) }
      }
      #expect(steps == [1, 2, 5, 6])
      #expect(unshown.map(\.steps) == [Self.bad], "\(unshown)")
    }
  }

  // MARK: The command line

  @Test(arguments: Fault.allCases)
  func `commands work on a log with states that cannot be encoded, and 'state' names the store`(
    fault: Fault
  ) throws {
    let desk = try Desk(apps: [Depot.self])
    let app = try Depot(inputs: .seeded())
    let recording = try app.dispatcher.record(
      to: desk.path("d.playhead"), app: "depot", clock: ManualClock())
    for act in Self.acts(fault) { app.dispatcher.dispatch(act) }
    try recording.close()
    for call in [
      "page d.playhead -o d.html", "export d.playhead --as ndjson -o d.ndjson",
      "export d.playhead --as sqlite -o d.sqlite",
      "export d.playhead --as redux-devtools -o d.json",
      "export d.playhead --as perfetto --counter crate.count -o t.json",
      "history d.playhead crate.count", "history d.playhead other.total",
      "log d.playhead -- crate.count", "log d.playhead -p", "blame d.playhead end",
      "check d.playhead", "state d.playhead 3 other", "show d.playhead 3",
    ] {
      let outcome = desk.playhead(call)
      #expect(!outcome.error.contains("playhead:"), "\(call): \(outcome)")
      #expect(!(outcome.output + outcome.error).contains("Foreign"), "\(call)")
      #expect(
        call.hasPrefix("export") || call.hasPrefix("show") || outcome.code == .good,
        "\(call): \(outcome)")
      if call.hasPrefix("check") {
        #expect(outcome.output.contains("deterministic, 6 actions"))
        #expect(outcome.output.contains("of store 'crate' at step"))
        #expect(outcome.output.contains("cannot be shown"))
      }
    }
    let lines = String(decoding: try desk.bytes("d.ndjson"), as: UTF8.self)
    #expect(lines.components(separatedBy: #"{"kind":"unshown","step":"#).count == 3)
    let html = String(decoding: try desk.bytes("d.html"), as: UTF8.self)
    #expect(html.contains(#""unshown":[{"first":3,"last":4,"text":"the states of store 'crate'"#))
    #expect(!html.contains("Foreign") && !html.contains(#""noStates""#))
    let outcome = desk.playhead("state d.playhead 3")
    #expect(outcome.error.contains("the state of store 'crate' at step 3 cannot be encoded"))
  }
}
