import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@testable import PlayheadRecorder

/// What is recorded by reflection is taken down at that time.
@Suite struct ReflectionSnapshotTests {
  private final class Open {
    var number = 1
    var next: Open?
    var table: [String: Open] = [:]
    var run: () -> Void = {}
    let inner = Encoded()
  }

  private final class Encoded: Encodable {
    var number = 1
    var more: [Encoded] = []
  }

  private final class Chain {
    var next: Chain?
  }

  private func value(_ reflection: some Encodable) throws -> Value {
    try CanonicalEncoder().tree(of: reflection)
  }

  @Test
  func `a reflection of an object stays as it was when the object changes, and a new one differs`()
    throws
  {
    let open = Open()
    open.inner.more = [Encoded()]
    let changes: [(Open) -> Void] = [
      { $0.number = 2 }, { $0.next = Open() }, { $0.next?.number = 3 }, { $0.table["a"] = Open() },
      { $0.table["a"]?.number = 4 }, { $0.inner.number = 5 }, { $0.inner.more[0].number = 6 },
      { $0.inner.more.append(Encoded()) },
    ]
    var before = Reflection(open)
    for (index, change) in changes.enumerated() {
      let known = try value(before)
      change(open)
      let after = Reflection(open)
      #expect(try value(before) == known, "change \(index)")
      #expect(try value(after) != known, "change \(index)")
      let encoder = CanonicalEncoder()
      #expect(try encoder.digest(of: before) != encoder.digest(of: after), "change \(index)")
      before = after
    }
  }

  @Test func `a Codable value recorded by reflection is encoded as it is without reflection`()
    throws
  {
    struct Whole: Codable {
      enum Kind: String, Codable { case one }
      enum Plain: Codable { case two, three(Int) }
      var text = "a"
      var kind = Kind.one
      var plain = [Plain.two, .three(4)]
      var none: Int?
      var some: Int?? = .some(.some(5))
      var bytes = Data([1, 2])
      var url = URL(filePath: "/a")
      var table = [1: "b"]
      var pairs = [Kind.one: [1.5]]
      var set: Set = [UInt8(7)]
      var big = Int128.max
      var decimal = Decimal(8.5)
    }
    #expect(try value(Reflection(Whole())) == value(Whole()))
    let encoder = CanonicalEncoder()
    #expect(try encoder.digest(of: Reflection(Whole())) == encoder.digest(of: Whole()))
  }

  @Test
  func `a reflection of nested objects ends at a maximum depth and at an object inside itself`()
    throws
  {
    let chain = Chain()
    var last = chain
    for _ in 0..<10_000 {
      let next = Chain()
      last.next = next
      last = next
    }
    #expect(try "\(value(Reflection(chain)))".count < 10_000)
    last.next = chain
    #expect(try "\(value(Reflection(last)))".contains("…"))
    // Released without recursion.
    var next: Chain? = chain
    while let link = next {
      next = link.next
      link.next = nil
    }
  }
}
