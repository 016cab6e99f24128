import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct StoreListTests {
  /// A store comes with its state, another goes; the store that came first is back in the end.
  private func script() throws -> LogScript {
    let script = try LogScript(stores: ["document", "caret"], states: ["hello", 3])
    try script.act(1, changed: [0, 1])
    try script.change(to: ["document", "caret", "menu"], [0, 2], arriving: [true])
    try script.act(2, changed: [2])
    try script.change(to: ["document", "caret", "menu"], [2, 0, 1])
    try script.act(3, changed: [0, 1, 2])
    return script
  }

  private func log() throws -> LogReader {
    try LogReader(bytes: try script().close(), name: "log")
  }

  @Test func `a log gives the stores that handled each action in their order`() throws {
    let storeLists = try log().storeLists
    #expect(
      try (0...3).map { try storeLists.epoch(after: Step($0)).registered } == [
        [0, 1], [0, 2], [2, 0, 1], [2, 0, 1],
      ])
    #expect(
      try (0...2).map { try storeLists.epoch(after: Step($0)).arrivals() } == [
        [:], [2: .bool(true)], [:],
      ])
    #expect(try (0...2).map { try storeLists.epoch(after: Step($0)).count } == [2, 3, 3])
    #expect(storeLists.change(after: 0) == 1 && storeLists.change(after: 1) == 2)
    #expect(storeLists.change(after: 2) == nil)
  }

  @Test func `a store list repeats no names of an earlier store list in its frame`() throws {
    let script = try LogScript(stores: ["first"], states: [1])
    try script.change(to: ["first", "second"], [0])
    try script.change(to: ["first", "second", "third"], [1])
    try script.act(1)
    try script.endChunk()
    try script.change(to: ["first", "second", "third", "fourth"], [2])
    let bytes = try script.close()
    let texts = try LogFrames(bytes).contents().map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.map { $0.ranges(of: "first").count } == [1, 1, 1])
    #expect(texts.map { $0.ranges(of: "third").count } == [0, 1, 1])
    let log = try LogReader(bytes: bytes, name: "log")
    #expect(log.stores == ["first", "second", "third", "fourth"])
    #expect(try log.verify().problems == [])
  }

  @Test func `the log writer writes pending store lists when they reach the size of a chunk`()
    throws
  {
    let script = try LogScript(stores: ["a"], states: [1])
    let before = try script.bytes().count
    try script.change(to: ["a", "b"], [0, 1], arriving: [String(repeating: "b", count: 5)])
    #expect(try script.bytes().count == before)
    let large = String(repeating: "c", count: LogFormat.chunkBytes)
    try script.change(to: ["a", "b", "c"], [0, 1, 2], arriving: [large])
    #expect(try script.bytes().count > before)
    let log = try LogReader(bytes: script.close(), name: "log")
    #expect(try log.storeLists.epoch(after: 0).arrivals()[2] == .string(large))
  }

  @Test func `the later of two store lists of one step is used, with the new stores of both`()
    throws
  {
    let script = try LogScript(stores: ["a"], states: [1])
    try script.change(to: ["a", "b"], [0, 1], arriving: [2])
    try script.change(to: ["a", "b"], [0])
    try script.change(to: ["a", "b", "c"], [2, 0], arriving: [3])
    try script.act(1)
    try script.replace([1], with: [4])
    try script.replace([1], with: [5])
    let storeLists = try LogReader(bytes: script.close(), name: "log").storeLists
    let epoch = try storeLists.epoch(after: 0)
    #expect(epoch.registered == [2, 0] && epoch.count == 3)
    #expect(try epoch.arrivals() == [1: .int(2), 2: .int(3)])
    #expect(try storeLists.epoch(after: 1).arrivals() == [1: .int(5)])
  }

  /// The frames of steps 1 and 2, with a store list in the second one's.
  private func log(storeList numbers: [UInt64], _ names: [String], _ rest: [UInt64]) throws
    -> LogReader
  {
    let script = try LogScript(stores: ["a"], states: [1])
    try script.act(1)
    try script.endChunk()
    try script.act(2)
    var contents = try LogFrames(try script.close()).contents()
    contents[2] = record(numbers, names, rest) + contents[2]
    return try LogReader(bytes: LogFrames.pack(contents), name: "log")
  }

  private func record(_ numbers: [UInt64], _ names: [String], _ rest: [UInt64]) -> [UInt8] {
    let body = ByteBuffer()
    for number in numbers { body.append(varint: number) }
    body.append(varint: names.count)
    for name in names { body.append(string: name) }
    for number in rest { body.append(varint: number) }
    return RecordFraming([(RecordKind.storeList.rawValue, body.array)]).content
  }

  private static let nonsense: [(names: [String], numbers: [UInt64])] = [
    (["a", "a"], [1, 0, 0]), ([], [0, 0]), (["a"], [1, 1, 0]), (["a"], [2, 0, 0, 0]),
    (["a"], [1, .max, 0]), (["a"], [1, 0, 1, 7]), (["a"], [1, 0]), (["a"], [.max, 0, 0]),
  ]

  @Test(arguments: nonsense)
  func `a malformed store list is damage, and the actions beside it are still read`(
    names: [String], numbers: [UInt64]
  ) throws {
    let log = try log(storeList: [1, 0], names, numbers)
    #expect(try log.storeLists.epoch(after: 0).registered == [0])
    let sentence = try sentence { _ = try log.storeLists.epoch(after: 1) }
    #expect(sentence?.contains("frame 2 of 'log' is damaged: ") == true)
    #expect(sentence?.contains("covering the steps after 0") == true)
    #expect(log.stores == ["a"] && log.storeLists.change(after: 0) == 1)
    #expect(try log.entry(at: 2).payload() == .int(2))
    let isFound = try log.verify().problems.contains {
      if case .damage(let damage) = $0 { damage.frame == 2 } else { false }
    }
    #expect(isFound)
  }

  @Test(arguments: [0, 1 << 62, .max] as [UInt64])
  func `a store list with a step too early or too large is damage`(step: UInt64) throws {
    let script = try LogScript(stores: ["a"], states: [1])
    try script.act(1)
    try script.change(to: ["a"], [])
    try script.act(2)
    let contents =
      try LogFrames(try script.close()).contents() + [record([step, 0], ["a"], [0, 0])]
    let log = try LogReader(bytes: LogFrames.pack(contents), name: "log")
    #expect(try log.storeLists.epoch(after: 1).registered == [])
    #expect(throws: ReadingError.self) { try log.storeLists.epoch(after: 2) }
  }

  @Test(arguments: [2, .max] as [UInt64])
  func `a store list that refers to more stores than exist is damage`(known: UInt64) throws {
    let log = try log(storeList: [1, known], [], [0, 0])
    #expect(log.stores == ["a"])
    #expect(throws: ReadingError.self) { try log.storeLists.epoch(after: 1) }
  }

  @Test
  func `after a lost store list, a log gives the registered stores again from the next checkpoint`()
    throws
  {
    let script = try LogScript(stores: ["a"], states: [1])
    try script.act(1)
    try script.change(to: ["a", "b"], [1])
    try script.act(2)
    try script.endChunk()
    try script.change(to: ["a", "b", "c"], [2, 0])
    try script.act(3, changed: [2])
    try script.endChunk()
    try script.change(to: ["a", "b", "c"], [0, 2])
    try script.checkpoint([4, 5, 6])
    try script.act(4)
    var bytes = try script.close()
    bytes[try LogFrames(bytes).starts[1] + 30] ^= 1
    let log = try LogReader(bytes: bytes, name: "log")
    #expect(log.stores == ["a", "b", "c"])
    #expect(try log.entry(at: 3).changed == ["c"])
    #expect(try log.storeLists.epoch(after: 0).registered == [0])
    for step in [1, 2] as [Step] {
      #expect(throws: ReadingError.self) { try log.storeLists.epoch(after: step) }
    }
    #expect(try log.storeLists.epoch(after: 3).registered == [0, 2])
  }
}
