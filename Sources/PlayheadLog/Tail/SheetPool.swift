import Synchronization

/// The sheets of a tail: those that are free, and how many there may be. Safe for use from any thread.
package final class SheetPool: Sendable {
  private let state: Mutex<State>
  private let limit: Int
  private let sheetLength: Int
  private let path: String
  private let model: String?
  private let disk: any Disk
  /// Why the sheets are in no file; nil if they are.
  package let fallback: LogError?

  private struct State {
    /// Nil if the sheets are in no file.
    var space: TailSpace?
    var free: [Sheet] = []
    /// All that there are, but for those that were made in want of a free one.
    var all: [Sheet] = []
    /// How many bytes all sheets take.
    var total = 0
    /// Whether another thread waits for them to reach the disk.
    var isSyncing = false
    /// The one that tells what was left out behind it, until a gap does.
    var noted: Sheet?
    /// Whether that one would be free but for this.
    var isNotedReleased = false
    /// One in no file with that gap, until it is in the log.
    var gapSheet: Sheet?
    /// Whether the tail was deleted, and no other could be made.
    var isGone = false
  }

  /// Makes the tail at `path` with its first sheets, or, where that is impossible, sheets in plain
  /// memory, which do not survive the end of the process.
  ///
  /// - Parameter model: The log, whose readers may read the tail.
  package init(
    _ path: String, like model: String? = nil, on disk: any Disk,
    sheetLength: Int = TailFormat.sheetLength
  ) {
    (self.path, self.model, self.disk, self.sheetLength) = (path, model, disk, sheetLength)
    limit = TailFormat.sheetLimit * sheetLength
    var state = State()
    var fallback: LogError?
    do throws(LogError) {
      state = try Self.makeTail(path, model, disk, sheetLength)
    } catch {
      fallback = error
      // All of one that was there is in the log.
      disk.removeTail(path)
    }
    self.fallback = fallback
    nonisolated(unsafe) let first = state
    self.state = Mutex(first)
  }

  private static func makeTail(
    _ path: String, _ model: String?, _ disk: any Disk, _ sheetLength: Int
  ) throws(LogError) -> State {
    var state = State()
    let file = try disk.createTail(path, like: model)
    state.space = TailSpace(file)
    for _ in 0..<TailFormat.initialSheets {
      state.free.append(try makeSheet(sheetLength, &state))
    }
    try file.appear()
    return state
  }

  /// Whether the tail has what is in sheets that are not in the log: those that were filled before it was made
  /// again are in one that was deleted.
  package func isTail(of sheets: [Sheet]) -> Bool {
    state.withLock { state in
      state.space?.isDeleted == false
        && sheets.allSatisfy { sheet in !sheet.isMapped || state.all.contains { $0 === sheet } }
    }
  }

  /// Whether the tail was deleted, unless the caller already knows that no other can be made.
  package var isDeleted: Bool {
    state.withLock { !$0.isGone && $0.space?.isDeleted == true }
  }

  /// The result of replacing the deleted tail.
  package enum Renewal {
    /// There is a new tail. What only the deleted one had is lost if the app ends now.
    case made
    case failed(LogError)
  }

  /// Replaces a deleted tail. Nil if the tail is there, or if the caller already knows that none can be made.
  func renewIfDeleted() -> Renewal? {
    state.withLock { state in
      guard state.space?.isDeleted == true else { return nil }
      do throws(LogError) {
        disk.makeFolder(of: path)
        // Sheets of the deleted tail that are in use stay valid.
        state = try Self.makeTail(path, model, disk, sheetLength)
        return .made
      } catch {
        defer { state.isGone = true }
        return state.isGone ? nil : .failed(error)
      }
    }
  }

  /// A longer record finds room in no sheet.
  var largestRecord: Int { TailFormat.largestRecordSheets * sheetLength }

  /// A free sheet with room for `count` bytes beside its header; nil if all wait for the disk.
  func take(_ count: Int) -> Sheet? {
    let needed = count + TailFormat.headerLength
    return state.withLock { state in
      if let place = state.free.firstIndex(where: { $0.memory.count >= needed }) {
        return state.free.remove(at: place)
      }
      // Those that are too small make room for one that is not.
      while state.total >= limit,
        let small = state.free.lastIndex(where: { $0.memory.count == sheetLength })
      {
        Self.drop(state.free.remove(at: small), &state)
      }
      guard state.total < limit else { return nil }
      let unit = sheetLength
      return try? Self.makeSheet((needed + unit - 1) / unit * unit, &state)
    }
  }

  /// Takes back a sheet whose content is in the log.
  ///
  /// One that was made because there was no other is none of these, and one that was made for a large
  /// record is not kept: the next may need a larger one. Unless others could not be found in its place.
  ///
  /// One that tells what was left out behind it stays until a gap tells that.
  package func release(_ sheet: Sheet) {
    let (isNoted, hasGap) = state.withLock { state in
      if state.noted === sheet { state.isNotedReleased = true }
      return (state.noted === sheet, state.gapSheet === sheet)
    }
    if !isNoted { free(sheet) }
    if hasGap { releaseNoted() }
  }

  /// Takes note that `sheet` has the gap that tells what was left out.
  func noteGap(in sheet: Sheet?) {
    let isSafe = state.withLock { state in
      state.gapSheet = sheet
      return state.all.contains { $0 === sheet }
    }
    if isSafe { releaseNoted() }
  }

  /// Takes back the sheet that told what was left out, as a gap tells it now.
  private func releaseNoted() {
    let sheet = state.withLock { state in
      defer { (state.noted, state.isNotedReleased, state.gapSheet) = (nil, false, nil) }
      return state.isNotedReleased ? state.noted : nil
    }
    if let sheet { free(sheet) }
  }

  private func free(_ sheet: Sheet) {
    let isCleared = sheet.clear(unit: sheetLength)
    state.withLock { state in
      guard state.all.contains(where: { $0 === sheet }) else { return }
      if sheet.memory.count > sheetLength, isCleared {
        Self.drop(sheet, &state)
      } else {
        state.free.append(sheet)
      }
    }
  }

  /// Notes that actions up to `step` were left out behind a sheet that waits for the disk; if it is in no
  /// file, or was given back, in the one that told of others before.
  func noteLeftOut(behind sheet: Sheet, through step: Step, _ reason: GapReason) {
    state.withLock { state in
      let isWaiting = state.all.contains { $0 === sheet } && !state.free.contains { $0 === sheet }
      guard let sheet = isWaiting && !state.isNotedReleased ? sheet : state.noted else { return }
      sheet.noteLeftOut(through: step, reason)
      (state.noted, state.gapSheet) = (sheet, nil)
    }
  }

  private static func drop(_ sheet: Sheet, _ state: inout State) {
    state.total -= sheet.memory.count
    state.all.removeAll { $0 === sheet }
    // Pages that are being synchronised have to be there.
    if sheet.isMapped { state.space?.take(back: sheet.place, isCut: !state.isSyncing) }
  }

  /// Waits until everything in the sheets would survive a loss of power.
  package func sync() throws(LogError) {
    let all = state.withLock { state in
      state.isSyncing = true
      return state.all
    }
    defer { state.withLock { $0.isSyncing = false } }
    for sheet in all { try sheet.sync(0..<sheet.memory.count) }
  }

  /// Lets go of the sheets and closes the file, and takes it away, if all of it is in the log.
  package func close(removing: Bool = false) {
    state.withLock { state in
      (state.all, state.free, state.noted) = ([], [], nil)
      state.gapSheet = nil
      state.space?.close(removing: removing)
      state.space = nil
    }
  }

  deinit {
    close()
  }

  private static func makeSheet(_ count: Int, _ state: inout State) throws(LogError) -> Sheet {
    let sheet = try state.space?.makeSheet(count) ?? Sheet(count: count)
    state.total += count
    state.all.append(sheet)
    return sheet
  }
}
