import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import TestSupport
import Testing
import TextEditor

@testable import PlayheadServer

/// Apps that are killed while clients put them into earlier states, and clients that vanish.
@Suite struct RunningAppKillTests {
  @Test func `a killed app leaves all that its clients have seen, whatever they did to it`()
    async throws
  {
    try await onOwnThread {
      var random = SplitMix64(seed: 11)
      for _ in 0..<(Soak.isOn ? 500 : 5) { try Self.killOne(&random) }
    }
  }

  private static func killOne(_ random: inout SplitMix64) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "s.playhead").path
    let tool = try StartedTool(
      Bundle.main.bundleURL.appending(path: "playhead").path,
      ["record", "text-editor", "-i", "-", "-o", log, "--live"], in: folder.path)
    let end = ContinuousClock.now + .seconds(60)
    var address: ServerAddress?
    while address == nil, tool.isRunning, .now < end {
      usleep(2_000)
      let word = tool.errorText.split(whereSeparator: \.isWhitespace).last
      address = word.flatMap { ServerAddress(String($0)) }
    }
    let served = try #require(address, "\(tool.errorText)")
    let stream = try RawClient(served.port)
    stream.send("GET \(served.path)actions HTTP/1.1\r\nHost: \(served.host):\(served.port)\r\n\r\n")
    for number in 0..<random.below(40) {
      switch random.below(6) {
      case 0: command(served, "travel", #"{"step":\#(random.below(number + 1))}"#, &random)
      case 1: command(served, "resume", #"{"from":"now"}"#, &random)
      case 2: command(served, "resume", #"{"from":"here"}"#, &random)
      case 3: command(served, "ask", #"{"ask":"blame","with":{"path":""}}"#, &random)
      default: tool.type("insert \(number) \n")
      }
    }
    usleep(UInt32(random.below(60_000)))
    tool.send(SIGKILL)
    _ = tool.end(within: 20)
    stream.read(within: 1)
    // The app may have ended before it could say anything.
    let seen = stream.received.isEmpty ? "" : try RawReply(stream.received).text
    let last = ServerEvent.all(in: seen).compactMap { UInt64($0.id) }.max() ?? 0
    let reader = try LogReader(path: log)
    #expect(reader.damages.isEmpty && reader.lastStep >= Step(last))
    let replay = try Replay(reader, of: TextEditor.self)
    replay.onMismatch = { Issue.record("\($0)") }
    try replay.go(to: reader.lastStep)
  }

  /// Sends a command on a connection that may end at any moment.
  private static func command(
    _ address: ServerAddress, _ name: String, _ body: String, _ random: inout SplitMix64
  ) {
    guard let client = try? RawClient(address.port) else { return }
    let request =
      "POST \(address.path)\(name) HTTP/1.1\r\nHost: \(address.host):\(address.port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    let isCut = random.below(4) == 0
    client.send(isCut ? String(request.prefix(random.below(request.count))) : request)
    if !isCut, random.below(3) > 0 { client.read(within: 5) { _ in false } }
  }
}
