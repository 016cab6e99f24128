import Feed
import FluxTesting
import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Synchronization
import Testing

@testable import PlayheadServer

/// Questions over HTTP: the same answers as in the process.
@Suite struct AnswerTests {
  /// A request by its name, and the lines of its answer in this process.
  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: @Sendable () throws -> String
    let lines: @Sendable (Inspector) throws -> [String]

    init<Asked: Request>(_ name: String, _ request: Asked) {
      testDescription = name
      body = {
        #"{"ask":"\#(name)","with":\#(String(decoding: try json(of: request), as: UTF8.self))}"#
      }
      lines = { inspector in
        func line(_ name: String, _ value: some Encodable) throws -> String {
          String(decoding: try json(of: [name: value]), as: UTF8.self)
        }
        var lines: [String] = []
        let answer = try inspector.ask(request) { lines.append(try line("part", $0)) }
        return lines + [try line("answer", answer)]
      }
    }

    /// A request that only pages make.
    static func page<Asked: Request>(
      _ name: String, _ type: Asked.Type, _ question: String
    ) throws -> Case {
      Case(name, try value(type, ofJSON: Array(question.utf8)))
    }
  }

  private static let cases: [Case] = {
    do {
      let likes = try StatePath("feed.timeline")
      let condition = try Condition("state('feed.timeline.posts[0].likes') > 0")
      return [
        Case("action", ActionRequest(of: 2)), Case("actions", ActionsRequest()),
        Case("actions", ActionsRequest(where: condition, withChanges: true)),
        Case("app", AppRequest()), Case("bisect", BisectRequest(condition)),
        Case("blame", BlameRequest(at: likes)),
        Case("changes", ChangesRequest(in: 1...3, at: [likes])),
        Case("children", ChildrenRequest(of: 3, at: likes, limit: 9)),
        Case("compatibility", CompatibilityRequest()),
        Case("diff", DiffRequest(from: 1, to: 3)), Case("find", FindRequest("post", in: 3)),
        Case("handlers", HandlersRequest(of: 2)), Case("history", HistoryRequest(of: likes)),
        Case("lastChange", LastChangeRequest(of: likes, atOrBefore: 3)),
        Case("overview", OverviewRequest()),
        Case("parts", PartsRequest(of: 3, at: likes, limit: 9)),
        Case("state", StateRequest(of: 3, at: likes, withChange: true)),
        Case("stop", StopRequest(at: [.init(1, .watch(likes, nil))], from: .initial)),
        Case("view", ViewRequest(of: 3)), Case("watch", WatchRequest(likes, at: 3)),
        try .page("pageActions", PageActionsRequest.self, #"{"first":1,"last":256}"#),
        try .page("pageFacts", PageFactsRequest.self, "{}"),
        try .page("pageHistory", PageHistoryRequest.self, #"{"path":"feed","step":3}"#),
        try .page("pageRelatives", PageRelativesRequest.self, #"{"step":3,"limit":9}"#),
        try .page("pageSearch", PageSearchRequest.self, #"{"text":"like"}"#),
        try .page("pageStates", PageStatesRequest.self, #"{"first":1,"last":32}"#),
        try .page(
          "pageTimeline", PageTimelineRequest.self,
          #"{"axis":"steps","start":0,"end":9,"columns":3}"#),
        try .page(
          "pageStop", PageStopRequest.self,
          #"{"conditions":["type = 'Refused'"],"paths":["feed"],"step":8,"direction":"next"}"#),
        try .page("pageBlame", PageBlameRequest.self, #"{"path":"feed","step":3}"#),
        try .page(
          "pageCompletion", PageCompletionRequest.self, #"{"text":"state('feed.t","step":3}"#),
        try .page(
          "pageValues", PageValuesRequest.self, #"{"expressions":["state('feed')"],"step":3}"#),
        try .page("pageEdit", PageEditRequest.self, #"{"kind":"skip","step":2}"#),
      ]
    } catch {
      fatalError("\(error)")
    }
  }()

  @Test(arguments: cases)
  private func `an answer is that of an inspector in this process`(asked: Case) async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let reply = try served.ask(asked.body())
      #expect(reply.status == 200 && reply.isWhole)
      #expect(reply.headers["content-type"] == "application/x-ndjson")
      let lines = reply.lines.filter { !$0.hasPrefix(#"{"event":"#) }
      let inspector = try Inspector(LogReader(path: served.log), of: .app(Feed.self))
      #expect(try lines == asked.lines(inspector))
    }
  }

  @Test func `every request with a name is asked by a test`() {
    let asked = Set(Self.cases.map(\.testDescription))
      .union(["branchComparison", "pageCheck", "pageSave", "pageShrink"])
    #expect(asked == Set(Question.types.keys))
  }

  @Test func `a question with edits is about the branch that they make`() async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let edit = BranchEdit.skip(.recorded(1), withEffects: true)
      let edits = String(decoding: try json(of: [edit]), as: UTF8.self)
      let branch = try served.ask(#"{"ask":"branchComparison","with":{},"edits":\#(edits)}"#)
      let inspector = try Inspector(LogReader(path: served.log), of: .app(Feed.self))
      _ = try inspector.make(edit)
      let answer = try inspector.ask(BranchComparisonRequest())
      #expect(
        branch.lines.last == String(decoding: try json(of: ["answer": answer]), as: UTF8.self))
      // The next question is about the recording again.
      let asked = Case("state", StateRequest(of: 3))
      try inspector.enter([])
      #expect(try served.ask(asked.body()).lines.last == asked.lines(inspector).last)
    }
  }

  @Test func `a smaller session ends as the question says, and is saved as a log`() async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      func object(_ text: String?) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(try #require(text).utf8))
        return try #require(json as? [String: Any])
      }
      func answer(_ goal: String) throws -> [String: Any] {
        let reply = try served.ask(#"{"ask":"pageShrink","with":{"goal":\#(goal)}}"#)
        return try #require(object(reply.lines.last)["answer"] as? [String: Any], "\(reply.text)")
      }
      let found = try answer(
        #"{"holds":{"_0":"state('feed.timeline.posts[0].confirmed.count') > 12"}}"#)
      let smaller = try #require(found["smaller"] as? [String: Any])
      let actions = try #require(smaller["actions"] as? [[String: Any]])
      #expect(actions.last?["type"] as? String == "LikeConfirmed")
      #expect(found["text"] as? [String] == ["\(actions.count) of the 6 actions up to step 6"])
      let json = String(
        decoding: try JSONSerialization.data(withJSONObject: smaller), as: UTF8.self)
      let saved = try served.ask(
        #"{"ask":"pageSave","with":{"name":"small.playhead","smaller":\#(json)}}"#)
      #expect(saved.text.contains(#""actionCount":\#(actions.count)"#), "\(saved.text)")
      let log = try LogReader(path: served.folder.appending(path: "small.playhead").path)
      let last = try Inspector(log, of: .app(Feed.self)).ask(
        StateRequest(of: log.lastStep, at: StatePath("feed.timeline.posts[0].confirmed.count")))
      #expect(last.value == .int(13))
      #expect(try answer(#"{"holds":{"_0":"step > 99"}}"#)["smaller"] == nil)
    }
  }

  /// What 'pageEdit' answers to a change of a branch with these changes, as a browser sends both.
  private func change(
    _ question: String, after edits: Any = [Any](), at served: ServedLog
  ) throws -> [String: Any] {
    let edits = String(decoding: try JSONSerialization.data(withJSONObject: edits), as: UTF8.self)
    let reply = try served.ask(#"{"ask":"pageEdit","with":\#(question),"edits":\#(edits)}"#)
    let line = try #require(reply.lines.last)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(object?["answer"] as? [String: Any], "\(line)")
  }

  @Test func `a branch that a page makes change by change is that of 'debug'`() async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      var edits: Any = [Any]()
      for (question, command) in [
        (#"{"kind":"skip","step":2}"#, ["skip 2"]),
        (
          #"{"kind":"edit","step":4,"fields":[{"path":"post","value":"2"}]}"#,
          ["goto 4", "edit post 2"]
        ),
        (
          #"{"kind":"insert","step":4,"action":"SetLike(post: 3, liked: true)"}"#,
          ["goto 4", "insert SetLike(post: 3, liked: true)"]
        ),
        (#"{"kind":"move","step":5,"after":6}"#, ["goto 5", "move 6"]),
      ] {
        let answer = try change(question, after: edits, at: served)
        #expect(answer["commands"] as? [String] == command)
        edits = try #require(answer["edits"])
      }
      let inspector = try Inspector(LogReader(path: served.log), of: .app(Feed.self))
      let four = try inspector.origin(of: 5)
      _ = try inspector.make(.skip(.recorded(2), withEffects: false))
      _ = try inspector.make(.edit(four, at: StatePath("post"), to: .int(2)))
      let like: Value = .record([
        .init("post", .int(3)), .init("liked", .bool(true)),
      ])
      let inserted = try inspector.make(.insert("SetLike", payload: like, after: four))
      let (five, six) = (
        try inspector.origin(of: #require(inserted.step)), try inspector.origin(of: 6)
      )
      _ = try inspector.make(.move(five, after: six))
      let data = try JSONSerialization.data(withJSONObject: edits)
      #expect(try JSONDecoder().decode([BranchEdit].self, from: data) == inspector.edits)
      let text = String(decoding: data, as: UTF8.self)
      let question = String(decoding: try json(of: StateRequest(of: 9)), as: UTF8.self)
      let state = try served.ask(#"{"ask":"state","with":\#(question),"edits":\#(text)}"#)
      let expected = try inspector.ask(StateRequest(of: 9))
      #expect(
        state.lines.last == String(decoding: try json(of: ["answer": expected]), as: UTF8.self),
        "\(state.text)")
    }
  }

  @Test func `a branch is saved beside the recording, under a name that no file has`() async throws
  {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let edits = try change(#"{"kind":"skip","step":2}"#, at: served)["edits"] ?? []
      let text = String(
        decoding: try JSONSerialization.data(withJSONObject: edits), as: UTF8.self)
      func save(_ name: String) throws -> String {
        try served.ask(#"{"ask":"pageSave","with":{"name":"\#(name)"},"edits":\#(text)}"#).text
      }
      #expect(
        try served.ask(#"{"ask":"pageSave","with":{"name":"a.playhead"}}"#).text
          .contains("there is no branch to save"))
      #expect(try save("b.playhead").contains(#""actionCount":"#))
      #expect(try LogReader(path: served.folder.appending(path: "b.playhead").path).isClosed)
      #expect(try save("b.playhead").contains("error"))
      for name in ["../b.playhead", "b", ".playhead", "/b.playhead", ".b.playhead"] {
        #expect(try save(name).contains("is no name for a log"), "\(name)")
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: served.folder.path)
      #expect(
        names.filter { $0.hasSuffix(".playhead") }.sorted() == ["b.playhead", "likes.playhead"])
    }
  }

  @Test func `a question about steps at the end of all numbers does not end the server`()
    async throws
  {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let last = UInt64.max
      for question in [
        #"{"ask":"pageStop","with":{"conditions":["step > 3"],"paths":[],"step":\#(last),"direction":"next"}}"#,
        #"{"ask":"pageStop","with":{"conditions":["step > 3"],"paths":[],"step":\#(last),"direction":"previous"}}"#,
        #"{"ask":"pageStates","with":{"first":0,"last":\#(last)}}"#,
        #"{"ask":"pageStates","with":{"first":\#(last),"last":\#(last)}}"#,
        #"{"ask":"pageActions","with":{"first":\#(last),"last":\#(last)}}"#,
        #"{"ask":"pageRelatives","with":{"step":\#(last),"limit":-1}}"#,
        #"{"ask":"pageSearch","with":{"first":\#(last),"last":\#(last),"store":-9}}"#,
        #"{"ask":"pageHistory","with":{"path":"feed","step":\#(last)}}"#,
        #"{"ask":"pageEdit","with":{"kind":"move","step":\#(last),"after":\#(last)}}"#,
        #"{"ask":"pageBlame","with":{"path":"feed","step":\#(last)}}"#,
        #"{"ask":"pageCompletion","with":{"text":"state('","step":\#(last)}}"#,
        #"{"ask":"pageValues","with":{"expressions":["step"],"step":\#(last)}}"#,
        #"{"ask":"pageTimeline","with":{"axis":"steps","start":-1e308,"end":1e308,"columns":9}}"#,
      ] {
        let reply = try served.ask(question)
        #expect(reply.status == 200 && reply.isWhole, "\(question): \(reply.text)")
      }
      // More steps than memory has room for.
      let forged =
        #"{"ask":"pageSave","with":{"name":"b.playhead","smaller":{"goal":{"diverges":{}},"count":1,"actions":[],"session":{"runs":[[0,\#(last)]],"payloads":[]}}}}"#
      #expect(try served.ask(forged).text.contains("does not accept"))
    }
  }

  @Test func `a log in the place of the served one is never answered for`() async throws {
    try await onOwnThread {
      let (served, other) = (try ServedLog.feed(), try ServedLog.editor(actions: 2))
      try other.close()
      let question = #"{"ask":"pageFacts","with":{}}"#
      #expect(try served.ask(question).text.contains(#""app":"feed""#))
      try FileManager.default.removeItem(atPath: served.log)
      try FileManager.default.copyItem(atPath: other.log, toPath: served.log)
      for _ in 1...3 {
        let text = try served.ask(question).text
        #expect(text.contains("; start 'serve' again") && !text.contains("answer"), "\(text)")
      }
    }
  }

  @Test func `a page's check says what 'check' says`() async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let text = try served.ask(#"{"ask":"pageCheck","with":{}}"#).text
      #expect(
        text.contains("deterministic: all replays came to the same states in 28 actions"), "\(text)"
      )
    }
  }

  @Test(arguments: [
    ("{}", "'ask' is missing"), ("", "this question cannot be asked"), ("[1]", "cannot be asked"),
    (#"{"ask":"overview"}"#, "'with' is missing"),
    (#"{"ask":"sate","with":{}}"#, "did you mean 'state'?"),
    (#"{"ask":"xyzzy","with":{}}"#, "there are 'action', 'actions'"),
    (#"{"ask":"blame","with":{}}"#, "'path' is missing"),
    (#"{"ask":"bisect","with":{"condition":"step >","isMonotone":false}}"#, "step >"),
    (String(repeating: "[", count: 100_000), "cannot be asked"),
  ])
  func `a question that cannot be read is refused with its reason`(body: String, reason: String)
    throws
  {
    let served = try ServedLog.feed()
    let reply = try served.ask(body)
    #expect(reply.status == 400 && reply.isWhole && reply.lines.count == 1)
    #expect(
      reply.lines[0].hasPrefix(#"{"error":{"#) && reply.text.contains(reason), "\(reply.text)")
  }

  @Test func `a question without an answer gets the error as its last line`() async throws {
    try await onOwnThread {
      let served = try ServedLog.feed()
      let asked = Case("state", StateRequest(of: 99_999))
      let inspector = try Inspector(LogReader(path: served.log), of: .app(Feed.self))
      let error = #expect(throws: ReadingError.self) { try asked.lines(inspector) }
      let last = try served.ask(asked.body()).lines.last
      let expected = try json(of: ["error": AnswerError(#require(error))])
      #expect(last == String(decoding: expected, as: UTF8.self))
    }
  }

  @Test func `without stores, questions about states get an error and others an answer`()
    async throws
  {
    try await onOwnThread {
      let served = try ServedLog.feed(storesAt: { nil })
      let state = try served.ask(Case("state", StateRequest(of: 1)).body())
      #expect(state.text.contains("the app's stores are not available"))
      #expect(try served.ask(Case("action", ActionRequest(of: 1)).body()).text.contains("answer"))
      #expect(
        try served.ask(#"{"ask":"pageFacts","with":{}}"#).text
          .contains("the server has no stores of the app 'feed'"))
    }
  }

  @Test func `a question about a log that grows is about its newest version`() async throws {
    try await onOwnThread {
      let served = try ServedLog.editor(actions: 2)
      func count() throws -> Int {
        let body = try Case("actions", ActionsRequest()).body()
        return try served.ask(body).lines.count { $0.hasPrefix(#"{"part":"#) }
      }
      #expect(try count() == 2)
      served.type(3)
      #expect(try count() == 5)
      let body = try Case("state", StateRequest(of: 5)).body()
      #expect(try served.ask(body).lines.last?.hasPrefix(#"{"answer":"#) == true)
    }
  }

  /// Stores that answer only when nobody wants the answer any more.
  private final class EndlessConnection: Connection, Sendable {
    /// How many questions have begun, and how many were canceled.
    static let counts = Mutex((begun: 0, canceled: 0))

    var app: AppEntry? { nil }
    var program: WorkerProgram? { nil }

    func answer<Asked: Request>(
      to call: inout InspectorCall<Asked>, about log: LogReader,
      _ onEvent: (InspectorEvent) throws -> Void, _ give: (Asked.Part) throws -> Void
    ) throws -> Asked.Answer {
      Self.counts.withLock { $0.begun += 1 }
      while !Task.isCancelled { usleep(1_000) }
      Self.counts.withLock { $0.canceled += 1 }
      throw Interruption()
    }
  }

  /// Waits until this holds of the numbers of questions that have begun and that were canceled.
  private func wait(until holds: ((begun: Int, canceled: Int)) -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while .now < end {
      if EndlessConnection.counts.withLock({ holds($0) }) { return true }
      usleep(1_000)
    }
    return false
  }

  @Test func `a question is canceled when its client goes away, and the next one has its turn`()
    async throws
  {
    try await onOwnThread {
      let served = try ServedLog.feed(storesAt: { EndlessConnection() })
      let body = try Case("state", StateRequest(of: 1)).body()
      let json = ["Content-Type": "application/json"]
      func ask() throws -> RawClient {
        let client = try served.client()
        client.send(served.request("POST", served.path + "ask", json, body))
        return client
      }
      var clients = [try ask()]
      #expect(wait { $0 == (1, 0) })
      clients += [try ask(), try ask()]
      clients.removeFirst()
      #expect(wait { $0 == (2, 1) })
      // The server answers others meanwhile, and lists.
      let list = #"{"ask":"pageActions","with":{"first":1,"last":9}}"#
      #expect(try served.ask(list).text.contains("SignIn"))
      #expect(try served.events().last?.name == "closed")
      served.server.stop()
      // The last question may have begun before its connection was closed.
      #expect(wait { $0.begun >= 2 && $0.canceled == $0.begun })
    }
  }
}
