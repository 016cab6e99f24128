import PlayheadRecorder

/// What the app is to do, as the words of its command line say.
struct Orders {
  /// Actions of some size now and then.
  struct Big {
    var every: Int
    var bytes: Int
    /// Whether it takes as much room in a log.
    var isNoise = false
  }

  /// Where the log goes; without one nothing is recorded, unless there is a folder for a log of each launch.
  var log: String?
  var folder: String?
  /// Where the stores note what they see.
  var journal: String?
  var threads = 4
  /// How many actions each thread dispatches.
  var count = 1_000
  var durability = Durability.perChunk
  /// How many of the newest bytes of the log are kept; all, if nil.
  var keep: Int?
  var big: Big?
  /// A note, a pause, stores that come and go, a flush: after each so many actions of the first thread. Never, if 0.
  var notes = 0
  var pauses = 0
  var guests = 0
  var flushes = 0
  /// Before, amid or after which call to the disk the app kills itself: the how manyth that has such a
  /// stage.
  var kill: (call: Int, stage: ProbedDisk.Stage)?
  /// Files cannot grow beyond so many bytes.
  var fileLimit: Int?
  /// The action of the first thread before which that ends. Never, if 0.
  var limitEnds = 0
  /// Whether the log and its tail have to fit into what is left when the recording has begun.
  var limitsLate = false

  /// Reads `--name value` pairs; stops with a sentence at what it does not know.
  init(_ words: some Collection<String>) throws {
    var rest = Array(words)[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Misuse(word: name) }
      try set(name, value)
    }
  }

  /// A word that is not understood.
  struct Misuse: Error {
    var word: String
  }

  private mutating func set(_ name: String, _ value: String) throws {
    switch name {
    case "--log": log = value
    case "--folder": folder = value
    case "--journal": journal = value
    case "--durability": durability = try Self.durability(value)
    case "--big": big = try Self.big(value)
    case "--noise": big = try Self.big(value, isNoise: true)
    case "--kill": kill = try Self.kill(value)
    case "--limit-late": limitsLate = value == "yes"
    case "--threads": threads = try Self.number(value)
    case "--count": count = try Self.number(value)
    case "--notes": notes = try Self.number(value)
    case "--pauses": pauses = try Self.number(value)
    case "--guests": guests = try Self.number(value)
    case "--flushes": flushes = try Self.number(value)
    case "--file-limit": fileLimit = try Self.number(value)
    case "--limit-ends": limitEnds = try Self.number(value)
    case "--keep": keep = try Self.number(value)
    default: throw Misuse(word: name)
    }
  }

  private static func number(_ word: some StringProtocol) throws -> Int {
    guard let number = Int(word), number >= 0 else { throw Misuse(word: String(word)) }
    return number
  }

  /// `none`, `chunk`, `action`, or a number of milliseconds.
  private static func durability(_ word: String) throws -> Durability {
    switch word {
    case "none": .none
    case "chunk": .perChunk
    case "action": .everyAction
    default: .every(.milliseconds(try number(word)))
    }
  }

  /// `EVERY:BYTES`.
  private static func big(_ word: String, isNoise: Bool = false) throws -> Big {
    let parts = word.split(separator: ":")
    guard parts.count == 2 else { throw Misuse(word: word) }
    return Big(
      every: max(try number(parts[0]), 1), bytes: try number(parts[1]), isNoise: isNoise)
  }

  /// `CALL:STAGE`.
  private static func kill(_ word: String) throws -> (Int, ProbedDisk.Stage) {
    let parts = word.split(separator: ":")
    guard parts.count == 2, let stage = ProbedDisk.Stage(rawValue: String(parts[1])) else {
      throw Misuse(word: word)
    }
    return (try number(parts[0]), stage)
  }
}
