import PlayheadFlux
import Testing

private final class Member {
  let name: String
  init(_ name: String) { self.name = name }
}

extension Registry<Member> {
  fileprivate mutating func add(_ member: Member) { append(member, as: ObjectIdentifier(member)) }
  fileprivate mutating func remove(_ member: Member) { remove(ObjectIdentifier(member)) }
  fileprivate var names: [String] {
    mutating get { all().map(\.name) }
  }
}

@Suite struct RegistryTests {
  private let members = (0..<100).map { Member("\($0)") }

  private func registry(of members: some Sequence<Member>) -> Registry<Member> {
    var registry = Registry<Member>()
    for member in members { registry.add(member) }
    return registry
  }

  @Test func `a registry lists its members in the order in which they were added, each once`() {
    var registry = registry(of: members.reversed() + members)
    #expect(registry.names == members.reversed().map(\.name))
    #expect(registry.count == 100)
  }

  @Test func `a member that is removed and added again is last`() {
    var registry = registry(of: members[..<3])
    registry.remove(members[0])
    registry.add(members[0])
    #expect(registry.names == ["1", "2", "0"])
  }

  @Test func `removing an object that is not a member changes nothing`() {
    var registry = registry(of: members[..<2])
    registry.remove(members[5])
    #expect(registry.names == ["0", "1"])
    #expect(!registry.contains(ObjectIdentifier(members[5])))
  }

  @Test func `a list taken from a registry does not change with the registry`() {
    var registry = registry(of: members[..<3])
    let held = registry.all()
    registry.remove(members[1])
    registry.add(members[3])
    #expect(held.map(\.name) == ["0", "1", "2"])
    #expect(registry.names == ["0", "2", "3"])
  }

  @Test(arguments: [1, 2, 3])
  func `random additions and removals give the same members as a plain array`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var registry = Registry<Member>()
    var plain: [Member] = []
    for _ in 0..<5_000 {
      let member = members[Int.random(in: 0..<100, using: &random)]
      if Bool.random(using: &random) {
        registry.add(member)
        if !plain.contains(where: { $0 === member }) { plain.append(member) }
      } else {
        registry.remove(member)
        plain.removeAll { $0 === member }
      }
      #expect(registry[ObjectIdentifier(member)] === plain.first { $0 === member })
      #expect(registry.names == plain.map(\.name))
      #expect(registry.count == plain.count && registry.isEmpty == plain.isEmpty)
    }
  }

  @Test func `a removed member is released while other members stay`() {
    var registry = registry(of: members)
    weak var gone: Member?
    do {
      let member = Member("gone")
      gone = member
      registry.add(member)
      #expect(registry.names.last == "gone")
      registry.remove(member)
    }
    #expect(gone == nil)
    #expect(registry.count == 100)
  }
}
