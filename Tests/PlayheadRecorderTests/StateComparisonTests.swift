import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Testing

private typealias State = any Encodable & Sendable

private final class Object: Codable, @unchecked Sendable {
  var number = 0
}

private struct Holder: Codable, Sendable {
  var name = "holder"
  var object: Object? = Object()
}

private struct Plain: Codable, Sendable {
  struct Part: Codable, Sendable { var name = "part" }

  var name = "a name that does not fit in place"
  var numbers = [1, 2, 3]
  var part: Part?
  var parts: [String: [Part]] = ["x": [Part()]]
  var date = Date()
  var url = URL(filePath: "/x")
}

private enum Choice: Codable, Sendable {
  case nothing
  case text(String)
  case object(Object)
}

private protocol Shape: Sendable {}
extension Int: Shape {}
extension Object: Shape {}

private struct AnyShape: Encodable, Sendable {
  var shape: any Shape

  func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
}

/// What counts as changed without a word of the app.
@Suite struct StateComparisonTests {
  /// Values that are the same as before, and those that hold objects, which may have changed.
  private static let values: [State] = [
    1, "text", "a text that does not fit in place", 1.5, true, [1, 2], [String](), Plain(),
    [Plain(), Plain()], [Plain](), ["a": Plain()], Set(["a"]), Choice.nothing, Choice.text("x"),
    UUID(), Date(), Data([1, 2]), Optional<String>.none, AnyShape(shape: 1),
    Holder(object: nil), [Object](), Optional<Object>.none,
  ]
  private static let objects: [State] = [
    Object(), Holder(), [Object()], ["a": Object()], Choice.object(Object()),
    AnyShape(shape: Object()), [Holder()],
  ]

  @Test func `a state in the same memory counts as unchanged unless it contains objects`()
    throws
  {
    let states = Self.values + Self.objects
    // Twice: what was found of a type holds for the next value, too.
    let changed = try changes(from: states, through: [states, states])
    for step in changed { #expect(step == Array(Self.values.count..<states.count)) }
  }

  @Test func `a state in other memory counts as possibly changed`() throws {
    let new: [State] = [2, "other", [1, 2, 4], Plain(), Choice.text("y"), AnyShape(shape: 2)]
    let old: [State] = [1, "text", [1, 2], Plain(), Choice.nothing, AnyShape(shape: 1)]
    #expect(try changes(from: old, through: [new]) == [Array(0..<6)])
  }

  @Test func `a state that gets an object instead of a plain value counts as possibly changed`()
    throws
  {
    let (one, two) = (AnyShape(shape: Object()), Choice.object(Object()))
    let old: [State] = [AnyShape(shape: 1), Choice.nothing]
    #expect(
      try changes(from: old, through: [old, [one, two], [one, two]]) == [[], [0, 1], [0, 1]])
  }

  /// The positions of the states that may have changed at each step.
  private func changes(from first: [State], through steps: [[State]]) throws -> [[Int]] {
    let disk = ModelDisk()
    let names = first.indices.map { "\($0)" }
    let recording = try Recording(
      to: "log", app: "compared", stores: names, clock: ManualClock(),
      options: RecordingOptions(digests: .never), on: disk, states: first)
    for states in steps { recording.record(Add()) { states } }
    try recording.close()
    let log = try LogReader(bytes: disk.bytes(of: "log"), name: "log")
    return try (1...steps.count).map {
      try log.entry(at: Step(UInt64($0))).mayHaveChanged.compactMap { Int($0) }
    }
  }
}
