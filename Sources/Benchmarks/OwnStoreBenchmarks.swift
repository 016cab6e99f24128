import PlayheadFlux
import PlayheadRecorder

/// What recording costs an app with a store of its own and a large state, which may say what an action changed or not.
enum OwnStoreBenchmarks {
  private static let count = 20_000

  private struct Shop: Codable, Equatable, Sendable {
    struct Item: Codable, Equatable, Sendable {
      var id: Int
      var name: String
    }

    var items = (0..<10_000).map { Item(id: $0, name: "the item with the number \($0)") }
    var taps = 0
  }

  private struct Tap: Action {
    static let actionName = "Tap"
    var number: Int
  }

  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    var shop = Shop()
    let recording = try Recording(
      to: scratch.path("own"), app: "bench", stores: ["shop"], options: RecordingOptions(),
      states: [shop])
    let times = try Stopwatch.best(
      operations: count,
      [
        { for number in 0..<count { shop.taps &+= number } },
        {
          for number in 0..<count {
            recording.record(Tap(number: number)) {
              shop.taps &+= number
              return [shop]
            }
          }
        },
        {
          for number in 0..<count {
            recording.record(Tap(number: number), changed: { [0] }) {
              shop.taps &+= number
              return [shop]
            }
          }
        },
      ])
    try recording.close()
    consume(shop.taps)
    return [
      Row(
        subject: "record, own store", input: "10,000 elements", playhead: times[1],
        competitor: "with 'changed:'", other: times[2], unit: .nanoseconds),
      Row(
        subject: "record, own store, 'changed:'", input: "10,000 elements", playhead: times[2],
        competitor: "handle alone", other: times[0], unit: .nanoseconds),
    ]
  }
}
