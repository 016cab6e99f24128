import Foundation
import PlayheadFiles
import PlayheadInspector
import PlayheadLog

/// The facts for programs.
extension LogFacts {
  var json: JSON {
    let header = log.header
    return [
      "log": .string(log.name),
      "app": .optional(log.appName),
      "build": .string(header.build),
      "session": .string(header.session.uuidString.lowercased()),
      "start": .string(Format.wallTime(nanoseconds: header.start.wall)),
      "nanoseconds": duration.map(JSON.int) ?? .null,
      "locale": .string(header.locale),
      "timeZone": .string(header.timeZone),
      "formatVersion": .uint(header.formatVersion),
      "actions": .number(log.actionCount),
      "firstStep": .uint(log.firstStep.number),
      "lastStep": .uint(log.lastStep.number),
      "bytes": .number(log.byteCount),
      "bytesPerAction": bytesPerAction.map { .double(Double($0) / 100) } ?? .null,
      "chunks": .number(log.chunkCount),
      "types": .array(types.map(json)),
      "parts": .array(log.parts.map(json)),
      "segments": .number(log.segmentCount),
      "segmentOf": log.segment.map { .string($0.path) } ?? .null,
      "stores": .array(log.stores.map(JSON.string)),
      "checkpoints": .array(checkpoints.map { .uint($0.number) }),
      "digests": .bool(hasDigests),
      "notes": .array(notes.map { ActionsRequest.Part.note(NoteRecord($0, of: log)).json() }),
      "gaps": .array(gaps.map { GapRecord($0).json }),
      "lost": .array(log.lostSteps.map(JSON.steps)),
      "closed": .bool(log.isClosed),
      "ending": .string(endingWord),
      "fits": .optional(fit?.word),
      "damage": .optional(log.damage?.description ?? fault?.description),
      "damages": .array(log.damages.map { .string($0.description) }),
    ]
  }

  /// In hundredths; nil if there is no action to share them.
  private var bytesPerAction: UInt64? {
    LogSize.hundredthsPerAction(bytes: log.byteCount, actions: log.actionCount)
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
      "firstStep": .uint(part.start.next.number),
      "build": .string(part.header.build),
      "start": .string(Format.wallTime(nanoseconds: part.header.start.wall)),
    ]
  }

  private func json(_ item: (type: ActionType, count: Int)) -> JSON {
    [
      "name": .string(item.type.name), "version": .number(item.type.version),
      "count": .number(item.count),
    ]
  }
}
