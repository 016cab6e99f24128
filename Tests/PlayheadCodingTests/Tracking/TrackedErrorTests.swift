import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Tracked values that cannot be encoded` {
  private struct Refusal: Error, Equatable { var reason: String }

  private struct Refusing: Encodable {
    var number: Int
    var reason: String?

    func encode(to encoder: any Encoder) throws {
      if let reason { throw Refusal(reason: reason) }
      var place = encoder.singleValueContainer()
      try place.encode(number)
    }
  }

  private struct Twice: Encodable {
    var number: Int

    func encode(to encoder: any Encoder) throws {
      var place = encoder.singleValueContainer()
      try place.encode(number)
      try place.encode(number)
    }
  }

  private struct Pair: Encodable {
    var one: Refusing
    var other = 0
  }

  @Test func `a part that cannot be encoded counts as changed and hides no other change`() throws {
    let tracker = Tracker(Pair(one: Refusing(number: 1)))
    func changes(to pair: Pair) throws -> (paths: [String], error: (any Error)?, isWhole: Bool?) {
      var paths: [String] = []
      let refused = try tracker.advance(to: pair) { change in
        paths.append(StatePath(Array(change.path.dropFirst())).description)
      }
      return (paths, refused?.error, refused?.isWhole)
    }
    let refused = try changes(to: Pair(one: Refusing(number: 2, reason: "never"), other: 1))
    #expect(refused.paths == ["one", "other"] && refused.isWhole == false)
    #expect(refused.error as? Refusal == Refusal(reason: "never"))
    let same = try changes(to: Pair(one: Refusing(number: 2, reason: "never"), other: 2))
    #expect(same.paths.last == "other")
    let back = try changes(to: Pair(one: Refusing(number: 3), other: 2))
    #expect(back.paths == ["one"] && back.error != nil && back.isWhole == false)
    let after = try changes(to: Pair(one: Refusing(number: 4), other: 2))
    #expect(after.paths == ["one"] && after.error == nil)
  }

  @Test func `a value that cannot be encoded at all leaves the tracker unchanged`() throws {
    let tracker = Tracker(Refusing(number: 1))
    let refused = try tracker.advance(to: Refusing(number: 2, reason: "never")) { _ in
      Issue.record("a change")
    }
    #expect(refused?.isWhole == true && refused?.error as? Refusal == Refusal(reason: "never"))
    var changes: [Change] = []
    let back = try tracker.advance(to: Refusing(number: 3)) { changes.append(try $0.change()) }
    #expect(back == nil && changes.map(\.old) == [1] && changes.map(\.new) == [3])
  }

  @Test func `a tracker whose first value cannot be encoded follows the next value`() throws {
    let tracker = Tracker(Refusing(number: 1, reason: "never"))
    var count = 0
    let refused = try tracker.advance(to: Refusing(number: 2)) { _ in count += 1 }
    #expect(count == 1 && refused?.isWhole == false)
    let next = try tracker.advance(to: Refusing(number: 3)) { _ in count += 1 }
    #expect(count == 2 && next == nil)
  }

  @Test func `a tracked value that misuses its encoder throws the encoder's own error`() throws {
    let expected = #expect(throws: EncodingError.self) {
      try CanonicalEncoder().tree(of: [Twice(number: 2)])
    }
    let error = #expect(throws: EncodingError.self) {
      try Diff(from: TrackedValue([Refusing(number: 1)]), to: TrackedValue([Twice(number: 2)]))
    }
    #expect(sentence(error) == sentence(expected))
    #expect(sentence(error).contains("it wrote two values where one belongs"))
  }

  @Test(arguments: [256, 257, 300])
  func `tracked values may nest as deep as encoded values and no deeper`(depth: Int) throws {
    try onStack(kilobytes: 16_384) {
      let (old, new) = (Chain(depth, end: 1), Chain(depth, end: 2))
      guard depth > 256 else {
        let diff = try Diff(from: TrackedValue(old), to: TrackedValue(new))
        #expect(diff.changes.map(\.path.components.count) == [depth])
        return
      }
      let expected = #expect(throws: EncodingError.self) { try CanonicalEncoder().tree(of: new) }
      let error = #expect(throws: EncodingError.self) {
        try Diff(from: TrackedValue(old), to: TrackedValue(new))
      }
      #expect(sentence(error) == sentence(expected))
      #expect(sentence(error).contains("nest 256 levels deep"))
    }
  }

  @Test func `diffs of deeply nested values on a small stack do not crash`() throws {
    try onStack(kilobytes: 512) {
      let (old, new) = (Chain(250, end: 1), Chain(250, end: 2))
      // Whether they fit depends on the build, but they must not trap.
      _ = try? Diff(from: TrackedValue(old), to: TrackedValue(new))
    }
  }

  private func sentence(_ error: EncodingError?) -> String {
    guard case .invalidValue(_, let context) = error else { return "" }
    return context.debugDescription
  }
}

/// Values within values, so many levels.
private final class Chain: Encodable {
  let number: Int?
  let next: Chain?

  init(_ depth: Int, end: Int) {
    number = depth > 1 ? nil : end
    next = depth > 1 ? Chain(depth - 1, end: end) : nil
  }
}
