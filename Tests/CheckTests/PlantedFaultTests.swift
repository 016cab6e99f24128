import FluxTesting
import Foundation
import Testing

/// A mistake in a sample app, and where a check of its session has to find it.
struct PlantedCase: CustomTestStringConvertible, Sendable {
  /// What is planted; nil for the sound app, which does other things than the recorded one.
  var fault: String?
  /// The session under `fixtures/exercises`, if it is not called as the fault.
  var session: String
  var step: Int
  var path: String?
  /// The class of the cause.
  var cause: String

  init(_ fault: String, step: Int, path: String?, _ cause: String) {
    (self.fault, session) = (fault, fault)
    (self.step, self.path, self.cause) = (step, path, cause)
  }

  var testDescription: String { session }

  /// A fault for each cause.
  static let all: [PlantedCase] = {
    var others = PlantedCase("clip-editor/forgotten-moves", step: 11, path: nil, "recording")
    others.fault = nil
    return [
      PlantedCase("item-list/shuffled-logins", step: 3, path: "items.items[", "hashOrder"),
      PlantedCase("text-editor/placed-by-address", step: 3, path: "caret.anchor", "addresses"),
      PlantedCase("item-list/own-clock", step: 8, path: "items.items[4].lastUsed", "clock"),
      PlantedCase(
        "feed/local-hours", step: 4, path: "feed.timeline.posts[0].confirmed.count", "timeZone"),
      PlantedCase("feed/local-order", step: 4, path: "feed.shop.stock[", "locale"),
      PlantedCase(
        "feed/main-thread", step: 5, path: "feed.timeline.posts[0].request.attempt", "thread"),
      PlantedCase("text-editor/counted-moves", step: 2, path: "caret.anchor", "outsideState"),
      PlantedCase(
        "text-editor/shared-place", step: 2, path: "places.last.position", "sharedReference"),
      PlantedCase("text-editor/watched-length", step: 2, path: "caret.anchor", "observers"),
      PlantedCase("item-list/own-identities", step: 4, path: "items.items[6].id", "random"),
      PlantedCase("text-editor/forgotten-zoom", step: 3, path: "zoom.level", "roundTrip"),
      PlantedCase("item-list/second-identity", step: 4, path: nil, "draws"),
      others,
    ]
  }()
}

/// One after the other: each takes ten processes, and then some.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PlantedFaultTests {
  private static let folder = Tool.root.appending(path: "fixtures/exercises")
  /// 'tools/soak check' takes all. Else those that no other test finds: README's session, the report below and what is
  /// shrunk are of hash order, the time zone and a shared reference.
  private static let cases = PlantedCase.all.filter { planted in
    Soak.isOn
      || !["hashOrder", "timeZone", "sharedReference", "locale", "random"].contains(planted.cause)
  }

  @Test(arguments: cases)
  func `'check' finds the step, path and cause of each mistake planted in a sample app`(
    planted: PlantedCase
  )
    async throws
  {
    let outcome = try await onOwnThread {
      try Tool.call(
        ["check", "\(planted.session).playhead", "--json"], in: Self.folder, fault: planted.fault)
    }
    let divergence = try #require(outcome.objects.first?["divergence"] as? [String: Any])
    #expect(outcome.code == 1)
    #expect(divergence["step"] as? Int == planted.step)
    let path = divergence["path"] as? String
    #expect(planted.path.map { path?.hasPrefix($0) == true } ?? (path == nil), "\(divergence)")
    let cause = try #require(divergence["cause"] as? [String: Any])
    let uncontrolled = Set(cause["uncontrolled"] as? [String] ?? [])
    // What cannot be held still cannot be told from chance.
    let expected = uncontrolled.contains(planted.cause) ? "random" : planted.cause
    #expect(cause["classes"] as? [String] == [expected], "\(divergence)")
  }

  @Test func `the report of 'check' gives the step, the path, the cause and the evidence`()
    async throws
  {
    let outcome = try await onOwnThread {
      try Tool.call(
        ["check", "feed/local-hours.playhead"], in: Self.folder, fault: "feed/local-hours")
    }
    // Counts and lists differ with what the system can hold still, values with where it stands.
    let text = outcome.output.replacing(/count': -?[0-9]+ and -?[0-9]+/, with: "count': A and B")
      .replacing(#/ but (addresses|the clock)( and the clock)?/#, with: "")
      .replacing(/\n  ruled out: [^\n]*/, with: "\n  ruled out: …")
      .replacing(/\n  (the clock was not moved|addresses could not)[^\n]*/, with: "")
    #expect(
      text == """
        feed/local-hours.playhead: step 4 (PageLoaded) is not deterministic: two replays differ at \
        'feed.timeline.posts[0].confirmed.count': A and B
          all agreed at step 3
          cause: the time zone
          1 run in a different time zone: a different state; everything held constant: no difference
          ruled out: …
          Put the time zone or locale into the action or the state, or leave the formatting to views.
          'playhead show feed/local-hours.playhead 4' shows the action.

        """, "\(outcome.output)")
  }
}
