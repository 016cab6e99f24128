import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

/// What a build says to actions of a log, where `ChangedTypesTests` does not have the change.
@Suite struct CompatibilityTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let verdict: Compatibility.Verdict
    let sentences: [String]
    let builds: @Sendable () throws -> Builds

    /// With what is said of the action 'Item' in the first sentence, and the other sentences.
    init(
      _ name: String, _ verdict: Compatibility.Verdict, _ fact: String? = nil, also: [String] = [],
      _ builds: @escaping @Sendable () throws -> Builds
    ) {
      (testDescription, self.verdict, self.builds) = (name, verdict, builds)
      sentences = (fact.map { ["\(verdict): action 'Item': \($0)"] } ?? []) + also
    }
  }

  static let fine: [Case] = [
    Case("nothing", .fine) { try Builds([Old.Plain()], as: Old.Plain.self) },
    Case("a type that no store took, and none takes", .fine) {
      try Builds(
        old: { [Store("seen", 0).on(Put.self) { seen, _ in seen += 1 }] },
        new: { [Store("seen", 0).on(Put.self) { seen, _ in seen += 1 }] }
      ) { dispatcher, _ in
        dispatcher.dispatch(Old.Text())
        dispatcher.dispatch(Put())
      }
    },
  ]

  static let risky: [Case] = [
    Case(
      "a field with a default added", .risky, "the log has no 'price', and the type supplies it"
    ) { try Builds([Old.Plain()], as: New.WithDefault.self) },
    Case("a field removed in lists", .risky, "'lines[…].price' is no longer read") {
      try Builds([Old.Listed(lines: []), Old.Listed()], as: New.Listed.self)
    },
    Case(
      "a name changed with an upgrade", .risky,
      "an upgrade makes it Shop.Item of version 1, 2 times, first at step 1"
    ) {
      try Builds(
        [Old.Plain(), Old.Plain()], as: New.Moved.self,
        upgrades: [.renamed("Item", to: New.Moved.self)])
    },
    Case("a version raised twice", .risky, "2 upgrades make it Item of version 3, at step 1") {
      try Builds(
        [Versions.V1(count: 1)], as: Versions.V3.self, upgrades: [Versions.from2, Versions.from1])
    },
    Case(
      "a version raised without an upgrade", .risky,
      "it has version 1, the app has version 4 and no upgrade; it is read unchanged, at step 1"
    ) { try Builds([Versions.V1(count: 1)], as: Versions.V4.self) },
    Case(
      "an older build", .risky,
      also: [
        "risky: action 'Item' (version 4): it has version 4, the app has version 1 and no upgrade; "
          + "it is read unchanged, at step 1"
      ]
    ) { try Builds([Versions.V4(count: 1)], as: Versions.V1.self) },
    Case("a type dropped", .risky, "an upgrade leaves it out, at step 1") {
      try Builds([Old.Plain()], as: Put.self, upgrades: [.dropped("Item")])
    },
  ]

  static let impossible: [Case] = [
    Case(
      "a field made required that was nil once", .impossible,
      "it does not fit: 'note' is missing, at step 2"
    ) { try Builds([Old.Noted(), Old.Noted(note: nil)], as: New.RequiredNote.self) },
    Case(
      "a number too large for its type", .impossible,
      "it does not fit: at count: the log holds an integer, not a UInt8, at step 2",
      also: [
        "risky: action 'Item': 'count' is an integer in the log and read as UInt8; every value fits"
      ]
    ) { try Builds([Old.Plain(), Old.Plain(count: 300)], as: New.Tiny.self) },
    Case(
      "a field in dictionaries made a text", .impossible,
      "it does not fit: at stock[…].price: the log holds an integer, not a String, at step 1"
    ) { try Builds([Old.Stocked()], as: New.PricedStock.self) },
    Case(
      "a name changed without an upgrade", .impossible,
      "the app has no such type, but stores handled it when it was recorded, at step 1"
    ) { try Builds([Old.Plain()], as: New.Moved.self) },
    Case(
      "upgrades that end too early", .impossible,
      "the app's upgrades lead to version 2, not to the current version, 4, at step 1"
    ) { try Builds([Versions.V1(count: 1)], as: Versions.V4.self, upgrades: [Versions.from1]) },
    Case(
      "an upgrade that throws", .impossible,
      "it does not fit: its upgrade throws Refusal, at step 1",
      also: ["risky: action 'Item': an upgrade makes it Item of version 2, at step 1"]
    ) {
      struct Refusal: Error { var secret = "A-7" }
      return try Builds(
        [Versions.V1(count: 1)], as: Versions.V2.self,
        upgrades: [
          Upgrade(from: Versions.V1.self) { _ -> Versions.V2 in throw Refusal() }
        ])
    },
  ]

  @Test(arguments: fine + risky + impossible)
  func `a changed action type gets the expected compatibility verdict and sentence`(change: Case)
    throws
  {
    let builds = try change.builds()
    #expect(try builds.compatibility().verdict == change.verdict)
    #expect(try builds.sentences() == change.sentences)
  }

  @Test(arguments: fine + risky) func `a log with the verdict 'fine' or 'risky' replays to the end`(
    change: Case
  ) throws {
    let builds = try change.builds()
    let replay = try builds.replay()
    try replay.go(to: builds.log.lastStep)
    #expect(replay.incompatibilities.isEmpty && replay.approximateSince == nil)
  }

  @Test(arguments: impossible)
  func `a log with the verdict 'impossible' stops replay at the named step`(change: Case) throws {
    let builds = try change.builds()
    let first = try builds.compatibility().changes.map(\.first).first
    let replay = try builds.replay()
    let error = try #require(throws: ReplayError.self) { try replay.go(to: builds.log.lastStep) }
    #expect(error.isIncompatibility && replay.position.next == first)
  }

  @Test(arguments: fine) func `strict decoding accepts a log with the verdict 'fine'`(change: Case)
    throws
  {
    let builds = try change.builds()
    #expect(try builds.values(at: "seen", .strict).last == .int(1))
    #expect(try builds.divergence(.strict) == nil)
  }

  @Test(arguments: risky + impossible)
  func `strict decoding refuses risky and impossible logs and names every change`(change: Case)
    throws
  {
    let builds = try change.builds()
    let refusal = ReplayError.incompatible(try builds.compatibility(), log: "session")
    #expect(throws: refusal) { try builds.replay(.strict) }
    #expect(throws: refusal) { try builds.divergence(.strict) }
    #expect(change.sentences.allSatisfy("\(refusal)".contains))
  }
}
