import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

/// An action with a member that is called like the end of the action's name.
private struct NamedItem: Codable, Sendable {
  var item: Int
}

private struct NamedWhole: Codable, Sendable {
  struct Part: Codable, Sendable { var count: Int }

  var add: Part
}

private enum NamedCommand: Codable, Sendable {
  case add(Int)
  case put(add: Int)
  case wrap(put: NamedWhole.Part)
  case clear
}

/// An enum that describes itself, which is not the name of a case.
private enum SelfDescribed: Codable, Sendable, CustomStringConvertible, CustomReflectable {
  case idle
  case go(to: Int)

  var description: String { "a step" }
  var customMirror: Mirror { Mirror(self, children: ["secret": 1]) }
}

/// What the log says about an action's type, and what its name does not say.
@Suite struct ActionNameTests {
  private typealias Send = (Recording) -> Void

  private func log(_ send: Send...) throws -> LogReader {
    try recorded(["sum"], [0], RecordingOptions()) { recording in
      for send in send { send(recording) }
    }
  }

  private func sending(_ action: some Codable & Sendable, as name: String? = nil) -> Send {
    { recording in
      recording.record(action, type: name.map { ActionType(name: $0) }) { [0] }
    }
  }

  private static let names = ["shop.cart.item", "item", "Shop.item", "a.b.c", "…", "x.", ".item"]

  @Test(arguments: names)
  func `a struct's payload has all members whatever the action is named`(name: String) throws {
    let log = try log(
      sending(NamedItem(item: 3), as: name), sending(NamedWhole(add: .init(count: 1)), as: name))
    #expect(try log.entry(at: 1).payload() == .record([.init("item", 3)]))
    #expect(try log.entry(at: 2).payload() == .record([.init("add", .record([.init("count", 1)]))]))
    #expect(log.types.map(\.cases) == [[]])
  }

  @Test func `an enum action records its associated values, and its type names the case`() throws {
    let log = try log(
      sending(NamedCommand.add(3)), sending(NamedCommand.put(add: 4)),
      sending(NamedCommand.wrap(put: .init(count: 5))), sending(NamedCommand.clear),
      sending(NamedCommand.add(6), as: "own.add"))
    let types = try (1...5).map { (step: UInt64) in try log.entry(at: Step(step)).type }
    #expect(types.map(\.cases) == [["add"], ["put"], ["wrap"], ["clear"], []])
    #expect(types.prefix(4).allSatisfy { $0.owner == "PlayheadReplayTests.NamedCommand" })
    let payloads = try (1...5).map { (step: UInt64) in try log.entry(at: Step(step)).payload() }
    #expect(
      payloads == [
        .record([.init("_0", 3)]), .record([.init("add", 4)]),
        .record([.init("put", .record([.init("count", 5)]))]), .record([]),
        .record([.init("add", .record([.init("_0", 6)]))]),
      ])
  }

  @Test func `an enum action is named by its case even if the enum describes itself`() throws {
    let log = try log(
      sending(SelfDescribed.idle), sending(SelfDescribed.go(to: 3)),
      { recording in recording.record(reflecting: SelfDescribed.idle) { [0] } })
    #expect(
      try (1...3).map { (step: UInt64) in try log.entry(at: Step(step)).type.cases } == [
        ["idle"], ["go"], ["idle"],
      ])
    #expect(try log.entry(at: 1).type.name == "PlayheadReplayTests.SelfDescribed.idle")
  }

  // MARK: Branches

  private func branch(of log: LogReader, _ app: AppEntry) throws -> Branch {
    Branch(of: try Replay(log, with: app.player()))
  }

  private static let app = AppEntry.reducer("sum", initial: 0, action: NamedItem.self) {
    $0 += $1.item
  }

  private static let commands = AppEntry.reducer("sum", initial: 0, action: NamedCommand.self) {
    switch $1 {
    case .add(let amount): $0 += amount
    case .put(let amount): $0 = amount
    case .wrap(let part): $0 = part.count
    case .clear: $0 = 0
    }
  }

  @Test(arguments: names)
  func `an action with a custom name can be edited and inserted`(name: String) throws {
    let log = try log(sending(NamedItem(item: 3), as: name))
    var branch = try branch(of: log, Self.app)
    try branch.edit(1, set: StatePath("item"), to: 10)
    let payload = Value.record([.init("item", 20)])
    try branch.edit(1, payload: payload)
    let step = try branch.insert(name, payload: payload, after: 1)
    #expect(try branch.state(at: step)["sum"] == 40)
    #expect(try branch.source.entry(at: step).type.name == name)
    #expect(try branch.source.entry(at: step).payload() == payload)
  }

  @Test func `an enum action can be edited and inserted by its values or as a whole`() throws {
    let log = try log(sending(NamedCommand.add(3)))
    var branch = try branch(of: log, Self.commands)
    try branch.edit(1, set: StatePath("_0"), to: 10)
    var step: Step = 1
    var cases: [[String]] = []
    for (type, payload, sum) in [
      ("NamedCommand.add", .record([.init("_0", 1)]), 11), ("add", .record([.init("_0", 1)]), 12),
      ("NamedCommand.put", .record([.init("add", 5)]), 5),
      ("NamedCommand.wrap", .record([.init("put", .record([.init("count", 7)]))]), 7),
      ("NamedCommand", .record([.init("put", .record([.init("add", 8)]))]), 8),
      ("add", .record([.init("add", .record([.init("_0", 1)]))]), 9),
      ("NamedCommand.clear", .record([]), 0),
    ] as [(String, Value, Int64)] {
      step = try branch.insert(
        type, payload: payload, after: step == 1 ? 1 : .inserted(Int(step.number) - 1))
      #expect(try branch.state(at: step)["sum"] == .int(sum), "\(type)")
      cases.append(try branch.source.entry(at: step).type.cases)
    }
    #expect(cases == [["add"], ["add"], ["put"], ["wrap"], ["put"], ["add"], ["clear"]])
  }
}
