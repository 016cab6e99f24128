import FluxTesting
import Foundation
import Testing

/// What payloads are made from: `PLAYHEAD_SEED` makes others.
enum PayloadSeed {
  static let value = ProcessInfo.processInfo.environment["PLAYHEAD_SEED"].flatMap(UInt64.init) ?? 1
}

/// A kind of payloads that apps have.
struct PayloadKind: Sendable, CustomTestStringConvertible {
  let name: String
  /// Records payloads of the kind; returns what is wrong with the logs.
  let problems: @Sendable (Pace, _ seed: UInt64) throws -> [String]

  var testDescription: String { name }

  /// - Parameters:
  ///   - name: Names it in tests.
  ///   - count: How many actions are recorded.
  ///   - initial: A payload that the state has from the start.
  ///   - encodability: Whether a payload can be encoded.
  ///   - make: Makes the action with this number, from 0.
  init<Payload: Sample>(
    _ name: String, count: Int = Soak.isOn ? 2_000 : 60,
    initial: (@Sendable (Source) -> Payload)? = nil,
    encodability: @escaping @Sendable (Payload) -> Encodability = { _ in .encodable },
    make: @escaping @Sendable (Source, _ number: Int) -> Payload
  ) {
    self.name = name
    problems = { pace, seed in
      let session = try ProcessorTurns.busy {
        let source = Source(seed: seed)
        let initial = initial?(source)
        let payloads = (0..<count).map { make(source, $0) }
        return try PayloadSession(payloads, initial: initial, encodability)
      }
      return try session.run(pace)
    }
  }

  /// A kind of which every value will do.
  init<Payload: Sample>(_ name: String, of type: Payload.Type) {
    self.init(name) { source, _ in Payload.random(source) }
  }

  /// The same as the kind, in lists of 1 to 20,000 elements; a long list comes now and then.
  init<Payload: Sample>(_ name: String, listsOf type: Payload.Type) {
    let (rest, longest) = Soak.isOn ? (200, 20_000) : (30, 500)
    self.init(name) { source, number -> Elements<Payload> in
      .random(source, upTo: number % rest == rest - 1 ? longest : 5)
    }
  }

  /// One large value, and then nothing but small ones.
  init<Payload: Sample>(_ name: String, then count: Int, of type: Payload.Type) {
    self.init(name) { source, number -> Elements<Payload> in
      number > 0
        ? Elements(tap: number) : Elements(elements: (0..<count).map { _ in .random(source) })
    }
  }
}

extension PayloadKind {
  static let all = (structs + enums + keys + types + extremes).filter { kind in
    ProcessInfo.processInfo.environment["PLAYHEAD_PAYLOADS"].map(kind.name.contains) ?? true
  }

  /// A third of them, unless there is time.
  static let share = all.enumerated().filter { Soak.isOn || $0.offset % 3 == 1 }.map(\.element)

  private static let structs = [
    PayloadKind("described structs of 0 to 60 fields", of: AnyDescribed.self),
    PayloadKind("a described struct of 40 fields, 20 optional", of: Described<HalfOptional>.self),
    PayloadKind("lists of a described struct", listsOf: Described<SixFields>.self),
    PayloadKind("lists of several described structs", listsOf: AnyDescribed.self),
    PayloadKind("a struct with 1 optional member", of: One.self),
    PayloadKind("a struct with 8 optional members", of: Eight.self),
    PayloadKind("a struct with 40 optional members", of: Forty.self),
    PayloadKind("lists of users", listsOf: User.self),
    PayloadKind("optional members behind property wrappers", of: Wrapped.self),
    PayloadKind("members written under conditions", listsOf: Conditional.self),
    PayloadKind("many users, and then taps", then: Soak.isOn ? 2_500 : 500, of: User.self),
    PayloadKind(
      "taps with many users from the start",
      initial: { source in
        Elements(elements: (0..<(Soak.isOn ? 3_000 : 600)).map { _ in User.random(source) })
      }
    ) { _, number in Elements(tap: number) },
  ]

  private static let enums = [
    PayloadKind("enums with payloads", of: Mood.self),
    PayloadKind("described enums of 1 to 200 cases", of: Choices.self),
    PayloadKind("lists of a described enum", listsOf: DescribedChoice<ManyCases>.self),
  ]

  private static let keys = [
    PayloadKind("dictionaries with data as keys", of: Dictionaries.self),
    PayloadKind("a struct of made-up keys", of: Headers.self),
    PayloadKind("lists of a struct of made-up keys", listsOf: Headers.self),
    PayloadKind(
      "many structs of made-up keys, and then taps", then: Soak.isOn ? 4_000 : 600, of: Headers.self
    ),
    PayloadKind("fixed keys beside made-up ones", of: Document.self),
    PayloadKind("JSON by single values", of: JSON.self),
    PayloadKind("JSON by containers", of: AnyValue.self),
  ]

  private static let types = [
    PayloadKind("existentials beside their types' names", of: Drawing.self),
    PayloadKind("existentials with their types' names within", of: FlatDrawing.self),
    PayloadKind("class hierarchies", of: Zoo.self),
  ]

  private static let extremes = [
    // One in 400: some 50 MB a second, which a normal disk takes twice, into the tail and into the log.
    PayloadKind("values of up to 20 MB", count: Soak.isOn ? 1_000 : 60) { source, number -> Large in
      let isLarge = number % (Soak.isOn ? 400 : 60) == 49
      return .random(source, bytes: isLarge ? Soak.isOn ? 20_000_000 : 5_000_000 : 100)
    },
    PayloadKind(
      "values up to 300 levels deep",
      encodability: { $0.depth <= Deep.surelyEncodable ? .encodable : .unknown }
    ) { source, _ -> Deep in .random(source) },
    PayloadKind(
      "types that throw now and then", encodability: { $0.refuses ? .unencodable : .encodable }
    ) { source, _ -> Refusing in .random(source) },
  ]
}
