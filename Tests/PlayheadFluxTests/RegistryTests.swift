import FluxTesting
import PlayheadFlux
import PlayheadPlugins
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

  @Test(arguments: (Soak.isOn ? [1, 2, 3] : [1]) as [UInt64])
  func `random additions and removals give the same members as a plain array`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var registry = Registry<Member>()
    var plain: [Member] = []
    for _ in 0..<(Soak.isOn ? 5_000 : 1_000) {
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
}
