import Feed
import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadLive
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing
import TextEditor

@testable import PlayheadServer

/// A running app at its address, as clients see it.
@Suite struct RunningAppTests {
  @Test func `a client puts the app into an earlier state and lets it go on from there`() throws {
    let served = try ServedLog.runningEditor(actions: 5)
    #expect(
      try served.position() == #"{"canDispatch":true,"keeping":[],"position":"live","refused":0}"#)
    #expect(
      try served.command("travel", #"{"step":2}"#).text.trimmed
        == #"{"canDispatch":true,"keeping":[],"position":"traveling","refused":0,"step":2}"#)
    served.write(3)
    #expect(try served.position().contains(#""refused":3"#) && served.text == "aa")
    #expect(try served.command("resume", #"{"from":"now"}"#).status == 200)
    #expect(served.text == "aaaaa")
    _ = try served.command("travel", #"{"step":2}"#)
    #expect(try served.command("resume", #"{"from":"here"}"#).status == 200)
    served.write(1)
    #expect(served.text == "aaa")
    try served.close()
    let replay = try Replay(ActionLog(URL(filePath: served.log)), of: TextEditor.self)
    #expect(
      try replay.state(at: 6).value(at: StatePath("document.text")) == .string("aaa"))
  }

  @Test func `a stream of events says where the app is`() async throws {
    try await onOwnThread {
      let served = try ServedLog.runningEditor(actions: 2)
      let client = try served.client()
      client.send(served.request("GET", served.path + "actions"))
      func has(_ text: String) -> Bool {
        client.read { String(decoding: $0, as: UTF8.self).contains(text) }
      }
      #expect(has(#"event: position"#) && has("id: 2\n"))
      _ = try served.command("travel", #"{"step":1}"#)
      #expect(has(#""position":"traveling","refused":0,"step":1"#))
      served.write(1)
      #expect(has(#""refused":1"#))
    }
  }

  @Test func `an app goes back to now when the last page that watched it is gone`() async throws {
    try await onOwnThread {
      let served = try ServedLog.runningEditor(actions: 3)
      do {
        let client = try served.client()
        client.send(served.request("GET", served.path + "actions"))
        client.read { String(decoding: $0, as: UTF8.self).contains("id: 3\n") }
        _ = try served.command("travel", #"{"step":1}"#)
        #expect(served.text == "a")
      }
      let end = ContinuousClock.now + .seconds(30)
      while served.text != "aaa", .now < end { usleep(50_000) }
      #expect(served.text == "aaa" && (try? served.position().contains("live")) == true)
    }
  }

  @Test(arguments: [
    ("travel", "{}", 400), ("travel", #"{"step":-1}"#, 400), ("travel", #"{"step":9}"#, 409),
    ("resume", #"{"from":"now"}"#, 409), ("resume", #"{"from":"then"}"#, 400),
    ("dispatch", #"{"type":"Replaced","payload":{}}"#, 409), ("dispatch", "[]", 400),
    ("dispatch", #"{"payload":{}}"#, 400), ("mark", "{}", 400), ("load", #"{"log":"x"}"#, 400),
    ("load", #"{"log":"/nothing/here","as":"state"}"#, 409), ("call", "{}", 400),
    ("call", #"{"version":0,"message":""}"#, 409), ("upload", "{}", 400),
    ("upload", #"{"session":"\#(UUID())","offset":5,"bytes":""}"#, 409), ("lock", "", 200),
  ])
  func `a command that makes no sense is refused with a sentence`(
    name: String, body: String, status: Int
  ) throws {
    let served = try ServedLog.runningEditor(actions: 2)
    let reply = try served.command(name, body)
    #expect(reply.status == status, "\(reply.text)")
    if status != 200 { #expect(reply.text.contains(#"{"error":{"#) && reply.text.contains("text")) }
  }

  @Test func `commands are for the app's own page, and for running apps only`() throws {
    let served = try ServedLog.runningEditor(actions: 1)
    let names = AppCommand.Name.allCases.map(\.rawValue) + ["call", "reads", "upload"]
    for name in names {
      let json = ["Content-Type": "application/json"]
      let foreign = json.merging(["Origin": "https://evil.example"]) { $1 }
      #expect(try served.reply("POST", served.path + name, foreign, "{}").status == 403)
      #expect(try served.reply("POST", served.path + name, [:], "{}").status == 415)
      #expect(try served.reply("GET", served.path + name).status == 405)
      #expect(try served.reply("POST", "/\(name)", json, "{}").status == 404)
    }
    let recorded = try ServedLog.feed()
    for name in names + ["place"] {
      let json = ["Content-Type": "application/json"]
      #expect(try recorded.reply("POST", recorded.path + name, json, "{}").status == 404)
    }
  }

  @Test func `the stores of a running app answer about its log and about others`() async throws {
    try await onOwnThread {
      let served = try ServedLog.runningEditor(actions: 4)
      let address = try #require(ServerAddress(served.address))
      let client = SessionClient(address)
      #expect(try client.facts().app == "text-editor")
      // The log is whole at any moment.
      let copy = try client.log { "/nowhere" }
      #expect(copy == served.log)
      let inspector = try Inspector(LogReader(path: copy), storesAt: client.connection())
      let path = try StatePath("document.text")
      #expect(try inspector.ask(StateRequest(of: 3, at: path)).value == .string("aaa"))
      served.write(2)
      let grown = try Inspector(LogReader(path: copy), storesAt: client.connection())
      #expect(try grown.ask(StateRequest(of: 6, at: path)).value == .string("aaaaaa"))
      #expect(try grown.ask(CheckRequest(runs: 2)).finding.isGood)
      let reply = try served.reply("GET", served.path + "log")
      #expect(reply.status == 200 && reply.isWhole, "\(reply.headers) \(reply.text.prefix(200))")
      let bytes = try LogReader(bytes: reply.body, name: "copy")
      #expect(bytes.lastStep == 6)
      // A log that only the client has.
      let other = try Inspector(bytes, storesAt: client.connection())
      #expect(try other.ask(StateRequest(of: 2, at: path)).value == .string("aa"))
    }
  }

  @Test func `commands take the address of a running app for its log, and its stores for others`()
    async throws
  {
    try await onOwnThread {
      let served = try ServedLog.runningEditor(actions: 4)
      func run(_ words: String...) throws -> FinishedProcess {
        // A program that does not have the app.
        let program = Bundle.main.bundleURL.appending(path: "todo-app")
        return try FinishedProcess.run(program, words, in: served.folder)
      }
      let address = served.address
      #expect(try run("state", address, "3", "document.text").output == "\"aaa\"\n")
      #expect(try run("log", address, "--json").output.split(separator: "\n").count == 4)
      #expect(try run("blame", address, "end", "document").output.contains("4"))
      #expect(try run("check", address).output.contains("deterministic"))
      #expect(try run("compat", address).code == 0)
      #expect(
        try run("debug", address, "2", "-ex", "print document.text", "-ex", "quit").output
          .contains("\"aa\""))
      let page = try run("page", address, "-o", "s.html")
      #expect(page.code == 0, "\(page.error)")
      let letter = ServedLog.feedLog.deletingLastPathComponent()
        .appending(path: "../text-editor/letter.playhead").standardized.path
      let other = try run("--app", address, "state", letter, "end", "statistics.words")
      #expect(other.code == 0 && Int(other.output.dropLast()) ?? 0 > 0, "\(other.error)")
      let gone = try run("state", "http://127.0.0.1:1/\(String(repeating: "0", count: 32))/")
      #expect(gone.code == 2 && gone.error.contains("nothing answers at"))
      let foreign = try run("state", "http://example.com/")
      #expect(foreign.code == 2 && foreign.error.contains("there is no file"))
    }
  }

  @Test func `an app listens again at the same address when it comes back to the foreground`()
    async throws
  {
    try await onOwnThread {
      let served = try ServedLog.runningEditor(actions: 1)
      for _ in 0..<3 {
        // As UIKit says it.
        served.center.post(
          name: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil)
        let end = ContinuousClock.now + .seconds(20)
        var isThere = false
        while !isThere, .now < end {
          usleep(20_000)
          // The connection may have come just before the sockets were closed.
          guard let client = try? served.client() else { continue }
          client.send(served.request())
          client.read(within: 2) { $0.count > 20 }
          isThere = client.text.hasPrefix("HTTP/1.1 200")
        }
        #expect(isThere)
      }
    }
  }

  @Test func `a running app is listed until its server ends`() throws {
    let editor = try TextEditor(inputs: .seeded())
    let folder = FileManager.default.temporaryDirectory.appending(path: "listed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    Leftovers.remove(folder)
    let log = folder.appending(path: "s.playhead")
    let recording = try editor.record(to: log)
    var options = LiveOptions()
    options.printsAddress = false
    let live = recording.serve(TextEditor.self, options)
    let listed = RunningAppFile.all.filter { $0.log == log.path }
    #expect(listed.map(\.address) == [live.address])
    let second = recording.serve(TextEditor.self, options)
    #expect(second.address != live.address)
    options.port = ServerAddress(live.address ?? "")?.port
    let third = recording.serve(TextEditor.self, options)
    #expect(third.address == nil && third.failure?.contains("is used by another program") == true)
    second.stop()
    #expect(RunningAppFile.all.contains { $0.log == log.path })
    try recording.close()
    #expect(!RunningAppFile.all.contains { $0.log == log.path })
  }
}

extension ServedLog {
  /// The app's place as clients get it.
  fileprivate func position() throws -> String { try reply("GET", path + "position").text.trimmed }

  fileprivate func command(_ name: String, _ body: String) throws -> RawReply {
    try reply("POST", path + name, ["Content-Type": "application/json"], body)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
