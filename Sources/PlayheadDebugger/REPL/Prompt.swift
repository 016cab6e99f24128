import PlayheadInspector
import PlayheadFiles
import PlayheadLog

extension DebugSession {
  /// Where one is: `#1042/20317 5% +83.2s>`, or `branch #1042/20316 5% +83.2s>`. The time is that of the
  /// action; where there is none, as behind a gap, it is left out.
  var prompt: String {
    let place = (openBranch == nil ? "" : "branch ") + "#\(position)/\(lastStep)"
    return ([place] + [percent, time].compactMap(\.self)).joined(separator: " ") + ">"
  }

  /// How much of the way is behind, rounded down, so that only the end is `100%`.
  private var percent: String? {
    let way = lastStep.number - log.initialStep.number
    guard way > 0 else { return nil }
    let (high, low) = (position.number - log.initialStep.number).multipliedFullWidth(by: 100)
    return "\(way.dividingFullWidth((high, low)).quotient)%"
  }

  private var time: String? {
    if position == .initial { return "+0s" }
    guard let action = try? presentAction() else { return nil }
    // In milliseconds, as in a list: the exact time is long.
    let nanoseconds = action.offset / 1_000_000 * 1_000_000
    return Format.offset(nanoseconds: nanoseconds)
  }
}
