import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

// What the modules' landing pages show.

struct Increment: Action {
  var by: Int
}

func flux() throws {
  // begin
  let dispatcher = Dispatcher()
  let counter = Store("counter", 0)
    .on(Increment.self) { count, action in count += action.by }
  try dispatcher.register(counter)

  dispatcher.dispatch(Increment(by: 2))
  print(counter.state)  // 2
  // end
  #expect(counter.state == 2)
}

func repair(_ url: URL) throws {
  // begin
  for problem in try Verification(of: url).problems { print(problem) }
  // end
  #expect(try Verification(of: url).problems.isEmpty)
}

func coding() throws {
  struct Basket: Codable, Equatable {
    var items: [String: Int]
    var marks: Set<String> = ["gift", "express"]
  }
  let before = Basket(items: ["A-7": 2])
  let after = Basket(items: ["A-7": 2, "B-1": 1])
  // begin
  let bytes = try CompactEncoder().encode(after)
  let same = try CompactDecoder().decode(Basket.self, from: bytes)
  let tree = try Value(compact: bytes)  // needs no Basket

  let diff = Diff(from: try Value(encoding: before), to: tree)
  print(diff.text())
  // end
  #expect(same == after)
  #expect(tree == (try Value(encoding: after)))
  #expect(diff.changes.count == 1)
}

// begin
struct Tags: Codable {
  var names: Set<String>

  init(from decoder: any Decoder) throws {
    names = try decoder.singleValueContainer().decode(Set<String>.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(names)
  }
}
// end

/// The trees of the same hundred names, read from a list in one order and in the other.
func treesOfTags() throws -> [Value] {
  let names = (0..<100).map { "tag \($0)" }
  return try [names, names.reversed()].map {
    let tags = try JSONDecoder().decode(Tags.self, from: JSONEncoder().encode($0))
    return try Value(encoding: tags)
  }
}

func recording(_ dispatcher: Dispatcher, in folder: URL) throws {
  // begin
  let recording = try dispatcher.record(in: folder, app: "shop")
  recording.mark("user reported a bug")
  try recording.close()
  // end
}

func leavingOut(_ recording: Recording) throws {
  // begin
  recording.pause()  // a gap in the log says so
  recording.resume()
  try recording.flush()
  print("recorded up to step \(recording.step)")
  // end
}

func replaying(_ url: URL) throws {
  // begin
  let replay = try Replay(ActionLog(url), of: Shop.self)
  print(try replay.state(at: 1))
  print(try replay.diff(from: 1, to: 2).text())
  // end
  #expect(replay.position == 2)
}
