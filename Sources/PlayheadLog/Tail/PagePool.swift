import Synchronization

/// The pages of a tail: those that are free, and how many there may be. Safe for use from any thread.
package final class PagePool: Sendable {
  private let state: Mutex<State>
  private let limit: Int
  private let pageLength: Int
  private let path: String
  private let model: String?
  private let disk: any Disk
  /// Why the pages are in no file; nil if they are.
  package let fallback: LogError?

  private struct State {
    /// Nil if the pages are in no file.
    var space: TailSpace?
    var free: [TailPage] = []
    /// All that there are, but for those that were made in want of a free one.
    var all: [TailPage] = []
    /// How many bytes all pages take.
    var total = 0
    /// Whether another thread waits for them to reach the disk.
    var isSyncing = false
    /// The one that tells what was left out behind it, until a gap does.
    var noted: TailPage?
    /// Whether that one would be free but for this.
    var isNotedReleased = false
    /// One in no file with that gap, until it is in the log.
    var gapPage: TailPage?
    /// Whether the tail was deleted, and no other could be made.
    var isGone = false
  }

  /// Makes the tail at `path` with its first pages, or, where that is impossible, pages in plain
  /// memory, which do not survive the end of the process.
  ///
  /// - Parameter model: The log, whose readers may read the tail.
  package init(
    _ path: String, like model: String? = nil, on disk: any Disk,
    pageLength: Int = TailFormat.pageLength
  ) {
    (self.path, self.model, self.disk, self.pageLength) = (path, model, disk, pageLength)
    limit = TailFormat.pageLimit * pageLength
    var state = State()
    var fallback: LogError?
    do throws(LogError) {
      state = try Self.makeTail(path, model, disk, pageLength)
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
    _ path: String, _ model: String?, _ disk: any Disk, _ pageLength: Int
  ) throws(LogError) -> State {
    var state = State()
    let file = try disk.createTail(path, like: model)
    state.space = TailSpace(file)
    for _ in 0..<TailFormat.initialPages {
      state.free.append(try makePage(pageLength, &state))
    }
    try file.appear()
    return state
  }

  /// Whether the tail has what is in pages that are not in the log: those that were filled before it was made
  /// again are in one that was deleted.
  package func isTail(of pages: [TailPage]) -> Bool {
    state.withLock { state in
      state.space?.isDeleted == false
        && pages.allSatisfy { page in !page.isMapped || state.all.contains { $0 === page } }
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
        // Pages of the deleted tail that are in use stay valid.
        state = try Self.makeTail(path, model, disk, pageLength)
        return .made
      } catch {
        defer { state.isGone = true }
        return state.isGone ? nil : .failed(error)
      }
    }
  }

  /// A longer record finds room in no page.
  var largestRecord: Int { TailFormat.largestRecordPages * pageLength }

  /// A free page with room for `count` bytes beside its header; nil if all wait for the disk.
  func take(_ count: Int) -> TailPage? {
    let needed = count + TailFormat.headerLength
    return state.withLock { state in
      if let place = state.free.firstIndex(where: { $0.memory.count >= needed }) {
        return state.free.remove(at: place)
      }
      // Those that are too small make room for one that is not.
      while state.total >= limit,
        let small = state.free.lastIndex(where: { $0.memory.count == pageLength })
      {
        Self.drop(state.free.remove(at: small), &state)
      }
      guard state.total < limit else { return nil }
      let unit = pageLength
      return try? Self.makePage((needed + unit - 1) / unit * unit, &state)
    }
  }

  /// Takes back a page whose content is in the log.
  ///
  /// One that was made because there was no other is none of these, and one that was made for a large
  /// record is not kept: the next may need a larger one. Unless others could not be found in its place.
  ///
  /// One that tells what was left out behind it stays until a gap tells that.
  package func release(_ page: TailPage) {
    let (isNoted, hasGap) = state.withLock { state in
      if state.noted === page { state.isNotedReleased = true }
      return (state.noted === page, state.gapPage === page)
    }
    if !isNoted { free(page) }
    if hasGap { releaseNoted() }
  }

  /// Takes note that `page` has the gap that tells what was left out.
  func noteGap(in page: TailPage?) {
    let isSafe = state.withLock { state in
      state.gapPage = page
      return state.all.contains { $0 === page }
    }
    if isSafe { releaseNoted() }
  }

  /// Takes back the page that told what was left out, as a gap tells it now.
  private func releaseNoted() {
    let page = state.withLock { state in
      defer { (state.noted, state.isNotedReleased, state.gapPage) = (nil, false, nil) }
      return state.isNotedReleased ? state.noted : nil
    }
    if let page { free(page) }
  }

  private func free(_ page: TailPage) {
    let isCleared = page.clear(unit: pageLength)
    state.withLock { state in
      guard state.all.contains(where: { $0 === page }) else { return }
      if page.memory.count > pageLength, isCleared {
        Self.drop(page, &state)
      } else {
        state.free.append(page)
      }
    }
  }

  /// Notes that actions up to `step` were left out behind a page that waits for the disk; if it is in no
  /// file, or was given back, in the one that told of others before.
  func noteLeftOut(behind page: TailPage, through step: Step, _ reason: GapReason) {
    state.withLock { state in
      let isWaiting = state.all.contains { $0 === page } && !state.free.contains { $0 === page }
      guard let page = isWaiting && !state.isNotedReleased ? page : state.noted else { return }
      page.noteLeftOut(through: step, reason)
      (state.noted, state.gapPage) = (page, nil)
    }
  }

  private static func drop(_ page: TailPage, _ state: inout State) {
    state.total -= page.memory.count
    state.all.removeAll { $0 === page }
    // Pages that are being synchronised have to be there.
    if page.isMapped { state.space?.take(back: page.place, isCut: !state.isSyncing) }
  }

  /// Waits until everything in the pages would survive a loss of power.
  package func sync() throws(LogError) {
    let all = state.withLock { state in
      state.isSyncing = true
      return state.all
    }
    defer { state.withLock { $0.isSyncing = false } }
    for page in all { try page.sync(0..<page.memory.count) }
  }

  /// Lets go of the pages and closes the file, and takes it away, if all of it is in the log.
  package func close(removing: Bool = false) {
    state.withLock { state in
      (state.all, state.free, state.noted) = ([], [], nil)
      state.gapPage = nil
      state.space?.close(removing: removing)
      state.space = nil
    }
  }

  deinit {
    close()
  }

  private static func makePage(_ count: Int, _ state: inout State) throws(LogError) -> TailPage {
    let page = try state.space?.makePage(count) ?? TailPage(count: count)
    state.total += count
    state.all.append(page)
    return page
  }
}
