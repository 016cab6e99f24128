import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Testing

private struct Counting: Codable, Sendable {
  var plain = 0
  var box = Box()
}

/// Does not decode one of its fields.
private struct Forgetful: Codable, Sendable {
  var kept = 0
  var forgotten = 7
  enum CodingKeys: CodingKey { case kept, forgotten }
  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kept = try container.decode(Int.self, forKey: .kept)
  }
}

/// A value as a wrapper of any value has it: it writes what it has, and reads the first type that fits.
private enum AnyNumber: Codable, Sendable {
  case whole(Int), fraction(Double), date(Date)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .whole(number)
    } else {
      self = .fraction(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .whole(let number): try container.encode(number)
    case .fraction(let number): try container.encode(number)
    case .date(let date): try container.encode(date)
    }
  }
}

private struct Assign: Action { var value: AnyNumber }

/// A mistake of a store at the sixth step, `Take`, and what a check says of it.
private enum Fault: CaseIterable {
  case setOrder, clock, sharedObject, objectInPlace, decoding

  /// The path, or how it begins.
  var path: String {
    switch self {
    case .setOrder: "list["
    case .clock: "touched[0]"
    case .sharedObject: #"two["box"].number"#
    case .objectInPlace: "counting.box.number"
    case .decoding: "forgetful.forgotten"
    }
  }

  var evidence: Divergence.Evidence {
    switch self {
    case .objectInPlace: .sharedOverTime
    case .decoding: .roundTrip
    default: .betweenReplays
    }
  }

  /// Whether the step is found although not every state is compared.
  var isFoundInLargeStates: Bool { [.clock, .objectInPlace, .decoding].contains(self) }

  /// How the description of the divergence begins.
  var sentence: String {
    switch self {
    case .objectInPlace: ""
    case .decoding:
      "the state at step 6 (PlayheadReplayTests.Take) is different after encoding and decoding it: "
        + "'encode(to:)' and 'init(from:)' disagree at '\(path)': 8 and 7"
    default:
      "step 6 (PlayheadReplayTests.Take) is not deterministic: two replays differ at '\(path)"
    }
  }

  func stores() -> [any AnyStore] {
    switch self {
    case .setOrder:
      let names = Store("names", Set((0..<16).map { "name \($0)" }))
        .on(Put.self) { $0.insert($1.sku) }
      let list = Store("list", [String](), after: [names])
        .on(Take.self) { list, _, _ in list = Array(names.state) }
      return [names, list]
    case .clock:
      return [Store("touched", [Date?]()).on(Take.self) { touched, _ in touched.append(Date()) }]
    case .sharedObject:
      let box = Box()
      let one = Store("one", box).on(Take.self) { box, _ in box.number += 1 }
      return [one, Store("two", ["box": box])]
    case .objectInPlace:
      let counting = Store("counting", Counting())
        .on(Put.self) { counting, put in counting.plain += put.count }
        .on(Take.self) { counting, _ in counting.box.number += 1 }
      return [counting]
    case .decoding:
      let forgetful = Store("forgetful", Forgetful())
        .on(Put.self) { state, _ in state.kept += 1 }
        .on(Take.self) { state, _ in state.forgotten += 1 }
      return [forgetful]
    }
  }
}

@Suite struct DeterminismTests {
  private func record(
    _ stores: @escaping () -> [any AnyStore], _ actions: [any Action],
    _ options: RecordingOptions = RecordingOptions()
  ) throws -> Session {
    try Session(making(inputs: .live, stores), options) { dispatcher, recorder in
      for action in actions {
        dispatcher.dispatch(action)
        // Without waiting a busy recorder might leave out a digest.
        try recorder.flush()
      }
    }
  }

  private func puts(_ count: Int) -> [any Action] {
    (1...count).map { Put(sku: "sku \($0)", count: $0) }
  }

  @Test(arguments: Fault.allCases)
  private func `a determinism check finds a store that is not a function of state and action`(
    fault: Fault
  ) throws {
    for ballast in fault.isFoundInLargeStates ? [0, 700_000] : [0] {
      let session = try record(
        { fault.stores() + [Store("ballast", String(repeating: "x", count: ballast))] },
        puts(5) + [Take()] + puts(7), RecordingOptions(digests: .never))
      let found = try #require(try session.check())
      #expect(found.step == 6 && found.evidence == fault.evidence, "\(found)")
      #expect(found.path?.description.hasPrefix(fault.path) == true, "\(found)")
      #expect(found.description.hasPrefix(fault.sentence), "\(found)")
      if fault.evidence == .sharedOverTime {
        #expect(found.values.one == .int(0) && found.values.other == .int(1))
      }
    }
  }

  @Test
  func `a determinism check reports a state difference before the input difference that it causes`()
    throws
  {
    let session = try record(
      {
        let names = Store("names", [Int]())
          .on(Put.self) { names, action in names = Array(Set((0..<16).map { $0 + action.count })) }
        let draws = Store("draws", 0, after: [names]).on(Take.self) { count, _, context in
          // Draws as often as chance will have it.
          for _ in 0..<(names.state.first ?? 0) { count = Int(context.random(in: 0...9)) }
        }
        return [names, draws]
      }, [Tick(), Put(count: 1), Take()] + puts(3), RecordingOptions(digests: .never))
    let found = try #require(try session.check())
    #expect(found.step == 2 && found.evidence == .betweenReplays && found.store == "names")
  }

  @Test(arguments: [
    (AnyNumber.fraction(3), "a double-precision number", "Int"),
    (AnyNumber.date(Date(timeIntervalSinceReferenceDate: 0.5)), "a date", "Double"),
  ])
  private func `a determinism check names a wrapper that reads another type than it wrote`(
    value: AnyNumber, written: String, read: String
  ) throws {
    let session = try record(
      { [Store("value", AnyNumber.whole(0)).on(Assign.self) { $0 = $1.value }] },
      [Assign(value: .whole(1)), Assign(value: value)], RecordingOptions(digests: .every(1)))
    let finding = try DeterminismCheck(session.log) { try session.player() }.finding()
    #expect(finding.divergence?.step == 2)
    #expect(finding.cause?.kinds == [.decoding])
    let sentence = finding.cause?.conversions.first ?? ""
    let end = "'value' is \(written) in the log and read as \(read); every value fits"
    #expect(sentence.hasSuffix(end), "\(sentence)")
  }

  @Test func `a determinism check finds a changed reducer by the log's digests`() throws {
    let stores: (Int) -> () -> [any AnyStore] = { bonus in
      {
        [
          Store("total", 0)
            .on(Put.self) { $0 += $1.count }
            .on(Take.self) { total, _ in total += bonus }
        ]
      }
    }
    for (interval, step, agreed) in [(1, 11, 10), (4, 12, 8), (100, 15, 0)] as [(Int, Step, Step)] {
      let session = try record(
        stores(1), puts(10) + [Take()] + puts(4), RecordingOptions(digests: .every(interval)))
      let check = DeterminismCheck(session.log) {
        try DispatcherPlayer(making(stores(2))())
      }
      let found = try #require(try check.run())
      #expect(found.evidence == .fromRecording(lastAgreed: agreed), "\(found)")
      #expect(found.step == step && found.store == "total" && found.path == nil)
      // An action is named only if no other may have led to the difference.
      let isKnown = agreed.next == step
      #expect("\(found)".contains("(PlayheadReplayTests.Take)") == isKnown, "\(found)")
      #expect("\(found)".hasSuffix("the log has no digests of the steps between them") != isKnown)
      #expect(try session.check(comparisons: 2) == nil)
    }
  }
}
