import Foundation
import PlayheadFiles
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// Facts about a log that take no reading of its actions.
struct LogFacts {
  let log: LogReader
  /// How often each type of action came. Counted first, because that may find damage that other facts show.
  let types: [(type: ActionType, count: Int)]
  /// Nil if it is not known.
  let duration: Int64?
  let notes: [Note]
  let gaps: [Gap]
  let checkpoints: [Step]
  let hasDigests: Bool
  /// Whether the present app can replay it; nil without the app.
  let fit: Fit?
  /// The error that kept part of the log from being read, other than damage found on opening.
  let fault: LogError?

  init(_ log: LogReader, fit: Fit?) {
    self.log = log
    self.fit = fit
    types = log.typeCounts
    let asides = log.asides()
    // An end record does not count if the recording goes on after it.
    duration = log.duration(until: log.isClosed ? asides.end : nil)
    notes = asides.notes
    gaps = asides.gaps
    checkpoints = asides.checkpoints
    hasDigests = asides.hasDigests
    fault = asides.fault
  }

  /// How many actions are missing.
  var missing: UInt64 { gaps.missing }
}

/// The facts for people.
extension LogFacts {
  var table: Table {
    var table = Table([.left, .left])
    let header = log.header
    guard log.hasHeader else {
      table.add(["app", "unknown: the log's first frame is damaged"])
      return addCounts(to: table)
    }
    table.add(["app", "\(log.appName ?? "unknown")"])
    table.add(["build", "\(header.build.isEmpty ? "not told" : header.build)"])
    table.add(["session", "\(header.session.uuidString.lowercased())"])
    table.add(["started", "\(Format.wallTime(nanoseconds: header.start.wall))"])
    let lasted = duration.map { Format.duration(nanoseconds: $0) } ?? "unknown"
    table.add(["lasted", "\(lasted)"])
    table.add(["device", "locale \(shown(header.locale)), time zone \(shown(header.timeZone))"])
    return addCounts(to: table)
  }

  private func addCounts(to table: Table) -> Table {
    var table = table
    table.add(["actions", "\(Format.count(log.actionCount))\(Format.missing(missing))"])
    table.add(["size", "\(LogSize(of: log))"])
    table.add([
      "format", "\(versionText)\(Format.count(log.chunkCount, "chunk"))",
    ])
    if log.initialStep > .initial {
      table.add(["begins", "with the state at step \(log.initialStep)"])
    }
    if let row = segmentRow { table.add(row) }
    if log.parts.count > 1 { table.add(["parts", "\(partsText)"]) }
    table.add(["stores", "\(log.stores.joined(separator: ", "))"])
    table.add(["checkpoints", "\(checkpointText)"])
    table.add(["digests", "\(hasDigests ? "yes" : "no")"])
    table.add(["notes", "\(Format.count(notes.count))"])
    table.add(["gaps", "\(Format.count(gaps.count))"])
    if !log.lostSteps.isEmpty {
      table.add(["lost", "\(log.lostStepsInWords.joined(separator: ", "))"])
    }
    table.add(["closed", "\(closedText)"])
    if let fit { table.add(["compat", "\(fit)"]) }
    return table
  }

  var typeTable: Table {
    var table = Table([.left, .right, .right])
    for (type, count) in types {
      let version = type.version == 1 ? "" : " (version \(type.version))"
      table.add([
        Table.Cell(type.name + version, .cyan), "\(Format.count(count))",
        "\(Format.share(count, of: log.actionCount))",
      ])
    }
    return table
  }

  private func shown(_ name: String) -> String { name.isEmpty ? "not told" : name }

  private var versionText: String {
    log.hasHeader ? "version \(log.header.formatVersion), " : ""
  }

  /// What the log is a part of, or what it consists of.
  private var segmentRow: [Table.Cell]? {
    if log.segmentCount > 1 {
      return ["segments", "\(Format.count(log.segmentCount)), read as one"]
    }
    guard let (path, number) = log.segment else { return nil }
    return ["segment", "\(number) of '\(path)', which goes on"]
  }

  private var partsText: String {
    // A few say how it was put together; a long list says no more than its length.
    let shown = log.parts.prefix(6).map { part in
      "\(part.start)" + (part.header.build.isEmpty ? "" : " (\(part.header.build))")
    }
    let rest = log.parts.count > 6 ? " and \(log.parts.count - 6) more" : ""
    return "\(log.parts.count), from steps \(shown.joined(separator: ", "))\(rest)"
  }

  private var checkpointText: String {
    guard !checkpoints.isEmpty else { return "none" }
    // A few say where replay can begin; a long list says no more than its length.
    let shown = checkpoints.prefix(6).map(\.description).joined(separator: ", ")
    let rest = checkpoints.count > 6 ? " and \(checkpoints.count - 6) more" : ""
    return "at \(checkpoints.count == 1 ? "step" : "steps") \(shown)\(rest)"
  }

  private var closedText: String {
    switch log.ending {
    case .closed: "yes"
    case .beingWritten: "no: it is still being written"
    case .stoppedHandling(let step): "no: the app stopped while handling step \(step)"
    case .stopped(let step, isComplete: true): "no: the app stopped after step \(step)"
    case .stopped(let step, isComplete: false): "no: what came after step \(step) is not in it"
    }
  }
}

/// The facts for programs.
extension LogFacts {
  var json: JSON {
    let header = log.header
    return [
      "log": log.name,
      "app": log.appName,
      "build": header.build,
      "session": header.session.uuidString.lowercased(),
      "start": Format.wallTime(nanoseconds: header.start.wall),
      "nanoseconds": duration,
      "locale": header.locale,
      "timeZone": header.timeZone,
      "formatVersion": header.formatVersion,
      "actions": log.actionCount,
      "firstStep": log.firstStep,
      "lastStep": log.lastStep,
      "bytes": log.byteCount,
      "bytesPerAction": LogSize(of: log).bytesPerAction,
      "chunks": log.chunkCount,
      "types": types.map(json),
      "parts": log.parts.map(json),
      "segments": log.segmentCount,
      "segmentOf": log.segment?.path,
      "stores": log.stores,
      "checkpoints": checkpoints,
      "digests": hasDigests,
      "notes": notes.map { ActionsRequest.Part.note(NoteRecord($0, of: log)).json() },
      "gaps": gaps.map { GapRecord($0).json },
      "lost": log.lostSteps,
      "closed": log.isClosed,
      "ending": endingWord,
      "compat": fit?.word,
      "damage": log.damage?.description ?? fault?.description,
      "damages": log.damages.map(\.description),
    ]
  }

  private var endingWord: String {
    switch log.ending {
    case .closed: "closed"
    case .beingWritten: "being written"
    case .stoppedHandling: "stopped while handling the last step"
    case .stopped: "stopped"
    }
  }

  private func json(_ part: LogPart) -> JSON {
    [
      "firstStep": part.start.next,
      "build": part.header.build,
      "start": Format.wallTime(nanoseconds: part.header.start.wall),
    ]
  }

  private func json(_ item: (type: ActionType, count: Int)) -> JSON {
    ["name": item.type.name, "version": item.type.version, "count": item.count]
  }
}
