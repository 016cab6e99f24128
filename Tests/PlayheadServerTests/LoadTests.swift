import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadInspector
import Testing

@testable import PlayheadServer

/// Clients that are slow, many, or mean.
@Suite struct LoadTests {
  @Test func `a request that comes byte by byte is given up and holds up nobody`() async throws {
    try await onOwnThread {
      var limits = ServerLimits()
      limits.request = .milliseconds(500)
      let served = try ServedLog.feed(limits: limits)
      let slow = try (1...20).map { _ in try served.client() }
      let bytes = Array(served.request().utf8)
      let start = ContinuousClock.now
      var place = 0
      while slow.contains(where: { !$0.isOver }), ContinuousClock.now - start < .seconds(20) {
        for client in slow where !client.isOver {
          client.send([bytes[place % (bytes.count - 2)]])
          client.read(within: 0.001)
        }
        place += 1
        if place == 3 { #expect(try served.reply("GET", served.path + "actions").status == 200) }
      }
      #expect(ContinuousClock.now - start < .seconds(10))
      for client in slow { #expect(client.text.hasPrefix("HTTP/1.1 408 ")) }
    }
  }

  @Test func `a body that never comes is given up`() async throws {
    try await onOwnThread {
      var limits = ServerLimits()
      limits.request = .milliseconds(300)
      let served = try ServedLog.feed(limits: limits)
      let client = try served.client()
      client.send(
        "POST \(served.path)ask HTTP/1.1\r\nHost: \(served.host)\r\n"
          + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
      #expect(try client.reply().status == 408)
    }
  }

  @Test func `a connection without a request makes room for another one`() async throws {
    try await onOwnThread {
      var limits = ServerLimits()
      limits.connections = 8
      let served = try ServedLog.feed(limits: limits)
      let idle = try (1...30).map { _ in try served.client() }
      #expect(try served.reply("GET", served.path + "actions").status == 200)
      for client in idle.prefix(20) {
        client.read(within: 5)
        #expect(client.isOver)
      }
    }
  }

  @Test func `a server whose connections are all used refuses another one`() async throws {
    try await onOwnThread {
      var limits = ServerLimits()
      limits.connections = 4
      let served = try ServedLog.editor(actions: 1, limits: limits)
      let streams = try (1...4).map { _ in
        let client = try served.client()
        client.send(served.request("GET", served.path + "actions"))
        client.read { String(decoding: $0, as: UTF8.self).contains("id: 1\n") }
        return client
      }
      let refused = try served.client()
      refused.read(within: 5)
      #expect(refused.isOver && refused.text.hasPrefix("HTTP/1.1 503 "))
      #expect(!streams[0].isOver)
    }
  }

  @Test(arguments: [false, true])
  func `thousands of connections leave a server alive`(isRunning: Bool) async throws {
    try await onOwnThread {
      let served = try ServedLog.made(isRunning)
      for number in 0..<(Soak.isOn ? 10_000 : 1_000) {
        // A full server turns some away.
        guard let client = try? served.client() else { continue }
        if number.isMultiple(of: 2) { client.send(served.request("GET", served.path + "actions")) }
        if number.isMultiple(of: 3) { client.send([0, 1, 2]) }
      }
      let end = ContinuousClock.now + .seconds(20)
      while (try? served.reply().status) != 200, .now < end { usleep(10_000) }
      #expect(try served.reply().status == 200)
      // The log of a running app has no end yet.
      if !isRunning { #expect(try served.events().last?.name == "closed") }
    }
  }

  @Test func `a client that reads nothing costs no one else time and goes on exactly`() async throws
  {
    try await onOwnThread {
      var limits = ServerLimits()
      limits.stall = .milliseconds(500)
      let served = try ServedLog.editor(actions: 10_000, limits: limits)
      try served.close()
      let slow = try served.client(window: 4_096)
      slow.send(served.request("GET", served.path + "actions"))
      let start = ContinuousClock.now
      #expect(try served.events().count == 10_001)
      #expect(ContinuousClock.now - start < .seconds(20))
      usleep(1_500_000)
      // What the system had kept for the client.
      slow.read(within: 5)
      let first = try RawReply(slow.received)
      #expect(slow.isOver && !first.isWhole)
      let events = ServerEvent.all(in: first.text)
      let rest = try served.events(after: #require(events.last?.id))
      #expect((events + rest).map(\.id) == (1...10_000).map(String.init) + ["closed"])
    }
  }

  @Test(arguments: [false, true])
  func `malformed requests at random leave a server alive`(isRunning: Bool) async throws {
    try await onOwnThread {
      let served = try ServedLog.made(isRunning)
      var random = SplitMix64(seed: 3)
      let bodies = [
        "ask": "{}", "travel": #"{"step":1}"#, "resume": #"{"from":"here"}"#, "lock": "{}",
        "dispatch": #"{"type":"Replace","payload":{"at":0,"count":0,"text":"a"}}"#,
        "load": #"{"log":"/dev/zero","as":"state"}"#, "call": #"{"version":9,"message":"AAAA"}"#,
        "upload": #"{"session":"\#(UUID())","offset":0,"bytes":"AAAA"}"#,
      ].sorted { $0.key < $1.key }
      let all = bodies.map { name, body in
        served.request("POST", served.path + name, ["Content-Type": "application/json"], body)
      }.map { Array($0.utf8) }
      for _ in 0..<(Soak.isOn ? 20_000 : 500) {
        var bytes = all[random.below(all.count)]
        for _ in 0...random.below(4) {
          bytes[random.below(bytes.count)] = UInt8(random.below(256))
        }
        let client = try served.client()
        client.send(bytes.prefix(random.below(bytes.count + 1)))
        client.endSending()
        client.read(within: 5)
        // A running app may also do what the rest of a request says.
        let start = ["HTTP/1.1 4", "HTTP/1.1 50"] + (isRunning ? ["HTTP/1.1 200"] : [])
        #expect(
          client.isOver
            && (client.received.isEmpty || start.contains { client.text.hasPrefix($0) }),
          "\(bytes)")
      }
      #expect(try served.reply().status == 200)
    }
  }

  @Test func `a server stops although clients are connected and leaves no connection`() async throws
  {
    try await onOwnThread {
      let served = try ServedLog.editor(actions: 1)
      let stream = try served.client()
      stream.send(served.request("GET", served.path + "actions"))
      stream.read { String(decoding: $0, as: UTF8.self).contains("id: 1\n") }
      let idle = try served.client()
      served.server.stop()
      for client in [stream, idle] {
        client.read(within: 5)
        #expect(client.isOver)
      }
      #expect(throws: SocketError.self) { try served.client() }
    }
  }
}
