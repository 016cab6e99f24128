import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

/// What is asked of another process arrives there as it was asked.
@Suite struct RequestEncodingTests {
  private static func task() -> ReplaySpec {
    var task = ReplaySpec(
      "a\u{0}log \u{1F600}.playhead", bytes: Data([0, 255]), decoding: .salvage,
      perturbations: [.thread])
    (task.stores, task.isByName, task.isObserved, task.decodesAhead) = (
      ["a", ""], true, true, true
    )
    return task
  }

  /// Questions with values in all their parts, and some with none.
  private static func calls() throws -> [any WorkerRequest] {
    let path = try StatePath("cart.items[3][\"a b\"]")
    let condition = try Condition("step > 1 AND payload->>'x' = 'ö'")
    let (step, steps) = (Step(.max - 1), Step(0)...Step(1 << 62))
    let points: [StopRequest.Point] = [
      .init(1, .watch(path, condition)), .init(2, .watch(path, nil)),
      .init(3, .breakpoint(Breakpoint(type: "A.B", condition: condition))),
    ]
    let requests: [any Request] = [
      ActionRequest(of: step), AppRequest(), BisectRequest(condition, in: steps, monotone: true),
      ActionsRequest(
        in: steps, types: ["A"], where: condition, printing: [condition], changing: path,
        withChanges: true, limit: .max),
      ActionsRequest(), BlameRequest(of: step, at: path), BlameRequest(),
      BranchComparisonRequest(), BranchDrawsRequest(),
      ChangesRequest(in: steps, at: [path, StatePath()], withViews: true, wholeAfter: 7),
      DiffRequest(from: 2, to: step, at: path), DiffRequest(to: 0), FindRequest("a \n ö", in: step),
      HandlersRequest(of: step),
      HandlerTimesRequest(), HistoryRequest(of: path, at: step, limit: 3),
      HistoryRequest(of: StatePath()), LastChangeRequest(of: path, atOrBefore: step),
      LeadingActionsRequest(to: [path], in: steps),
      PartsRequest(of: step, at: path, limit: 1, isNear: true), CurrentPayloadRequest(of: step),
      SaveBranchRequest(to: "b.playhead"), StateRecordRequest(of: step),
      StateRequest(of: step, at: path, withChange: true),
      StopRequest(at: points, from: step, backwards: true), ValuesRequest(at: [path], in: steps),
      ViewRequest(of: step),
      WatchRequest(path, where: [condition], at: step),
    ]
    return requests.map { call($0, task()) }
  }

  private static func call(_ request: some Request, _ task: ReplaySpec) -> any WorkerRequest {
    var call = InspectorCall(request, about: task)
    let trap = KnownCrash(step: 3, reason: "\"x\"", store: "cart", kind: .trap)
    (call.traps, call.branchTraps) = ([trap], [trap, trap])
    return call
  }

  /// The words of a value's parts, in any order: that of a set is another one each time.
  private static func words(_ value: Any) -> [Substring] {
    var text = ""
    dump(value, to: &text)
    // The place of bytes in memory is no part of a question.
    return text.split(separator: "\n").filter { !$0.contains("pointer") }
      .flatMap { $0.split { !$0.isLetter && !$0.isNumber } }.sorted()
  }

  private static func check<Asked: WorkerRequest>(_ call: Asked) throws {
    let bytes = try WorkerCoding.bytes(call)
    let read = try WorkerCoding.value(Asked.self, bytes)
    #expect(words(read) == words(call))
    #expect(try Value(compact: WorkerCoding.bytes(read)) == Value(compact: bytes))
    // Half a request is no request.
    for length in stride(from: 0, to: bytes.count, by: 13) {
      #expect(throws: DecodingError.self) {
        try WorkerCoding.value(Asked.self, bytes.prefix(length))
      }
    }
  }

  @Test func `a request to a worker decodes from its bytes, but not from bytes that are cut off`()
    throws
  {
    let calls = try Self.calls()
    for call in calls { try Self.check(call) }
    // Those that only an inspector makes are asked by the tests of branches and of smaller sessions.
    let others = ["BranchRequest", "SaveSessionRequest"].map { "InspectorCall<\($0)>" }
    let asked: [String] = calls.map { "\(type(of: $0))" }
    let known: [String] = Inspector.calls.map { "\($0)" }
    #expect(Set(asked + others) == Set(known))
  }

  @Test func `no two worker requests have the same name`() {
    let names = (WorkerContext.requests + Inspector.calls).map { "\($0)" }
    #expect(Set(names).count == names.count)
  }
}
