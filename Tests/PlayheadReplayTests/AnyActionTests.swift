import Foundation
import FluxTesting
import PlayheadFlux
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// An action of an app with a store of its own: every third one has a closure, and no `Codable`.
private enum Command {
  case add(Int)
  case multiply(Int)
  case transform((Int) -> Int)

  func applied(to number: Int) -> Int {
    switch self {
    case .add(let amount): number &+ amount
    case .multiply(let factor): number &* factor
    case .transform(let body): body(number)
    }
  }
}

@Suite struct AnyActionTests {
  private func record(
    _ states: [any Encodable & Sendable], options: RecordingOptions = .exact,
    run: (Recording) throws -> Void
  ) throws -> LogReader {
    try recorded(["number"], states, options, run: run)
  }

  @Test func `a recording replays at every step though every third action is not Encodable`() throws
  {
    var number = 1
    var live: [Int] = [1]
    let log = try record([number]) { recording in
      for step in 1...30 {
        let command: Command =
          switch step % 3 {
          case 1: .add(step)
          case 2: .multiply(step)
          default: .transform { $0 &- 7 }
          }
        let handle = { () -> [any Encodable & Sendable] in
          number = command.applied(to: number)
          return [number]
        }
        switch command {
        case .add(let amount): recording.record(Sum(amount: amount), handle: handle)
        case .multiply(let factor): recording.record(Product(factor: factor), handle: handle)
        case .transform: recording.record(command, handle: handle)
        }
        live.append(number)
      }
    }
    let replay = try Replay(log, with: NumberPlayer())
    for step in 0...30 {
      #expect(
        try replay.state(at: Step(UInt64(step)))
          == .record([.init("number", .int(Int64(live[step])))]))
    }
    let gaps = try log.gaps()
    #expect(gaps.map(\.steps) == (1...10).map { Step(3 * $0)...Step(3 * $0) })
    #expect(gaps.allSatisfy { $0.reason == .unencodable })
    let module = "PlayheadReplayTests"
    #expect(Set(gaps.map(\.detail)) == ["\(module).Command is not Encodable"])
    #expect(log.actionCount == 20 && log.damages == [] && log.lostSteps == [])
    #expect(try DeterminismCheck(log) { NumberPlayer() }.run() == nil)
  }

  @Test func `an action whose handler throws has a recorded outcome like any other`() throws {
    struct Failure: Error {}
    var number = 1
    let log = try record([number]) { recording in
      #expect(throws: Failure.self) {
        try recording.record(Sum(amount: 2)) {
          number += 2
          throw Failure()
        }
      }
      recording.record(Sum(amount: 4), changed: { [] }) {
        number += 4
        return [number]
      }
    }
    #expect(try log.entry(at: 1).changed == ["number"] && log.entry(at: 2).changed == [])
    #expect(try log.entry(at: 2).isHandled)
    let replay = try Replay(log, with: NumberPlayer())
    #expect(try replay.state(at: 2) == .record([.init("number", 7)]))
  }

  @Test func `a recording paused and resumed within an action resumes when the action ends`() throws
  {
    var number = 1
    let log = try record([number]) { recording in
      func add(_ amount: Int, _ within: () -> Void = {}) {
        recording.record(Sum(amount: amount)) {
          number += amount
          within()
          return [number]
        }
      }
      add(1) {
        recording.pause()
        add(2)
        recording.resume()
        // Left out as well, because the states are in the making.
        add(4)
      }
      add(8)
    }
    #expect(try log.verify().problems == [])
    #expect(try log.gaps() == [Gap(steps: 2...3, reason: .paused)])
    let replay = try Replay(log, with: NumberPlayer())
    #expect(try replay.state(at: 4) == .record([.init("number", 16)]))
    #expect(try log.entry(at: 4).payload() == .record([.init("amount", 8)]))
  }

  @Test func `a nested action keeps its own outcome and its cause`() throws {
    var number = 1
    let log = try record([number]) { recording in
      try recording.record(Sum(amount: 2), changed: { [0] }) {
        number += 2
        recording.record(Product(factor: 1), changed: { [] }) {
          recording.record(Stubborn(), changed: { [] }) { [number] }
          return [number]
        }
        try recording.flush()
        return [number]
      }
      recording.record(Sum(amount: 4)) {
        number += 4
        return [number]
      }
    }
    #expect(try log.verify().problems == [])
    #expect(try log.entry(at: 1).changed == ["number"] && log.entry(at: 2).changed == [])
    #expect(try log.entry(at: 2).cause == 1 && log.entry(at: 4).cause == nil)
    #expect(try log.gaps().map(\.steps) == [3...3])
    let replay = try Replay(log, with: NumberPlayer())
    #expect(try replay.state(at: 4) == .record([.init("number", 7)]))
  }

  @Test func `a recording finds the changed stores by comparing states, Equatable or not`() throws {
    struct Plain: Codable, Sendable { var number: Int }
    var (equatable, plain) = (Sum(amount: 1), Plain(number: 1))
    let log = try recorded(["one", "other"], [equatable, plain], RecordingOptions()) { recording in
      func act(_ body: () -> Void, changed: (() -> [Int])? = nil) {
        recording.record(Sum(amount: 1), changed: changed) {
          body()
          return [equatable, plain]
        }
      }
      act {}
      act { equatable.amount += 1 }
      act { plain.number += 1 }
      act { (equatable.amount, plain.number) = (9, 9) }
      act({ equatable.amount = 0 }, changed: { [1] })
    }
    #expect(
      try (1...5).map { try log.entry(at: Step($0)).changed } == [
        [], ["one"], ["other"], ["one", "other"], ["other"],
      ])
    #expect(try log.entry(at: 4).mayHaveChanged == ["one", "other"])
    #expect(try log.entry(at: 5).mayHaveChanged == [])
  }

  @Test
  func `'willHandle' and 'didHandle' record causes, changed stores and inputs of nested actions`()
    throws
  {
    var number = 1
    let dates = (0..<3).map { Date(timeIntervalSinceReferenceDate: Double($0)) }
    let log = try record([number]) { recording in
      let outer = recording.willHandle(Sum(amount: 2))
      let inner = recording.willHandle(Product(factor: 3))
      recording.didHandle(inner, states: [number], draws: [.date(dates[0]), .date(dates[1])])
      number = 3
      // The second call is a mistake, and changes nothing.
      for _ in 1...2 { recording.didHandle(outer, states: [number], draws: [.date(dates[2])]) }
      recording.didHandle(
        recording.willHandle(Product(factor: 1), cause: outer), changed: [], states: [number])
    }
    #expect(try log.entry(at: 1).changed == ["number"] && log.entry(at: 2).changed == [])
    #expect(try log.entry(at: 2).cause == 1 && log.entry(at: 3).cause == 1)
    #expect(try log.entry(at: 1).draws() == [.date(dates[2])])
    #expect(try log.entry(at: 2).draws() == [.date(dates[0]), .date(dates[1])])
    #expect(try (1...3).allSatisfy { try log.entry(at: Step($0)).isHandled })
  }

  @Test(arguments: [0, 1, 2, 700] as [Step])
  func `a recording drops a cause that is not an earlier step`(cause: Step) throws {
    let log = try record([1]) { recording in
      recording.record(Sum(amount: 2), cause: cause) { [1] }
      recording.record(Sum(amount: 3), cause: 1) { [1] }
    }
    #expect(try log.entry(at: 1).cause == nil && log.entry(at: 2).cause == 1)
  }

  @Test func `a recording ignores a changed store number that no store has`() throws {
    let log = try record([1]) { recording in
      recording.record(Sum(amount: 2), changed: { [-1, 0, 99] }) { [1] }
    }
    #expect(try log.entry(at: 1).changed == ["number"])
  }

  @Test func `a child value whose encoding error its parent catches leaves nothing in the payload`()
    throws
  {
    struct Tree: Encodable {
      enum Key: CodingKey { case kid, name }
      struct Refused: Error {}
      var kids: [Tree] = []
      var name: String?
      func encode(to encoder: any Encoder) throws {
        guard let name else { throw Refused() }
        var container = encoder.container(keyedBy: Key.self)
        for kid in kids { try? container.encode(kid, forKey: .kid) }
        try container.encode(name, forKey: .name)
      }
    }
    let log = try record([1]) { recording in
      recording.record(Tree(kids: [Tree()], name: "root")) { [1] }
      recording.record(Tree(kids: [Tree(name: "kid")], name: "root")) { [1] }
    }
    let payloads = try [1, 2].map { try log.entry(at: $0).payload().json }
    #expect(payloads == [#"{"name":"root"}"#, #"{"kid":{"name":"kid"},"name":"root"}"#])
  }

  @Test(arguments: [false, true])
  func `an action that writes into a finished container becomes a gap`(isRedacted: Bool) throws {
    enum Key: CodingKey { case first, late }
    final class Kept: Encodable {
      var container: KeyedEncodingContainer<Key>?
      func encode(to encoder: any Encoder) throws {
        container = encoder.container(keyedBy: Key.self)
        try container?.encode(1, forKey: .first)
      }
    }
    struct Late: Encodable {
      func encode(to encoder: any Encoder) throws {
        let kept = Kept()
        var list = encoder.unkeyedContainer()
        try list.encode(kept)
        try kept.container?.encode(UInt64.max, forKey: .late)
        try list.encode("abc")
      }
    }
    var options = RecordingOptions.exact
    if isRedacted { options.redaction = Redaction(rules: [.field("late")]) }
    let log = try record([1], options: options) { recording in
      recording.record(Late()) { [1] }
      recording.record(Sum(amount: 2)) { [1] }
    }
    #expect(log.damage == nil && log.steps == [2...2])
    let detail = try #require(log.gaps().first?.detail)
    #expect(detail.contains("used its encoder after"), "\(detail)")
  }

  @Test func `a container kept from an earlier action does not crash redaction`() throws {
    enum Key: CodingKey { case inner, name }
    final class Box { var container: KeyedEncodingContainer<Key>? }
    struct Keeping: Encodable {
      let box: Box
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        if var kept = box.container { return try kept.encode("late", forKey: .name) }
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .inner)
        try inner.encode("in time", forKey: .name)
        box.container = inner
      }
    }
    var options = RecordingOptions.exact
    options.redaction = Redaction(rules: [.field("name")])
    let box = Box()
    let log = try record([1], options: options) { recording in
      for _ in 0..<2 { recording.record(Keeping(box: box)) { [1] } }
    }
    #expect(log.steps == [1...1] && log.damage == nil)
  }

  @Test func `each action is named after its own nested cases, in whatever order they come`() throws
  {
    var generator = SplitMix64(seed: 42)
    let all = Tap.some
    let actions = (0..<400).map { _ in all[Int.random(in: all.indices, using: &generator)] }
    let log = try record([0]) { recording in
      for action in actions { recording.record(action.0) { [0] } }
    }
    for (number, action) in actions.enumerated() {
      let entry = try log.entry(at: Step(UInt64(number + 1)))
      #expect(entry.type.name.hasSuffix("Tap.\(action.1)"), "\(entry.type.name)")
    }
  }

  @Test func `a recording refuses a repeated store name, a missing state and a web address`() throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "twice-\(UUID())")
    let error = #expect(throws: LogError.self) {
      try Recording(to: url, app: "shop", stores: ["a", "a"], states: [1, 2])
    }
    #expect("\(try #require(error))".contains("two stores are called 'a'"))
    let other = try #require(URL(string: "https://example.org/shop.playhead"))
    #expect(throws: LogError.self) {
      try Recording(to: other, app: "shop", stores: ["a"], states: [1])
    }
    let few = #expect(throws: LogError.self) {
      try Recording(to: url, app: "shop", stores: ["a"], states: [])
    }
    #expect("\(try #require(few))".contains("0 states are given for 1 stores"))
  }
}

/// An app's actions with those of its parts in them.
private enum Tap: Codable {
  case list(List)
  case panel(Panel)
  case other(Panel)
  case plain(Int)
  case pair(Panel, Int)

  enum List: Codable { case shown(Panel), loaded([Int]), failed }
  enum Panel: Codable { case open(tab: String), push(Int), close, move(x: Int, y: Int), set(Size) }
  enum Size: Codable { case small, large(Int) }

  /// Actions, and the names of their cases.
  static var some: [(Tap, String)] {
    let panels: [(Panel, String)] = [
      (.open(tab: "a"), "open"), (.push(1), "push"), (.close, "close"), (.move(x: 1, y: 2), "move"),
      (.set(.small), "set.small"), (.set(.large(3)), "set.large"),
    ]
    return panels.flatMap { panel, name in
      [
        (.panel(panel), "panel.\(name)"), (.other(panel), "other.\(name)"),
        (.list(.shown(panel)), "list.shown.\(name)"), (.pair(panel, 1), "pair"),
      ]
    } + [
      (.list(.loaded([1])), "list.loaded"), (.list(.failed), "list.failed"), (.plain(1), "plain"),
    ]
  }
}
