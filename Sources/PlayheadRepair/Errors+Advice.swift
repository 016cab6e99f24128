import PlayheadCoding
package import PlayheadLog
package import PlayheadReading
package import PlayheadValues

// The errors of logs, with advice about the command line.

extension LogError: ErrorInLines {
  package var text: StyledText {
    // One line: a path in it may have line breaks.
    let text: StyledText = "\(description)"
    return switch self {
    case .unfinished(let path, _):
      text + ": '\(recover(path, "OUT"))' combines them into one log"
    case .unwritable(_, let reason) where reason.isOpenFileLimit: text + ", with 'ulimit -n 256'"
    default: text
    }
  }
}

extension ReadingError: ErrorInLines {
  package var text: StyledText {
    let text = StyledText(lines: description)
    return switch self {
    case .onlyTail(let path):
      text + ", or save the contents of the tail with '\(recover(path, "OUT"))'"
    case .notALog(_, looksLike: .text):
      text + ", or make a log from an app's input with '\(toolName) record'"
    case .unreadable(_, let reason) where reason.isOpenFileLimit: text + ", with 'ulimit -n 256'"
    case .tooLarge: text + "; \(Self.moreMemory)"
    case .damaged(let damage): damage.text
    default: text
    }
  }

  package static var moreMemory: String {
    "'\(toolName) --memory \(MemoryLimit.text(4 * min(MemoryLimit.bytes, .max / 4))) …' allows more"
  }
}

extension ReadingError.Damage {
  package var text: StyledText {
    let text = StyledText(lines: description)
    let recover = "'\(recover(path, "saved.playhead"))' keeps what can be read"
    return text + "\n  \(isMemoryLimit ? ReadingError.moreMemory : recover)"
  }
}

private func recover(_ path: String, _ output: String) -> String {
  "\(toolName) recover \(path.inShell) -o \(output)"
}
