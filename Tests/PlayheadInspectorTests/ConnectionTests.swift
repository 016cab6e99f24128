import Feed
import FluxTesting
import Foundation
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import SampleReplay
import Testing

@testable import PlayheadInspector

/// What holds of every connection to an app's stores: each request has the same answer at all of them.
@Suite struct ConnectionTests {
  /// A request, and the bytes of its answer with all parts.
  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: @Sendable (Inspector) throws -> [Data]
    /// The same after the request was encoded and decoded.
    let answerToCopy: @Sendable (Inspector) throws -> [Data]

    init<Asked: Request>(_ request: Asked) {
      testDescription = "\(Asked.self)"
      @Sendable func bytes(_ request: Asked, _ inspector: Inspector) throws -> [Data] {
        var parts: [Data] = []
        let answer = try inspector.ask(request) { parts.append(try WorkerCoding.bytes($0)) }
        return parts + [try WorkerCoding.bytes(answer)]
      }
      answer = { try bytes(request, $0) }
      answerToCopy = {
        let copy = try WorkerCoding.value(Asked.self, WorkerCoding.bytes(request))
        return try bytes(copy, $0)
      }
    }
  }

  private static let cases: [Case] = {
    do {
      let likes = try StatePath("feed.timeline")
      let condition = try Condition("state('feed.timeline.posts[0].likes') > 0")
      return [
        Case(OverviewRequest()), Case(AppRequest()), Case(CompatibilityRequest()),
        Case(ActionsRequest()), Case(ActionsRequest(where: condition, withChanges: true)),
        Case(ActionRequest(of: 2)), Case(HandlersRequest(of: 2)),
        Case(StateRequest(of: 3)), Case(StateRequest(of: 3, at: likes, withChange: true)),
        Case(DiffRequest(from: 1, to: 3)), Case(DiffRequest(to: 2)),
        Case(PartsRequest(of: 3, at: likes, limit: 10)),
        Case(ChildrenRequest(of: 3)), Case(ChildrenRequest(of: 3, at: likes, from: 1, limit: 2)),
        Case(FindRequest("post", in: 3)),
        Case(ValuesRequest(at: [likes], in: 1...3)), Case(ViewRequest(of: 3)),
        Case(HistoryRequest(of: likes)), Case(LastChangeRequest(of: likes, atOrBefore: 3)),
        Case(BlameRequest(at: likes)), Case(ChangesRequest(in: 1...3, at: [likes])),
        Case(BisectRequest(condition)), Case(WatchRequest(likes, at: 3)),
        Case(StopRequest(at: [.init(1, .watch(likes, nil))], from: .initial)),
      ]
    } catch {
      fatalError("\(error)")
    }
  }()

  private static let log = URL(filePath: #filePath)
    .appending(path: "../../../fixtures/feed/likes.playhead").standardized

  private static func inspector(at connection: any Connection) throws -> Inspector {
    try Inspector(LogReader(path: log.path), storesAt: connection)
  }

  private static var program: String { Bundle.main.bundleURL.appending(path: "playhead").path }

  @Test(arguments: cases)
  private func `a request has the same answer in this process and in a child process`(
    asked: Case
  ) async throws {
    try await onOwnThread {
      let here = try asked.answer(Self.inspector(at: InProcessConnection(.app(Feed.self))))
      let child = try Self.inspector(at: ChildProcessConnection(Self.program))
      #expect(try asked.answer(child) == here)
      // Once more, by a process that has the log, and of a decoded request.
      #expect(try asked.answerToCopy(child) == here)
    }
  }

  @Test func `edits and a branch are the same in this process and in a child process`() async throws
  {
    let answers = try await onOwnThread {
      try [
        InProcessConnection(.app(Feed.self)) as any Connection,
        ChildProcessConnection(Self.program),
      ].map { connection in
        let inspector = try Self.inspector(at: connection)
        _ = try inspector.make(.skip(.recorded(1), withEffects: true))
        let differs = try inspector.ask(BranchComparisonRequest())
        let end = try inspector.ask(StateRequest(of: 5))
        try inspector.enter([])
        let recorded = try inspector.ask(StateRequest(of: 5))
        return try [
          WorkerCoding.bytes(differs), WorkerCoding.bytes(end), WorkerCoding.bytes(recorded),
        ]
      }
    }
    #expect(answers[0] == answers[1] && answers[0][1] != answers[0][2])
  }

  @Test func `'check' finds no difference at both connections`() async throws {
    try await onOwnThread {
      let child = try Self.inspector(at: ChildProcessConnection(Self.program))
      let here = try Self.inspector(at: InProcessConnection(.app(Feed.self)))
      let answers = try [child, here].map { try $0.ask(CheckRequest(runs: 2)) }
      #expect(answers.map(\.processes) == [4, 1])
      #expect(answers.allSatisfy { $0.finding.isGood && $0.unfinished == [] })
    }
  }

  @Test func `an inspector without stores refuses questions about states and answers others`()
    throws
  {
    let inspector = Inspector(try LogReader(path: Self.log.path))
    #expect(throws: InspectorError.storesMissing) { try inspector.ask(StateRequest(of: 1)) }
    #expect(throws: InspectorError.storesMissing) { try inspector.ask(CheckRequest()) }
    #expect(throws: InspectorError.storesMissing) { try inspector.ask(CompatibilityRequest()) }
    #expect(try inspector.ask(ActionRequest(of: 1)).action.step == 1)
  }
}
