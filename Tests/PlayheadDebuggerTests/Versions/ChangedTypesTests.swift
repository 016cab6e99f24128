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
  private static let all: [TypeChange] = [
    TypeChange.both(.fine, Counted1.self, WithNote.self),
    TypeChange.both(.fine, Placed.self, PlacedAnywhere.self),
    TypeChange.both(.providedFor, Counted1.self, WithDefault.self),
    TypeChange.both(.providedFor, Counted1.self, Counted2.self),
    TypeChange.both(.risky, WithPrice.self, Counted1.self),
    TypeChange.both(.risky, Counted1.self, WithoutUpgrade.self),
    TypeChange.both(.risky, Counted1.self, Fractional.self),
    TypeChange.both(.risky, Listed.self, Unordered.self),
    TypeChange.both(.impossible, Counted1.self, WithPrice.self),
    TypeChange.both(.impossible, Placed.self, PlacedHome.self),
    TypeChange.both(.impossible, Fractional.self, Counted1.self),
  ].flatMap(\.self)

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

  /// What 'fixture check' of a build with `New` says of a fixture that was made, with the whole state, with `Old`.
  private func check<Old: ChangedType, New: ChangedType>(
    _ old: Old.Type, _ new: New.Type
  ) throws -> TestSupport.Outcome {
    let desk = try Desk(apps: [StateApp<Old>.self])
    let change = TypeChange.both(.providedFor, old, new)[0]
    try change.record(desk.path("old.playhead"))
    #expect(desk.playhead("fixture add old.playhead --name whole --in kept.folder").code == .good)
    let later = try Desk(apps: [change.app])
    try later.makeDirectory("kept.folder")
    for file in ["kept.folder/whole.playhead", "kept.folder/whole.fixture.txt"] {
      try later.write(desk.bytes(file), to: file)
    }
    return later.playhead("fixture check kept.folder")
  }

  @Test func `a fixture of a whole state holds after fields that old states lack were added`()
    throws
  {
    for outcome in try [
      check(Counted1.self, WithDefault.self), check(Counted1.self, WithNote.self),
      check(Several<Counted1>.self, Several<WithDefault>.self),
      check(Several<Counted1>.self, Several<WithNote>.self),
    ] {
      #expect(outcome.code == .good, "\(outcome)")
    }
    // What an action makes of the new field is a difference.
    let other = try check(Counted1.self, Raised.self)
    #expect(other.code == .badAnswer && other.output.contains("thing.price"), "\(other)")
    let added = try check(Named1.self, Named2.self)
    #expect(added.code == .badAnswer && added.output.contains("thing.sizes"), "\(added)")
  }

  @Test
  func
    `'fixture add --as-test --risky' writes a Swift test that accepts types that are read differently`()
    throws
  {
    let change = try #require(Self.all.first { $0.reading == .risky })
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
