import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay

/// An app whose log has all that a log can have: values of every kind, draws, causes, a note, a gap, a
/// store that comes later and goes again.
///
/// Logs of it are kept in every version of the format, so its types stay as they are.
struct Museum: ReplayDetails {
  static let appName = "museum"

  struct Hang: Action {
    static let actionName = "Hang"
    var exhibit: Exhibit
    var room = 1
  }

  struct Value: Action {
    static let actionName = "Value"
    static let actionVersion = 2
    var title: String
  }

  struct Visit: Action {
    static let actionName = "Visit"
    var guests: Int
  }

  /// Has a field of every kind.
  final class Exhibit: Codable, Sendable {
    enum Origin: Codable, Sendable {
      case unknown
      case bought(from: String, for: Decimal)
    }

    let title: String
    let isLent: Bool
    let year: Int
    let visitors: UInt
    let stars: Int128
    let atoms: UInt128
    let width: Float
    let height: Double
    let price: Decimal
    let image: Data
    let since: Date
    let id: UUID
    let tags: [String]
    let rooms: Set<Int>
    let labels: [String: String]
    let marks: [Origin]
    let grid: [Double: [Bool]]
    let origin: Origin
    let note: String?
    /// Contains itself, and so is a row of its own.
    let part: Exhibit?

    init(_ title: String, part: Exhibit? = nil) {
      self.title = title
      isLent = part != nil
      year = -44
      visitors = .max
      stars = .min
      atoms = .max
      width = 0.1
      height = .pi
      price = Decimal(string: "-12.5") ?? 0
      image = Data([0, 1, 254, 255])
      since = Date(timeIntervalSinceReferenceDate: 0.5)
      id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      tags = ["a", "", "日本"]
      rooms = [3, 1, 2]
      labels = ["de": "Löwe", "en": "lion"]
      marks = [.unknown, .bought(from: "Ada", for: 7)]
      grid = [1.5: [true, false], -0.0: []]
      origin = .bought(from: "Grace", for: 100)
      note = part == nil ? nil : "in parts"
      self.part = part
    }
  }

  struct Rooms: Codable, Sendable {
    var exhibits: [Int: [Exhibit]] = [:]
    var values: [String: UInt64] = [:]
    var receipts: [UUID] = []
    var lastValued: Date?
  }

  let dispatcher: Dispatcher
  let otherStores: [any AnyStore] = [garden(0)]

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("rooms", Rooms())
        .on(Hang.self) { rooms, action in
          rooms.exhibits[action.room, default: []].append(action.exhibit)
        }
        .on(Value.self) { rooms, action, context in
          rooms.values[action.title] = context.random(in: 0...1_000_000)
          rooms.receipts.append(context.uuid())
          rooms.lastValued = context.now
        },
      Store("guests", 0).on(Visit.self) { guests, action in guests += action.guests })
  }

  private static func garden(_ guests: Int) -> Store<Int> {
    Store("garden", guests).on(Visit.self) { guests, action in guests += action.guests }
  }

  /// Records a day: the garden is open from step 3 to step 4, steps 5 and 6 are missing.
  static func record(to path: String) throws {
    let museum = try Museum(inputs: .seeded(7, tick: 0.25))
    let clock = ManualClock()
    clock.set(wall: 1_700_000_000_000_000_000)
    let session = UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
    let recorder = try museum.dispatcher.record(
      to: path, app: appName, build: "1.0", session: session, clock: clock, options: .exact)
    func send(_ action: some Action, cause: Turn? = nil) {
      clock.advance(by: 1_234_567)
      museum.dispatcher.dispatch(action, cause: cause)
    }
    send(Hang(exhibit: Exhibit("head")))
    send(Value(title: "head"), cause: museum.dispatcher.lastTurn)
    send(Visit(guests: 5))
    recorder.mark("the garden opens")
    let garden = garden(40)
    try museum.dispatcher.register(garden)
    send(Visit(guests: 7))
    try museum.dispatcher.unregister(garden)
    recorder.pause()
    send(Visit(guests: 100))
    send(Hang(exhibit: Exhibit("arm"), room: 2))
    recorder.resume()
    send(Hang(exhibit: Exhibit("group", part: Exhibit("part"))))
    send(Value(title: "group"), cause: museum.dispatcher.lastTurn)
    try recorder.close()
  }
}
