import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// The overview as tables.
extension LogOverview {
  func table(_ fit: CompatibilitySummary?) -> Table {
    var table = Table([.left, .left])
    guard let header else {
      table.add(["app", "unknown: the log's first frame is damaged"])
      return addCounts(to: table, fit)
    }
    table.add(["app", "\(header.app.isEmpty ? "unknown" : header.app)"])
    table.add(["build", "\(header.build.isEmpty ? "unknown" : header.build)"])
    table.add(["session", "\(header.session.uuidString.lowercased())"])
    table.add(["started", "\(Format.wallTime(nanoseconds: header.start))"])
    let lasted = duration.map { Format.duration(nanoseconds: $0) } ?? "unknown"
    table.add(["lasted", "\(lasted)"])
    table.add(["device", "locale \(shown(header.locale)), time zone \(shown(header.timeZone))"])
    return addCounts(to: table, fit)
  }

  private func addCounts(to table: Table, _ fit: CompatibilitySummary?) -> Table {
    var table = table
    table.add(["actions", "\(Format.count(actionCount))\(Format.missing(missingCount))"])
    table.add(["size", "\(size)"])
    table.add([
      "format", "\(versionText)\(Format.count(chunkCount, "chunk"))",
    ])
    if initialStep > .initial {
      table.add(["begins", "with the state at step \(initialStep)"])
    }
    if let row = segmentRow { table.add(row) }
    table.add(["stores", "\(stores.joined(separator: ", "))"])
    table.add(["checkpoints", "\(checkpointText)"])
    table.add(["digests", "\(hasDigests ? "yes" : "no")"])
    table.add(["notes", "\(Format.count(notes.count))"])
    if !resumptions.isEmpty {
      table.add(["resumptions", "\(Format.count(resumptions.count))"])
    }
    table.add(["gaps", "\(Format.count(gaps.count))"])
    if !lostSteps.isEmpty {
      let isUnread = !damages.isEmpty && damages.allSatisfy(\.isMemoryLimit)
      table.add([isUnread ? "not read" : "lost", "\(lostSteps.inWords.joined(separator: ", "))"])
    }
    table.add(["closed", "\(closedText)"])
    if let fit { table.add(["this build", "\(fit)"]) }
    return table
  }

  var typeTable: Table {
    var table = Table([.left, .right, .right])
    for kind in types {
      let version = kind.type.version == 1 ? "" : " (version \(kind.type.version))"
      table.add([
        Table.Cell(kind.type.name + version, .cyan), "\(Format.count(kind.count))",
        "\(Format.share(kind.count, of: actionCount))",
      ])
    }
    return table
  }

  private func shown(_ name: String) -> String { name.isEmpty ? "unknown" : name }

  private var versionText: String {
    header.map { "version \($0.formatVersion), " } ?? ""
  }

  /// Which segment of a flight recorder this is.
  private var segmentRow: [Table.Cell]? {
    guard initialStep > .initial else { return nil }
    return segment.map { ["segment", "\($0.number) of '\($0.log)'"] }
  }

  private var checkpointText: String {
    guard !checkpoints.isEmpty else { return "none" }
    // A few checkpoints show where a replay can start. A long list says no more than its length.
    let shown = checkpoints.prefix(6).map(\.description).joined(separator: ", ")
    let rest = checkpoints.count > 6 ? " and \(checkpoints.count - 6) more" : ""
    return "at \(checkpoints.count == 1 ? "step" : "steps") \(shown)\(rest)"
  }

  private var closedText: String {
    switch ending {
    case .closed: "yes"
    case .beingWritten: "no: it is still being written"
    case .stoppedHandling, .stopped(_, isComplete: true): "no: \(ending.words)"
    case .stopped(let step, isComplete: false):
      "no: it ends with step \(step), and any later steps are missing"
    }
  }
}

/// The overview as JSON.
extension LogOverview {
  func json(_ fit: CompatibilitySummary?) -> JSON {
    [
      "log": log,
      "app": header?.app,
      "build": header?.build,
      "session": header?.session.uuidString.lowercased(),
      "start": header.map { Format.wallTime(nanoseconds: $0.start) },
      "nanoseconds": duration,
      "locale": header?.locale,
      "timeZone": header?.timeZone,
      "formatVersion": header?.formatVersion,
      "actions": actionCount,
      "firstStep": initialStep.next,
      "lastStep": lastStep,
      "bytes": byteCount,
      "bytesPerAction": size.bytesPerAction,
      "chunks": chunkCount,
      "types": types.map(json),
      "segmentOf": segment?.log,
      "stores": stores,
      "checkpoints": checkpoints,
      "digests": hasDigests,
      "notes": notes.map { ActionsRequest.Part.note($0).json() },
      "resumptions": resumptions.map(\.json),
      "gaps": gaps.map(\.json),
      "lost": lostSteps,
      "closed": ending == .closed,
      "ending": endingWord,
      "compat": fit?.word,
      "damage": damages.first?.text ?? hidingDamage?.text ?? fault,
      "damages": damages.map(\.text),
    ]
  }

  private var size: LogSize { LogSize(bytes: byteCount, actions: actionCount) }

  private var endingWord: String {
    switch ending {
    case .closed: "closed"
    case .beingWritten: "being written"
    case .stoppedHandling: "stopped while handling the last step"
    case .stopped: "stopped"
    }
  }

  private func json(_ kind: TypeCount) -> JSON {
    ["name": kind.type.name, "version": kind.type.version, "count": kind.count]
  }
}
