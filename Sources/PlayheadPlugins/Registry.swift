/// Members in the order of their addition, each under an object's identity. Finding or removing a member does
/// not search the others.
package struct Registry<Member> {
  private var entries: [ObjectIdentifier: (number: Int, member: Member)] = [:]
  /// The number of the next member.
  private var next = 0
  /// The members in order. Each change makes a new list instead of changing one that another thread may read:
  /// ThreadSanitizer does not see Swift's own check for that.
  private var list: [Member]?

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }
  package var count: Int { entries.count }

  package subscript(key: ObjectIdentifier) -> Member? { entries[key]?.member }

  package mutating func all() -> [Member] {
    if let list { return list }
    let made = entries.values.sorted { $0.number < $1.number }.map(\.member)
    list = made
    return made
  }

  /// Adds a member at the end. Does nothing if `key` is taken.
  package mutating func append(_ member: Member, as key: ObjectIdentifier) {
    guard entries[key] == nil else { return }
    entries[key] = (next, member)
    next += 1
    list = nil
  }

  /// Removes the member under `key`, if there is one, and returns it.
  @discardableResult package mutating func remove(_ key: ObjectIdentifier) -> Member? {
    guard let entry = entries.removeValue(forKey: key) else { return nil }
    list = nil
    return entry.member
  }
}

extension Registry: Sendable where Member: Sendable {}
