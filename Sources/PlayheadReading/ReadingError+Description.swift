import PlayheadLog
import PlayheadValues

extension ReadingError: CustomStringConvertible {
  /// The error and what to do about it; several lines for damage.
  public var description: String {
    switch self {
    case .missing(let path):
      "there is no file '\(path.visible)'; check the path"
    case .onlyTail(let path):
      "there is no file '\(path.visible)', only its tail; put the log beside it again"
    case .directory(let path):
      "'\(path.visible)' is a directory, not a log; name a file in it"
    case .unreadable(let path, let reason):
      "'\(path.visible)' cannot be read: \(reason.sentence(or: "check its permissions"))"
    case .empty(let path):
      "'\(path.visible)' is empty, not a log; its recorder was stopped before it could write anything"
    case .notALog(let path, .unknown) where path.hasSuffix(".tail"):
      "'\(path.visible)' is the tail of a log by its name, not a log; name '\(String(path.dropLast(5)).visible)', "
        + "which is read together with its tail"
    case .notALog(let path, let look):
      "'\(path.visible)' is not a Playhead log: \(look.sentence)"
    case .shard(let path, let logs, let first?):
      "'\(path.visible)' is a shard with \(logs.grouped) log\(logs == 1 ? "" : "s"), not a log; name one in it, as in "
        + "\("\(path)::\(first)".inShell)"
    case .shard(let path, _, nil):
      "'\(path.visible)' is a tar without logs; check that it is the right file"
    case .otherVersion(let path, let version):
      "'\(path.visible)' has format version \(version), and this build reads version "
        + "\(LogFormat.version); use \(version > LogFormat.version ? "a newer" : "the") Playhead"
        + (version > LogFormat.version ? "" : " that recorded it")
    case .headless(let path, let fault):
      "'\(path.visible)' cannot be read: its first frame, which holds the app's name and initial state, "
        + "is damaged (\(fault.visible)), and no action follows it; get an undamaged copy"
    case .tooLarge(let path):
      "'\(path.visible)' is not read: \(MemoryLimit.sentence)"
    case .damaged(let damage):
      damage.description
    case .noStep(let step, let path, let last):
      "'\(path.visible)' ends at step \(last), so there is no step \(step); name a step from 0 to \(last)"
    case .beforeStart(let step, let path, let first):
      "'\(path.visible)' begins with the state at step \(first), so there is no step \(step); name a step "
        + "from \(first) on"
    case .lost(let step, let path, let steps):
      "step \(step) of '\(path.visible)' is lost: the log is damaged there and lacks \(steps.words); "
        + "name another step, or look for an undamaged copy"
    case .inGap(let step, let path, let missing, let reason, let last):
      "step \(step) of '\(path.visible)' was not recorded: \(reason); "
        + "name a step before \(missing.lowerBound)"
        + (missing.upperBound < last ? " or after \(missing.upperBound)" : "")
    }
  }
}

extension ReadingError.Look {
  /// What the file seems to be, and what to do with it.
  var sentence: String {
    switch self {
    case .text: "it looks like text; check that it is the right file"
    case .gzip: "it was compressed with gzip; unpack it with 'gunzip' first"
    case .lz4: "it is an LZ4 file of something else; check that it is the right one"
    case .unknown: "its first bytes are not those of a log; check that it is the right file"
    }
  }
}

extension ReadingError.Damage: CustomStringConvertible {
  /// What is wrong, where, and what it hides.
  public var description: String {
    let place = isInTail ? "the tail" : "frame \(frame)"
    return """
      \(place) of '\(path.visible)' is \(isMemoryLimit ? "not read" : "damaged"): \(fault.visible)
        \(isInTail ? "" : "at byte \(offset.grouped), ")\(extent)
      """
  }

  private var extent: String {
    switch lost {
    case .nothing: "covering no step"
    case .steps(let steps): "covering \(steps.words)"
    case .rest: "covering the steps after \(lastWhole)"
    }
  }
}
