import PlayheadFlux
import PlayheadReplay

/// An app of types by chance, whose older version had other fields.
struct GeneratedApp<A: Generated, B: Generated>: ReplayDetails {
  static var appName: String { "made" }

  struct Put: Action {
    static var actionName: String { "shop.put" }
    static var actionVersion: Int { 2 }
    var value: A
    var slot: Int
    var note: String
  }

  struct Tag: Action {
    static var actionName: String { "Tag" }
    var value: B?
    var name: String
  }

  struct Drop: Action {
    static var actionName: String { "Drop" }
    var count: Int
  }

  struct Shelf: Codable, Equatable, VersionedState {
    static var stateVersion: Int { 2 }
    var last: A?
    var all: [A] = []
    var slots: [Int: A] = [:]
    var note = "none"
  }

  struct Tags: Codable, Equatable, Sendable {
    var named: [String: B?] = [:]
    var row: [[B?]] = [[]]
    var flags: Set<Int> = []
    var count = 0
  }

  static var upgrades: [Upgrade] {
    typealias Old = OldGeneratedApp<A, B>
    return [
      Upgrade(from: Old.Put.self) { Put($0) },
      .state(of: "shelf", from: Old.Shelf.self) { Shelf($0) },
    ]
  }

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("shelf", Shelf())
        .on(Put.self) { $0.put($1) }
        .on(Drop.self) { $0.drop($1) },
      Store("tags", Tags())
        .on(Tag.self) { $0.tag($1) }
        .on(Drop.self) { $0.drop($1) })
  }
}

extension GeneratedApp.Put {
  init(_ old: OldGeneratedApp<A, B>.Put) {
    self.init(value: old.value, slot: old.place, note: "upgraded")
  }
}

extension GeneratedApp.Shelf {
  init(_ old: OldGeneratedApp<A, B>.Shelf) {
    self.init(last: old.last, all: old.all, slots: [:], note: old.remark)
  }

  mutating func put(_ put: GeneratedApp<A, B>.Put) {
    last = put.value
    all.insert(put.value, at: put.slot % (all.count + 1))
    if all.count > 6 { all.removeFirst() }
    slots[put.slot] = put.value
    note += put.note.prefix(3)
  }

  mutating func drop(_ drop: GeneratedApp<A, B>.Drop) {
    last = nil
    all.removeLast(min(drop.count, all.count))
    slots = slots.filter { $0.key % 2 == drop.count % 2 }
  }
}

extension GeneratedApp.Tags {
  mutating func tag(_ tag: GeneratedApp<A, B>.Tag) {
    named[tag.name] = .some(tag.value)
    row[row.count - 1].append(tag.value)
    if row[row.count - 1].count > 2 { row.append([]) }
    flags.formSymmetricDifference([count % 3])
    count += 1
  }

  mutating func drop(_ drop: GeneratedApp<A, B>.Drop) {
    if row.count > 1 { row.removeFirst() }
    named = named.filter { $0.key != "a" }
  }
}

/// The app as it was: a field less, one more, and two with other names.
struct OldGeneratedApp<A: Generated, B: Generated>: ReplayableApp {
  static var appName: String { "made" }

  struct Put: Action {
    static var actionName: String { "shop.put" }
    var value: A
    var place: Int
    var extra: Bool
  }

  struct Shelf: Codable, Sendable {
    var last: A?
    var all: [A] = []
    var remark = "old"
    var extra = true
  }

  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    typealias New = GeneratedApp<A, B>
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("shelf", Shelf()).on(Put.self) { shelf, put in shelf.last = put.value }
        .on(New.Drop.self) { shelf, _ in shelf.last = nil },
      Store("tags", New.Tags())
        .on(New.Tag.self) { $0.tag($1) }
        .on(New.Drop.self) { $0.drop($1) })
  }
}
