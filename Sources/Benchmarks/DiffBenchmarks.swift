import Foundation
import PlayheadCoding
import PlayheadValues

/// The time to diff two states that differ in one place, for states of many sizes.
///
/// The other figure is the diff of both states' encodings, the only way without access to their memory.
enum DiffBenchmarks {
  /// A list item of about a hundred bytes.
  private struct Line: Codable {
    var id: Int
    var title: String
    var isDone = false
    var note = "to be looked at again as soon as there is time for it"
  }

  /// Data as apps have it: in order, and by name.
  private struct State: Codable {
    var lines: [Line]
    var names: [String: Int]

    init(bytes: Int) {
      lines = (0..<max(bytes / 125, 1)).map { Line(id: $0, title: "Line \($0) of the list") }
      names = Dictionary(
        uniqueKeysWithValues: lines.prefix(lines.count / 8).map { ($0.title, $0.id) })
    }

    /// The state after one line was ticked.
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
          {
            consume(
              try TrackedComparison().diff(from: TrackedValue(old), to: TrackedValue(new)).changes)
          },
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
