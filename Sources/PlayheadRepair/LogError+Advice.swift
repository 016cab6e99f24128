import PlayheadCoding
package import PlayheadLog
package import PlayheadValues

/// The sentences of the log with what the command line can do about them.
extension LogError: ErrorInLines {
  package var text: StyledText {
    let text = StyledText(lines: description)
    return switch self {
    case .onlyTail(let path):
      text + ", or write what the tail has with '\(Self.recover(path, "OUT"))'"
    case .unfinished(let path, _): text + ": '\(Self.recover(path, "OUT"))' makes one log of them"
    case .damaged(let damage): damage.text
    default: text
    }
  }

  fileprivate static func recover(_ path: String, _ output: String) -> String {
    "playhead recover \(path.inShell) -o \(output)"
  }
}

extension LogError.Damage {
  package var text: StyledText {
    let text = StyledText(lines: description)
    let recover = LogError.recover(path, "saved.playhead")
    if isMisplaced { return text + "\n  '\(recover)' puts parts in the order of their steps." }
    return isMemoryLimit ? text : text + ": '\(recover)' keeps them."
  }
}
