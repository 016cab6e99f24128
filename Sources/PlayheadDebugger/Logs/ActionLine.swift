import PlayheadCoding
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// An action on one line: its step, the time since the start, its type, what is in it, what caused
/// it, and the stores that it changed.
///
///     1  +0.000s  Replace    (at: 0, count: 0, text: "Hello")  → history, document
///     2  +0.750s  MoveCaret  (to: 0)  ← 1  → caret
struct ActionLine {
  private let log: LogReader
  private let stepWidth: Int
  private let timeWidth: Int
  private let typeWidth: Int
  private let options = PrintOptions.inLine

  /// Lines for the actions of `log` up to `last`, as wide as the widest of them asks for: the last
  /// step's, the last time's and any type's.
  init(_ log: LogReader, upTo last: Step) throws {
    self.log = log
    stepWidth = last.description.count
    let end = last > .initial ? try? log.entry(at: last).moment : nil
    let offset = end.map { log.offset(of: $0) } ?? 0
    timeWidth = Format.shortOffset(nanoseconds: offset).count
    typeWidth = log.types.map(\.name.visible.count).max() ?? 0
  }

  /// For an action of a branch, where it comes from, instead of the stores: those are not known before a replay.
  func text(of action: SeenAction) throws -> StyledText {
    let entry = action.entry
    guard action.origin != nil else { return try text(of: entry) }
    let provenance = action.provenance.map { [StyledText($0, .yellow)] } ?? []
    return (try parts(entry) + provenance).joined(separator: "  ")
  }

  func text(of entry: LogEntry) throws -> StyledText {
    var parts = try parts(entry)
    if !entry.isHandled {
      parts.append(StyledText("! not handled to the end", .yellow))
    } else if !entry.changed.isEmpty {
      let stores = entry.changed.joined(separator: ", ")
      parts.append(StyledText("→ \(stores)", .dim))
    }
    return parts.joined(separator: "  ")
  }

  private func parts(_ entry: LogEntry) throws -> [StyledText] {
    let parts = [
      lead(entry.step, entry.moment, entry.type.name.visible, .cyan),
      StyledText(try entry.payload().swiftText(options: options)),
    ]
    return parts + (entry.cause.map { [StyledText("← \($0)", .dim)] } ?? [])
  }

  func text(of note: Note) -> StyledText {
    "\(lead(note.step, note.moment, "note", .green))  \(note.text)"
  }

  func text(of gap: Gap) -> StyledText {
    let margin = String(repeating: " ", count: stepWidth + 2)
    return "\(margin)\(StyledText("! \(gap)", .yellow))"
  }

  /// Step, time and type alone, of the action of `step` or what stands for it.
  func lead(ofStep step: Step) throws -> StyledText {
    do {
      if step > log.initialStep {
        let entry = try log.entry(at: step)
        return lead(step, entry.moment, entry.type.name.visible, .cyan, width: stateWidth)
      }
    } catch LogError.inGap, LogError.lost, LogError.damaged {
      // The state is known all the same.
    }
    let word = step > log.initialStep ? "gap" : "start"
    return padding(step.description, stepWidth) + StyledText(step.description, .bold) + "  "
      + padding("", timeWidth) + "  " + StyledText(word, .dim) + padding(word, stateWidth)
  }

  /// There is room for what stands where no action led to.
  private var stateWidth: Int { max(typeWidth, "start".count) }

  private func lead(
    _ step: Step, _ moment: Moment, _ word: String, _ style: Style, width: Int? = nil
  ) -> StyledText {
    let time = Format.shortOffset(nanoseconds: log.offset(of: moment))
    return padding(step.description, stepWidth) + StyledText(step.description, .bold) + "  "
      + padding(time, timeWidth) + StyledText(time, .dim) + "  "
      + StyledText(word, style) + padding(word, width ?? typeWidth)
  }

  private func padding(_ text: String, _ width: Int) -> StyledText {
    StyledText(String(repeating: " ", count: max(0, width - text.count)))
  }
}
