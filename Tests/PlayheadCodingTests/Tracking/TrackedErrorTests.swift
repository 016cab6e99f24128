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

  @Test func `tracked values throw what their own code throws, and leave the tracker as it was`()
    throws
  {
    let tracker = Tracker(["a": Refusing(number: 1)])
    #expect(throws: Refusal(reason: "never")) {
      try tracker.advance(to: ["a": Refusing(number: 2, reason: "never")]) { _ in }
    }
    let changes = try tracker.changes(to: ["a": Refusing(number: 3)])
    #expect(changes == [Change(path: try StatePath(#"["a"]"#), old: 1, new: 3)])
  }

  @Test func `tracked values that cannot be encoded throw what the encoder throws for misuse`()
    throws
  {
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
  func `tracked values that cannot be encoded may nest as deep as others, and no deeper`(depth: Int)
    throws
  {
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

  @Test func `end with an error where the stack ends`() throws {
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
