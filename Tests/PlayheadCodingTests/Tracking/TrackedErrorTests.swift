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

  private struct Pair: Encodable {
    var one: Refusing
    var other = 0
  }

  @Test
  func
    `PathComparison reports a field that cannot be encoded as changed, and other changes as well`()
    throws
  {
    let comparison = PathComparison(StatePath())
    var present = try comparison.part(of: Pair(one: Refusing(number: 1)))
    func changes(to pair: Pair) throws -> (paths: [String], error: (any Error)?) {
      let part = try comparison.part(of: pair)
      let found = comparison.changes(from: present, to: part)
      present = part
      return (found.changes.paths.map(\.description).sorted(), found.error)
    }
    let refused = try changes(to: Pair(one: Refusing(number: 2, reason: "never"), other: 1))
    #expect(refused.paths == ["one", "other"])
    #expect(refused.error as? Refusal == Refusal(reason: "never"))
    let same = try changes(to: Pair(one: Refusing(number: 2, reason: "never"), other: 2))
    #expect(same.paths.last == "other")
    let back = try changes(to: Pair(one: Refusing(number: 3), other: 2))
    #expect(back.paths == ["one"] && back.error != nil)
    let after = try changes(to: Pair(one: Refusing(number: 4), other: 2))
    #expect(after.paths == ["one"] && after.error == nil)
  }

  @Test func `PathComparison reports a record above its path that cannot be encoded as replaced`()
    throws
  {
    let comparison = PathComparison(StatePath([.field("one"), .field("number")]))
    let parts = try [nil, "never", "never", nil].map {
      try comparison.part(of: Pair(one: Refusing(number: 1, reason: $0)))
    }
    let found = zip(parts, parts.dropFirst()).map { comparison.changes(from: $0, to: $1) }
    #expect(found.map { $0.changes.paths.map(\.description) } == [["one"], [], ["one"]])
    #expect(found.map { $0.error != nil } == [true, false, true])
  }

  @Test(arguments: [256, 257])
  func `tracked values may nest as deep as encoded values and no deeper`(depth: Int) throws {
    try onStack(kilobytes: 16_384) {
      let (old, new) = (Chain(depth, end: 1), Chain(depth, end: 2))
      guard depth > 256 else {
        let diff = try TrackedComparison().diff(from: TrackedValue(old), to: TrackedValue(new))
        #expect(diff.changes.map(\.path.components.count) == [depth])
        return
      }
      let expected = #expect(throws: EncodingError.self) { try CanonicalEncoder().tree(of: new) }
      let error = #expect(throws: EncodingError.self) {
        try TrackedComparison().diff(from: TrackedValue(old), to: TrackedValue(new))
      }
      #expect(sentence(of: error) == sentence(of: expected))
      #expect(sentence(of: error).contains("nest 256 levels deep"))
    }
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
