import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadDebugger

/// Ways in which a type changes, in states and in actions, by every way to read an older session. `CompatibilityTests`
/// has all of them.
@Suite struct ChangedTypesTests {
  static let fine = [
    TypeChange.both("an optional field added", .fine, Fields.Two.self, Fields.OptionalAdded.self),
    TypeChange.both("a case added", .fine, Holding<Cases.Old>.self, Holding<Cases.More>.self),
  ]

  static let providedFor = [
    TypeChange.both(
      "a field with a default added", .providedFor, Fields.Two.self, Fields.DefaultAdded.self),
    TypeChange.both(
      "a version with an upgrade", .providedFor, Versioned.One.self, Versioned.Two.self),
  ]

  static let risky = [
    TypeChange.both("a field removed", .risky, Fields.Two.self, Fields.Removed.self),
    TypeChange.both(
      "a version without an upgrade", .risky, Versioned.One.self, Versioned.Same.self),
    TypeChange.both("Int to Double", .risky, Holding<Int>.self, Holding<Double>.self),
    TypeChange.both("Double to Int", .risky, Holding<Double>.self, Holding<Int>.self),
    TypeChange.both("a list made a set", .risky, Holding<[Int]>.self, Holding<Set<Int>>.self),
  ]

  static let impossible = [
    TypeChange.both(
      "a required field added", .impossible, Fields.Two.self, Fields.RequiredAdded.self),
    TypeChange.both(
      "a recorded case removed", .impossible, Holding<Cases.Old>.self, Holding<Cases.Fewer>.self),
    TypeChange.both(
      "a Decimal that no Double is", .impossible, Awkward<Decimal>.self, Awkward<Double>.self),
  ]

  static let all = (fine + providedFor + risky + impossible).flatMap(\.self)

  @Test(arguments: all)
  func `fixtures refuse an older log whose types are read differently, unless '--risky' is given`(
    change: TypeChange
  ) throws {
    let desk = try Desk(apps: [change.app])
    try change.record(desk.path("old.playhead"))
    try expectVerdict(change, desk)
    for isRisky in [false, true] {
      let words = isRisky ? " --risky" : ""
      let accepts =
        switch change.reading {
        case .fine, .providedFor: true
        case .risky: isRisky
        case .impossible: false
        }
      let calls =
        ["add old.playhead --name n\(isRisky) --in made.folder --expect seen"]
        + ["check", "update"].map { "\($0) old.playhead" }
      for call in calls {
        try desk.write("seen = 2\n".utf8, to: "old.fixture.txt")
        let outcome = desk.playhead("fixture \(call)\(words)")
        expect(outcome.error, outcome.code, change, accepts, isRisky)
      }
      let decoding: DecodingPolicy = isRisky ? .usual : .careful
      let failure = Fixture(path: desk.path("old.playhead")).failure(
        with: try DispatcherPlayer(change.app), decoding, .never)
      expect(
        failure.map { "\($0)" } ?? "", failure == nil ? .good : .badAnswer, change, accepts, isRisky
      )
    }
  }

  @Test
  func
    `'fixture add --as-test --risky' writes a Swift test that accepts types that are read differently`()
    throws
  {
    let change = try #require(Self.risky.first?.first)
    let desk = try Desk(apps: [change.app])
    try change.record(desk.path("old.playhead"))
    for (words, policy) in [("--risky", ", decoding: .usual"), ("", "")] {
      let outcome = desk.playhead(
        "fixture add old.playhead --name bug --in kept.folder --expect seen=7 --as-test \(words)")
      #expect((outcome.code == .good) == !policy.isEmpty, "\(outcome)")
      guard !policy.isEmpty else { continue }
      let test = String(decoding: try desk.bytes("BugTests.swift"), as: UTF8.self)
      #expect(test.contains(".self\(policy)) { Attachment.record($0, named: $1) }"), "\(test)")
    }
  }

  private func expectVerdict(_ change: TypeChange, _ desk: Desk) throws {
    let verdict =
      switch change.reading {
      case .fine: "fine"
      case .providedFor, .risky: "risky"
      case .impossible: "impossible"
      }
    let outcome = desk.playhead("compat old.playhead")
    #expect(outcome.output.hasPrefix("old.playhead: \(verdict)"), "\(outcome)")
    #expect(outcome.code == (change.reading == .impossible ? .badAnswer : .good))
    let state = desk.playhead("state old.playhead end seen")
    #expect((state.code == .good) == (change.reading != .impossible), "\(state)")
    if state.code == .good { #expect(state.output == "2\n") }
  }

  /// What a way to read the session says: nothing, or what is different and the option that accepts it.
  private func expect(
    _ error: String, _ code: ExitCode, _ change: TypeChange, _ accepts: Bool, _ isRisky: Bool
  ) {
    guard !accepts else {
      #expect(error == "" && code == .good)
      return
    }
    #expect(code == .badAnswer, "\(error)")
    if !isRisky {
      #expect(error.contains("--risky") == (change.reading == .risky), "\(error)")
      #expect(error.contains("  \(change.reading): "), "\(error)")
      #expect(error.contains("upgrade"), "\(error)")
    }
  }
}
