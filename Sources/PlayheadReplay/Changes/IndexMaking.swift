import PlayheadLog
import PlayheadFiles

/// Opens or makes the index of a replay's log where that can be done.
struct IndexMaking {
  /// A pass that takes longer is worth a file, however few actions the log has.
  static let patience = Duration.seconds(1)

  private let replay: Replay

  /// That what is made in memory is worth a file. What was made by then is made once more there: it took
  /// little, and is as much work to move.
  private struct TakesLong: Error {}

  /// An index.
  struct Made {
    let file: ChangeFile
    /// Why it ends before the log does; nil if it does not.
    var end: ReplayError?
    /// The file that is no index and has the name of one; nil if there is none.
    var foreignFile: String?
  }

  init(_ replay: Replay) { self.replay = replay }

  /// The index at the first of these places that can be used, with all that can be replayed. At each place a
  /// damaged one is deleted, and made anew once.
  func make(
    at places: [IndexPlace], patience: Duration = patience, _ onStep: (Step) throws -> Void
  ) throws -> Made {
    let fingerprint = try Fingerprint.of(replay)
    var last = Step.initial
    var foreignFile: String?
    let begin = ContinuousClock.now
    for (number, place) in places.enumerated() {
      let isLast = number == places.count - 1
      do {
        var made = try make(at: place, for: fingerprint) { step in
          last = max(last, step)
          try onStep(last)
          if place == .memory, !isLast, .now - begin > patience { throw TakesLong() }
        }
        made.foreignFile = foreignFile
        return made
      } catch let fault as IndexFault where !isLast {
        if fault.reason == .foreign { foreignFile = fault.file }
      } catch is TakesLong {}
    }
    preconditionFailure("an index is made at one place at least")
  }

  /// The index that is kept in a file, if it is there already and has all that the log has.
  func kept(in file: String) -> ChangeFile? {
    guard FileKind(at: file) != nil, let fingerprint = try? Fingerprint.of(replay),
      let found = try? ChangeFile(.file(file), for: fingerprint, mustBeThere: true),
      (try? isWhole(found)) == true, let archive = try? StateArchive(found)
    else { return nil }
    if replay.timeline.reading != .salvage { replay.archive = archive }
    return found
  }

  private func make(
    at place: IndexPlace, for fingerprint: String, _ onStep: (Step) throws -> Void
  ) throws -> Made {
    do {
      return try open(place, fingerprint, onStep)
    } catch let fault as IndexFault where fault.isDamage && place.clear() {
      return try open(place, fingerprint, onStep)
    }
  }

  private func open(
    _ place: IndexPlace, _ fingerprint: String, _ onStep: (Step) throws -> Void
  ) throws -> Made {
    let file = try ChangeFile(place, for: fingerprint)
    let archive = try StateArchive(file)
    // What was passed over by another reading is no state of this one.
    replay.archive = replay.timeline.reading == .salvage ? nil : archive
    do {
      guard try !isWhole(file) else { return Made(file: file) }
      try file.beginAdding()
      let end = try ChangeIndexer(file, archive, replay).run(onStep)
      try file.endAdding()
      return Made(file: file, end: end)
    } catch {
      // What holds the file lets go of it.
      replay.archive = nil
      throw error
    }
  }

  /// Whether all is in it that can be gone to.
  private func isWhole(_ file: ChangeFile) throws -> Bool {
    let reachable = replay.reachableSteps
    guard let done = try file.lastStep else { return false }
    guard reachable.contains(where: { $0.contains(done) }) else {
      throw file.database.damage("it has a step that the log has not")
    }
    return reachable.last.map { $0.upperBound <= done } ?? true
  }
}
