import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct DocumentationTests {
  @Test(arguments: try CodeBlocks.pages())
  func `each Swift example in a documentation page is word for word in a compiled file`(
    page: String
  ) throws {
    let compiled = try CodeBlocks.compiled()
    for block in try CodeBlocks.shown(in: page)
    where !compiled.contains(where: { $0.contains(block) }) {
      Issue.record(
        "this is in no region of Tests/DocumentationTests/Examples word for word:\n\(block)")
    }
  }

  @Test func `each example in the compiled files is in a documentation page`() throws {
    let shown = Set(try CodeBlocks.pages().flatMap { try CodeBlocks.shown(in: $0) })
    for block in try CodeBlocks.compiled() where !shown.contains(block) {
      Issue.record("no page shows this:\n\(block)")
    }
  }

  @Test func `the documentation's examples record, replay and check the shop app`() throws {
    try withURL { url in
      try recordShop(to: url)
      try replayShop(from: url)
      try replaying(url)
      try checkShop(at: url)
    }
  }

  @Test
  func `the documentation's example of a hand-written store class can be recorded and replayed`()
    throws
  {
    try withURL { url in
      let store = RecordedStore()
      let plain = CounterStore()
      try store.record(to: url)
      for action in [CounterAction.increment(by: 2), .increment(by: 3), .reset] {
        store.send(action)
        plain.send(action)
      }
      try store.stopRecording()
      #expect(plain.state == store.state)
      let log = try ActionLog(url)
      for player in [try counter.player(), CounterPlayer(), try engine.player()] {
        let replay = try Replay(log, with: player)
        #expect(try replay.state(at: 2).value(at: StatePath("counter.count")) == .int(5))
        #expect(try replay.state(at: 3).value(at: StatePath("counter.count")) == .int(0))
      }
      #expect(try log.entry(at: 2).type.name == "DocumentationTests.CounterAction.increment")
      #expect(player.name == "player")
    }
  }

  @Test
  func
    `the documentation's examples of modules, redaction and recording options run without errors`()
    throws
  {
    try flux()
    try coding()
    #expect(Set(try treesOfTags()).count == 1)
    try withURL { url in
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try recording(try Shop(inputs: .live).dispatcher, in: url)
    }
    try withURL { url in
      try recording(try Shop(inputs: .live).dispatcher, to: url, with: .random())
    }
    var kept: [UInt8]?
    _ = redacting(with: keptKey(kept) { kept = $0 })
    #expect(keptKey(kept) { _ in } == RedactionKey(kept ?? []))
    try withURL { url in
      let recording = try Shop(inputs: .live).record(to: url)
      try leavingOut(recording)
      try recording.close()
    }
    try withURL { try keepingTheEnd(try Shop(inputs: .live).dispatcher, to: $0) }
  }

  @Test
  func
    `the documentation's examples of crash safety read a log while it is open and after it is closed`()
    throws
  {
    try withURL { url in
      let shop = try Shop(inputs: .live)
      let recorder = try recordingSafely(shop.dispatcher, to: url) { _ in }
      shop.dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
      #expect(try !ActionLog(url).isClosed)
      try recorder.close()
    }
    try withURL { url in
      let shop = try Shop(inputs: .live)
      let recorder = try recordingSafely(shop.dispatcher, to: url) { _ in }
      shop.dispatcher.dispatch(AddItem(sku: "A-7", quantity: 1))
      try recorder.close()
      let log = try ActionLog(url)
      #expect(log.lastStep == 1 && log.isClosed && log.stoppedHandling == nil)
      try repair(url)
      try readingOn(in: log)
      try lookingBack(at: url) { Issue.record("it \($0)") }
    }
  }

  @Test func `the examples in the source files' doc comments run and give the described results`()
    throws
  {
    try dispatching(storing(), Store("prices", [:]))
    try reducing()
    try compacting()
    let numbers = [Value.list([1]), .list([2])]
    comparing(numbers[0], numbers[1])
    try lookingUp(in: numbers[0])
    try withURL { url in
      let store = CartStore()
      try recordingByHand(store, AddItem(sku: "A-7", quantity: 1), to: url)
      #expect(store.cart.items == ["A-7": 2])
      let log = try ActionLog(url)
      #expect(log.lastStep == 2)
      #expect(try log.entry(at: 2).type == ActionType(name: "cart.add"))
      try reading(url)
    }
    try withURL { url in
      try recordShop(to: url)
      try checking(ActionLog(url))
    }
  }

  @Test
  func `the documentation's examples of searching, branching and shrinking run without errors`()
    throws
  {
    try withURL { url in
      try recordShop(to: url)
      let log = try ActionLog(url)
      try searching(log)
      try findingTheFirst(in: log)
      let replay = try Replay(log, of: Shop.self)
      try goingBack(in: log, replay)
      try printing(log, replay)
      try whoWroteLast(log, replay)
      try withURL { try branching(replay, to: $0.path) }
      try withURL { try shrinking(replay, to: $0.path) }
      try whoWroteWhat(url)
      #expect(Rope(root: .init(text: "a")).encodesLike(Rope(root: .init(text: "a"))))
    }
  }

  @Test func `the documentation's examples of Inspector find the action that changed a value`()
    throws
  {
    try withURL { url in
      try recordShop(to: url)
      let inspector = try Inspector(url, of: Shop.self)
      try asking(inspector)
      try openingARow(inspector)
      try followingAValue(url)
      try makingAPage(of: url, at: url.appendingPathExtension("html"))
      #expect(try stopping(inspector).contains { $0.work == .searching })
      #expect(try branching(inspector) == [1, 1])
      let lines = try WhoChanged(url).lines(for: "cart.items")
      #expect(lines.count > 1 && lines.last?.hasPrefix("cart.items") == true, "\(lines)")
      #expect(lines.first?.hasPrefix("step 1, ") == true, "\(lines)")
      try WhoChanged.run([url.path, "cart.items"])
    }
  }

  @Test func `the documentation's example of LogSubscription gives each action of a log`()
    async throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    try recordShop(to: url)
    let steps = try await subscribing(to: url)
    #expect(steps == [1, 2])
  }

  @Test func `the documentation's examples of stores, observers and effects run without errors`()
    async throws
  {
    try waiting(for: storing())
    try watching(storing(), Store("prices", ["A-7": 5]))
    watchingAPart()
    #expect(try Screens(inputs: .live).otherStores.map(\.name) == ["detail"])
    try await searching()
    try await lessCommonForms()
  }

  @Test func `the documentation's examples check, upgrade and salvage logs of an older build`()
    throws
  {
    try withURL { url in
      try recordOldMarket(to: url, haggling: false)
      let log = try ActionLog(url)
      try judging(log)
      let lines = try Replay(log, of: Market.self).state(at: 2).value(at: StatePath("cart.lines"))
      guard case .list(let elements) = lines else {
        Issue.record("there are no lines")
        return
      }
      #expect(elements.count == 3)
    }
    try withURL { url in
      try recordOldMarket(to: url, haggling: true)
      try salvaging(ActionLog(url))
    }
    #expect(Market.storeUpgrades.count == 3)
  }

  @Test func `the documentation's examples of plug-ins run without errors`() throws {
    try plugging()
    multicasting()
  }

  private func withURL(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }
}
