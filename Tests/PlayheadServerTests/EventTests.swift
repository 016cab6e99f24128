import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import Testing

@testable import PlayheadServer

/// The actions of a log as events: each once, in order, whatever happens to the connection.
@Suite struct EventTests {
  private static func ids(_ events: [ServerEvent]) -> [String] { events.map(\.id) }

  private static func ids(_ steps: ClosedRange<Int>) -> [String] { steps.map(String.init) }

  @Test func `the events of a log are its actions, and then its end`() throws {
    let served = try ServedLog.feed()
    let events = try served.events()
    var records: [ActionRecord] = []
    _ = try Inspector(URL(filePath: served.log)).ask(ActionsRequest()) { part in
      if case .action(let record, _, _) = part { records.append(record) }
    }
    #expect(records.count > 3 && events.count == records.count + 1)
    for (event, record) in zip(events, records) {
      let object = try JSONSerialization.jsonObject(with: Data(event.data.utf8))
      let data = try #require(object as? [String: Any])
      #expect(event.name == "message" && event.id == "\(record.step)")
      #expect(data["step"] as? Int == Int(record.step.number))
      #expect(data["type"] as? String == record.type.name)
      #expect(data["changed"] as? [String] == record.outcome?.changed)
      #expect(data["offset"] as? Int64 == record.offset)
      #expect(data["cause"] as? Int == record.cause.map { Int($0.number) })
    }
    #expect(events.last?.name == "closed")
  }

  @Test func `a client that comes back gets exactly the actions after its last one`() throws {
    let served = try ServedLog.feed()
    let all = try served.events()
    for count in all.indices {
      let last = count == 0 ? "0" : all[count - 1].id
      #expect(try served.events(after: last) == Array(all[count...]), "after \(last)")
      let query = try served.reply("GET", served.path + "actions?after=\(last)")
      #expect(ServerEvent.all(in: query.text) == Array(all[count...]))
    }
    // The header of a browser that comes back is newer than its address.
    let both = try served.reply("GET", served.path + "actions?after=1", ["Last-Event-ID": "3"])
    #expect(ServerEvent.all(in: both.text) == Array(all[3...]))
  }

  @Test func `a client that has the end is told not to come back`() throws {
    let served = try ServedLog.feed()
    let reply = try served.reply("GET", served.path + "actions", ["Last-Event-ID": "closed"])
    #expect(reply.status == 204 && reply.body.isEmpty)
  }

  @Test func `notes and gaps come once, with the action after them or at the end`() throws {
    let served = try ServedLog.editor()
    served.note("one")
    served.type(1)
    served.typePaused()
    served.note("two")
    served.type(1)
    served.note("three")
    try served.close()
    func texts(_ events: [ServerEvent]) -> [[String]] {
      events.map { event in
        ["\"one\"", "paused", "\"two\"", "\"three\""].filter { event.data.contains($0) }
      }
    }
    let events = try served.events()
    #expect(Self.ids(events) == ["1", "3", "closed"])
    #expect(texts(events) == [["\"one\""], ["paused", "\"two\""], ["\"three\""]])
    #expect(try texts(served.events(after: "1")) == [["paused", "\"two\""], ["\"three\""]])
    #expect(try texts(served.events(after: "3")) == [["\"three\""]])
  }

  @Test func `a damaged frame is a gap before the next action`() throws {
    let served = try ServedLog.editor()
    for _ in 1...3 {
      served.type(2_000)
      try served.flush()
    }
    try served.close()
    let file = URL(filePath: served.log)
    var bytes = [UInt8](try Data(contentsOf: file))
    for place in bytes.count / 2..<bytes.count / 2 + 20 { bytes[place] ^= 0xFF }
    try Data(bytes).write(to: file)
    let events = try served.events()
    let steps = events.compactMap { Int($0.id) }
    #expect(steps.first == 1 && steps.count < 6_000)
    let jump = try #require(zip(steps, steps.dropFirst()).first { $1 != $0 + 1 })
    let after = try #require(events.first { $0.id == "\(jump.1)" })
    #expect(after.data.contains("damaged"))
    #expect(events.count { $0.data.contains("damaged") } == 1)
    // Once the damage is known, nothing changes.
    #expect(try served.events() == events)
  }

  @Test func `new actions and the end come as soon as they are recorded`() async throws {
    try await onOwnThread {
      let served = try ServedLog.editor(actions: 2)
      let client = try served.client()
      client.send(served.request("GET", served.path + "actions"))
      func has(_ text: String) -> Bool {
        client.read { String(decoding: $0, as: UTF8.self).contains(text) }
      }
      #expect(has("id: 2\n"))
      served.type(1)
      #expect(has("id: 3\n"))
      served.note("a note")
      served.type(1)
      #expect(has("a note") && has("id: 4\n"))
      try served.close()
      let reply = try client.reply()
      #expect(reply.isWhole)
      #expect(Self.ids(ServerEvent.all(in: reply.text)) == ["1", "2", "3", "4", "closed"])
    }
  }

  @Test func `no action is lost or repeated while a log grows and connections break`() async throws
  {
    try await onOwnThread {
      let count = Soak.isOn ? 100_000 : 4_000
      let served = try ServedLog.editor()
      nonisolated(unsafe) let writer = served
      let done = DispatchGroup()
      done.enter()
      Thread.detachNewThread {
        for _ in 0..<count / 50 {
          writer.type(50)
          usleep(20_000)
        }
        try? writer.close()
        done.leave()
      }
      defer { done.wait() }
      var random = SplitMix64(seed: 7)
      var ids: [String] = []
      var connections = 0
      while ids.last != "closed", connections < 10_000 {
        connections += 1
        let client = try served.client()
        let headers = ids.last.map { ["Last-Event-ID": $0] } ?? [:]
        client.send(served.request("GET", served.path + "actions", headers))
        // Breaks anywhere, also within an event.
        let limit = 500 + random.below(60_000)
        client.read(within: 20) { $0.count >= limit }
        ids += ServerEvent.all(in: try RawReply(client.received).text).map(\.id)
      }
      #expect(ids == Self.ids(1...count) + ["closed"], "\(ids.count) events")
      #expect(connections > 5)
    }
  }

  @Test func `a client learns that the log was removed`() async throws {
    try await onOwnThread {
      let served = try ServedLog.editor(actions: 1)
      let client = try served.client()
      client.send(served.request("GET", served.path + "actions"))
      client.read { String(decoding: $0, as: UTF8.self).contains("id: 1\n") }
      try FileManager.default.removeItem(atPath: served.log)
      let reply = try client.reply()
      let last = try #require(ServerEvent.all(in: reply.text).last)
      #expect(last.name == "failed" && last.data.contains("was removed after step 1"))
    }
  }
}
