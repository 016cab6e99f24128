import Foundation
import PlayheadCoding
import PlayheadValues

/// What a diff of two states costs that differ in one place, for states of all sizes: beside it the diff
/// of the two encoded states, which is what has to be done where nothing is known of their memory.
enum DiffBenchmarks {
  /// A line of a list, of some hundred bytes.
  private struct Line: Codable {
    var id: Int
    var title: String
    var isDone = false
    var note = "to be looked at again as soon as there is time for it"
  }

  /// As apps have their data: in order, and by name.
  private struct State: Codable {
    var lines: [Line]
    var names: [String: Int]

    init(bytes: Int) {
      lines = (0..<max(bytes / 125, 1)).map { Line(id: $0, title: "Line \($0) of the list") }
      names = Dictionary(
        uniqueKeysWithValues: lines.prefix(lines.count / 8).map { ($0.title, $0.id) })
    }

    /// The state after a tick of one line.
    func ticked() -> State {
      var next = self
      next.lines[lines.count / 2].isDone.toggle()
      return next
    }
  }

  static func rows(isLarge: Bool) throws -> [Row] {
    let sizes = [("1 kB", 1_000), ("10 kB", 10_000), ("100 kB", 100_000), ("1 MB", 1_000_000)]
    let large = [("10 MB", 10_000_000), ("100 MB", 100_000_000)]
    return try (sizes + (isLarge ? large : [])).map { name, bytes in
      let old = State(bytes: bytes)
      let new = old.ticked()
      let rounds = bytes > 1_000_000 ? 1 : 5
      let best = try Stopwatch.best(
        of: rounds, operations: 1,
        [
          { consume(try Diff(from: TrackedValue(old), to: TrackedValue(new)).changes) },
          {
            let encoder = CanonicalEncoder()
            consume(try Diff(from: encoder.tree(of: old), to: encoder.tree(of: new)).changes)
          },
        ])
      return Row(
        subject: "diff of one change", input: "a state of \(name)", playhead: best[0],
        competitor: "of encoded states", other: best[1], unit: .nanoseconds)
    }
  }
}
