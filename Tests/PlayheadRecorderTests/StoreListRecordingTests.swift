import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadValues
import Testing

/// A store that comes later.
private func guest(_ name: String = "guest", _ count: Int = 0) -> Store<Int> {
  Store(name, count).on(Add.self) { $0 += $1.amount }
}

/// Counts how often it is encoded.
private struct CountedState: Codable, Sendable {
  var count = Box(0)
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {
    count.change { $0 += 1 }
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }
}

@Suite struct StoreListRecordingTests {
  /// The stores of each epoch of a log, by step.
  private func epochs(_ log: LogReader) throws -> [UInt64: [String]] {
    var epochs: [UInt64: [String]] = [:]
    var step: Step? = .initial
    while let start = step {
      let epoch = try log.storeLists.epoch(after: start)
      epochs[start.number] = epoch.registered.map { log.stores[$0] }
      step = log.storeLists.change(after: start)
    }
    return epochs
  }

  @Test
  func `a store registered during a recording is in the log from that step on, with its state`()
    throws
  {
    let desk = try Desk()
    let recorder = try desk.record(.exact)
    desk.dispatcher.dispatch(Add())
    let guest = guest("guest", 40)
    try desk.dispatcher.register(guest)
    desk.dispatcher.dispatch(Add(amount: 2))
    try recorder.close()
    let log = try desk.log()
    #expect(log.header.stores == ["count", "name", "rolls"])
    #expect(log.stores == ["count", "name", "rolls", "guest"])
    #expect(try log.entry(at: 1).changed == ["count"])
    #expect(try log.entry(at: 2).changed == ["count", "guest"])
    #expect(try log.arrivals(at: 1) == ["guest": .int(40)])
    #expect(try log.checkpoints().count == 1 && log.chunkCount == 1)
    #expect(try log.digests().prefix(2).map(\.stores.count) == [3, 4])
    #expect(
      try epochs(log) == [
        0: ["count", "name", "rolls"], 1: ["count", "name", "rolls", "guest"],
      ])
    #expect(try log.verify().problems == [])
  }

  @Test
  func
    `a store that replaces another of the same name during an action is logged with its own state`()
    throws
  {
    let desk = try Desk()
    let (dispatcher, old, new) = (desk.dispatcher, guest("guest", 1), guest("guest", 40))
    try dispatcher.register(old)
    let recorder = try desk.record(.exact)
    let token = desk.count.observe { count in
      guard count == 1 else { return }
      #expect(throws: Never.self) {
        try dispatcher.unregister(old)
        try dispatcher.register(new)
      }
    }
    dispatcher.dispatch(Add())
    dispatcher.dispatch(Add(amount: 2))
    token.cancel()
    try recorder.close()
    #expect(try desk.log().arrivals(at: 1) == ["guest": .int(40)])
  }

  @Test func `stores added and removed while a recording is paused are in the log when it resumes`()
    throws
  {
    let desk = try Desk()
    let recorder = try desk.record()
    desk.dispatcher.dispatch(Add())
    recorder.pause()
    desk.dispatcher.dispatch(Add())
    try desk.dispatcher.register(guest("guest", 5))
    try desk.dispatcher.unregister(desk.name)
    desk.dispatcher.dispatch(Add())
    recorder.resume()
    desk.dispatcher.dispatch(Add())
    try recorder.close()
    let log = try desk.log()
    #expect(
      try epochs(log) == [0: ["count", "name", "rolls"], 3: ["count", "rolls", "guest"]])
    #expect(try log.states(at: 3) == [.int(3), .string(""), .list([]), .int(6)])
    #expect(try log.entry(at: 4).changed == ["count", "guest"])
    #expect(try log.verify().problems == [])
  }

  @Test func `an unregistered store is released, and its last state remains in the log`() throws {
    let desk = try Desk()
    let recorder = try desk.record(.exact)
    weak var gone: Store<Int>?
    do {
      let guest = guest("guest", 40)
      gone = guest
      try desk.dispatcher.register(guest)
      desk.dispatcher.dispatch(Add(amount: 2))
      try desk.dispatcher.unregister(guest)
    }
    #expect(gone == nil)
    desk.dispatcher.dispatch(Stubborn())
    desk.dispatcher.dispatch(Add())
    try recorder.close()
    let log = try desk.log()
    #expect(try log.states(at: 2).last == .int(42))
    #expect(try log.digests().last?.stores.last == CanonicalEncoder().digest(of: 42))
  }

  @Test func `registering a store during a recording does not encode another store's state`() throws
  {
    let desk = try Desk()
    let state = CountedState()
    try desk.dispatcher.register(Store("counted", state))
    let recorder = try desk.record(RecordingOptions(digests: .never))
    let before = state.count.value
    try desk.dispatcher.register(guest())
    #expect(state.count.value == before)
    try recorder.close()
  }
}
