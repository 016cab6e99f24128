import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay

/// A recorded session of a small shop, of which conditions are asked.
final class Asking {
  struct Add: Action {
    static let actionName = "Add"
    var sku: String
    var price: Double
  }

  struct Note: Action {
    static let actionName = "Note"
    var text: String
    var isUrgent = false
  }

  struct Cart: Codable, Sendable {
    var items: [String] = []
    var total = 0.0
    var isFull = false
    var last: String?
  }

  let session: Session
  var log: LogReader { session.log }

  /// Seven actions: four of `Add`, which make the total 10, 30, 60 and 100, each followed by a `Note`, but
  /// for the last.
  init() throws {
    // Comparing states with digests would encode them.
    session = try Session(Self.make, RecordingOptions(digests: .never)) { dispatcher, _ in
      for number in 1...4 {
        dispatcher.dispatch(Add(sku: "A-\(number)", price: Double(number) * 10))
        if number < 4 { dispatcher.dispatch(Note(text: "note \(number)", isUrgent: number == 2)) }
      }
    }
  }

  static func make() throws -> Dispatcher {
    try making {
      [
        Store("cart", Cart()).on(Add.self) { cart, add in
          cart.items.append(add.sku)
          cart.total += add.price
          cart.isFull = cart.items.count >= 4
          cart.last = add.sku
        },
        Store("notes", Watched()).on(Note.self) { notes, note in notes.texts.append(note.text) },
      ]
    }()
  }

  /// The steps at which `text` holds.
  func steps(where text: String) throws -> [UInt64] {
    try Search(log, for: Condition(text), with: session.replay())
      .steps(in: log.initialStep...log.lastStep).map(\.number)
  }

  /// What `text` gives at `step`.
  func answer(_ text: String, at step: Step) throws -> Answer? {
    try Search(log, for: [], printing: [Condition(text)], with: session.replay())
      .answers(at: step)?[0]
  }
}

/// A state that counts how often it is encoded, on this thread's watch.
struct Watched: Codable, Sendable {
  @TaskLocal static var counter: Counter?

  final class Counter: @unchecked Sendable { var count = 0 }

  var texts: [String] = []

  private enum Keys: CodingKey { case texts }

  init() {}

  init(from decoder: any Decoder) throws {
    texts = try decoder.container(keyedBy: Keys.self).decode([String].self, forKey: .texts)
  }

  func encode(to encoder: any Encoder) throws {
    Self.counter?.count += 1
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(texts, forKey: .texts)
  }
}

extension Search {
  /// Where it stops.
  func steps(in range: ClosedRange<Step>) throws -> [Step] {
    var steps: [Step] = []
    try forEachStop(in: range) { steps.append($0.step) }
    return steps
  }
}
