import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct DocumentationTests {
  @Test(arguments: try CodeBlocks.pages())
  func `every Swift example of a page is compiled`(page: String) throws {
    let compiled = try CodeBlocks.compiled()
    for block in try CodeBlocks.shown(in: page)
    where !compiled.contains(where: { $0.contains(block) }) {
      Issue.record(
        "this is in no region of Tests/DocumentationTests/Examples word for word:\n\(block)")
    }
  }

  @Test func `every compiled example is shown on a page`() throws {
    let shown = Set(try CodeBlocks.pages().flatMap { try CodeBlocks.shown(in: $0) })
    for block in try CodeBlocks.compiled() where !shown.contains(block) {
      Issue.record("no page shows this:\n\(block)")
    }
  }

  @Test func `the shop is recorded, replayed and checked`() throws {
    try withPath { path in
      try recordShop(to: URL(filePath: path))
      try replayShop(from: path)
      try replaying(path)
      try checkShop(at: path)
    }
  }

  @Test func `an app with a store of its own is recorded and replayed`() throws {
    try withPath { path in
      let store = CounterStore()
      try store.record(to: URL(filePath: path))
      for action in [CounterAction.increment, .increment, .decrement] { store.send(action) }
      try store.stopRecording()
      let replay = try Replay(LogReader(path: path), with: CounterPlayer())
      #expect(try replay.state(at: 2) == .record([.init("count", .int(2))]))
      #expect(try replay.state(at: 3) == .record([.init("count", .int(1))]))
    }
  }

  @Test func `the modules' examples do what they say`() throws {
    try flux()
    try coding()
    #expect(Set(try digestsOfTags()).count == 1)
    try withPath { try recording(try Shop(inputs: .live).dispatcher, to: URL(filePath: $0)) }
    try withPath { path in
      try recording(try Shop(inputs: .live).dispatcher, to: URL(filePath: path), with: .random())
    }
    #expect(redacting(with: .random()).rules.count == 3)
    try withPath { try keepingTheEnd(try Shop(inputs: .live).dispatcher, to: URL(filePath: $0)) }
  }

  @Test func `a recording that was not closed is read, and gone on with`() throws {
    try withPath { path in
      let shop = try Shop(inputs: .live)
      let recorder = try recordingSafely(shop.dispatcher, to: URL(filePath: path)) { _ in }
      shop.dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
      #expect(try LogReader(path: path).ending == .beingWritten)
      try recorder.close()
    }
    try withPath { path in
      for quantity in 1...2 {
        let shop = try Shop(inputs: .live)
        let recorder = try recordingSafely(shop.dispatcher, to: URL(filePath: path)) { _ in }
        shop.dispatcher.dispatch(AddItem(sku: "A-7", quantity: quantity))
        try recorder.close()
      }
      let log = try LogReader(path: path)
      #expect(log.parts.map(\.start) == [0, 2])
      #expect(log.ending == .closed)
      try readingOn(in: log)
      try lookingBack(at: path) { Issue.record("it \($0)") }
    }
  }

  @Test func `the comments' examples do what they say`() throws {
    try dispatching(storing(), Store("prices", [:]))
    try reducing()
    try compacting()
    try canonicalizing()
    let numbers = [Value.list([1]), .list([2])]
    comparing(numbers[0], numbers[1])
    try lookingUp(in: numbers[0])
    try withPath { path in
      let store = CartStore()
      try recordingByHand(store, AddItem(sku: "A-7", quantity: 1), to: URL(filePath: path))
      #expect(store.cart.items == ["A-7": 1])
      #expect(try LogReader(path: path).actionCount == 1)
    }
    try withPath { path in
      try recordShop(to: URL(filePath: path))
      try checking(LogReader(path: path))
    }
  }

  @Test func `the searches' examples find what they look for`() throws {
    try withPath { path in
      try recordShop(to: URL(filePath: path))
      let log = try LogReader(path: path)
      try searching(log)
      try findingTheFirst(in: log)
      let replay = try Replay(log, of: Shop.self)
      try goingBack(in: log, replay)
      try printing(log, replay)
      try whoWroteLast(log, replay)
      try withPath { try branching(replay, to: $0) }
      try withPath { try shrinking(replay, to: $0) }
      try whoWroteWhat(path)
      #expect(try tracking(Cart(items: ["A-7": 1])) == [StatePath(#"items["A-7"]"#)])
      #expect(Rope(root: .init(text: "a")).encodesLike(Rope(root: .init(text: "a"))))
    }
  }

  @Test func `the runtime's examples do what they say`() async throws {
    try waiting(for: storing())
    try watching(storing(), Store("prices", ["A-7": 5]))
    watchingAPart()
    #expect(try Screens(inputs: .live).otherStores.map(\.name) == ["detail"])
    try await searching()
    try await lessCommonForms()
  }

  @Test func `logs of an older build are judged, upgraded and salvaged`() throws {
    try withPath { path in
      try recordOldMarket(to: URL(filePath: path), haggling: false)
      let log = try LogReader(path: path)
      try judging(log)
      let lines = try Replay(log, of: Market.self).state(at: 2).value(at: StatePath("cart.lines"))
      guard case .list(let elements) = lines else {
        Issue.record("there are no lines")
        return
      }
      #expect(elements.count == 3)
    }
    try withPath { path in
      try recordOldMarket(to: URL(filePath: path), haggling: true)
      try salvaging(LogReader(path: path))
    }
    #expect(Market.storeUpgrades.count == 3)
  }

  @Test func `the plug-ins' examples do what they say`() throws {
    try plugging()
    multicasting()
  }

  private func withPath(_ body: (String) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }
}
