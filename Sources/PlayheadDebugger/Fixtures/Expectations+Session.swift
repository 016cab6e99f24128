import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadTesting

extension Expectations {
  /// A session of so many actions is read through by a person who reviews it.
  private static let readable = 20

  /// With the actions of the session as remarks below the first line, if there are not many: of a log, a review
  /// shows only that there is one.
  func telling(_ log: LogReader) throws -> Expectations {
    guard 1...Self.readable ~= log.actionCount else { return self }
    let width = "\(log.lastStep)".count
    var lines = ["#"]
    try log.forEachEntry(in: log.firstStep...log.lastStep) { entry in
      let step = "\(entry.step)"
      let margin = String(repeating: " ", count: width - step.count)
      lines.append("#   \(margin)\(step)  \(try entry.call())")
    }
    var told = self
    told.items.insert(contentsOf: lines.map(Expectations.Item.remark), at: min(1, items.count))
    return told
  }
}
