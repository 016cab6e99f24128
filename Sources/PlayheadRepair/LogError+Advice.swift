import PlayheadCoding
package import PlayheadLog
import PlayheadReading
package import PlayheadValues

/// The log's error messages, with advice about the command line.
extension LogError: ErrorInLines {
  package var text: StyledText {
    let text = StyledText(lines: description)
    return switch self {
    case .onlyTail(let path):
      text + ", or save the contents of the tail with '\(Self.recover(path, "OUT"))'"
    case .unfinished(let path, _):
      text + ": '\(Self.recover(path, "OUT"))' combines them into one log"
    case .notALog(_, looksLike: .text):
      text + ", or make a log from an app's input with '\(toolName) record'"
    case .unreadable(_, let reason) where reason.isOpenFileLimit,
      .unwritable(_, let reason) where reason.isOpenFileLimit:
      text + ", with 'ulimit -n 256'"
    case .tooLarge: text + "; \(Self.moreMemory)"
    case .damaged(let damage): damage.text
    default: text
    }
  }

  package static var moreMemory: String {
    "'\(toolName) --memory \(MemoryLimit.text(4 * min(MemoryLimit.bytes, .max / 4))) …' allows more"
  }

  fileprivate static func recover(_ path: String, _ output: String) -> String {
    "\(toolName) recover \(path.inShell) -o \(output)"
  }
}

extension LogError.Damage {
  package var text: StyledText {
    let text = StyledText(lines: description)
    let recover = "'\(LogError.recover(path, "saved.playhead"))' keeps what can be read"
    return text + "\n  \(isMemoryLimit ? LogError.moreMemory : recover)"
  }
}
