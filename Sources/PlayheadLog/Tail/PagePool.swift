import Synchronization

/// The pages of a tail: the free ones, and the limit on their number. Thread-safe.
package final class PagePool: Sendable {
  private let state: Mutex<State>
  private let pageLength: Int
  package let path: String
  /// Why the pages are in no file; `nil` if they are in one.
  package let fallback: LogError?

  private struct State {
    /// `nil` if the pages are in no file.
    var file: (any TailFile)?
    /// All pages, in the order of the file. Pages allocated in an emergency do not count.
    var all: [TailPage] = []
    /// The pages without content, in the same order.
    var free: [TailPage] = []
    /// Whether another thread waits for the pages to reach the disk.
    var isSyncing = false
    /// The page with the note about left-out actions, until a gap replaces the note.
    var noted: TailPage?
    /// Whether that page would be free without the note.
    var isNotedReleased = false
    /// The emergency page with that gap, until the gap is in the log.
    var gapPage: TailPage?
  }

  /// Makes the tail at `path` with its first pages, readable like the log `model`. If that fails, the pages
  /// are plain memory and do not survive the process.
  package init(
    _ path: String, like model: String? = nil, on disk: any Disk,
    pageLength: Int = TailFormat.pageLength
  ) {
    (self.path, self.pageLength) = (path, pageLength)
    var state = State()
    var fallback: LogError?
    do throws(LogError) {
      state = try Self.makeTail(path, model, disk, pageLength)
    } catch {
      fallback = error
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
    state.file = file
    do throws(LogError) {
      for _ in 0..<TailFormat.initialPages {
        state.free.append(try makePage(pageLength, &state))
      }
    } catch {
      file.remove()
      file.close()
      throw error
    }
    return state
  }

  /// A new page at the end of the file.
  private static func makePage(_ length: Int, _ state: inout State) throws(LogError) -> TailPage {
    let page = try state.file.map { file throws(LogError) in
      try TailPage(number: state.all.count, length: length, of: file)
    }
    state.all.append(page ?? TailPage(count: length))
    return state.all[state.all.count - 1]
  }

  /// Whether the current tail file holds these pages, which are not in the log: a deleted tail's pages are
  /// lost with it.
  package func isTail(of pages: [TailPage]) -> Bool {
    state.withLock { state in
      state.file?.isDeleted == false
        && pages.allSatisfy { page in !page.isMapped || state.all.contains { $0 === page } }
    }
  }

  /// Whether the tail was deleted.
  package var isDeleted: Bool { state.withLock { $0.file?.isDeleted == true } }

  /// The bytes of a page for records.
  var room: Int { pageLength - TailFormat.headerLength }

  /// The bytes of a chain in one page.
  var fragmentLength: Int {
    room - TailFormat.recordHeaderLength - TailFormat.fragmentHeadLength
  }

  /// The largest possible chain, in bytes.
  var largestRecord: Int { TailFormat.longestChain * fragmentLength }

  /// Returns `count` free pages; `nil` if too many pages wait for the disk, or the disk is full.
  ///
  /// A chain may exceed the limit if fewer pages are in use. It takes pages at the end of the file, which are
  /// cut off when they are free again.
  func take(_ count: Int = 1) -> [TailPage]? {
    state.withLock { state in
      let used = state.all.count - state.free.count
      let exceedsLimit = used + count > TailFormat.pageLimit
      guard used < TailFormat.pageLimit || count == 1 && !state.free.isEmpty else { return nil }
      let first = exceedsLimit && count > 1 ? state.free.count : 0
      do throws(LogError) {
        while state.free.count < first + count {
          state.free.append(try Self.makePage(pageLength, &state))
        }
      } catch {
        Self.shorten(&state)
        return nil
      }
      defer { state.free.removeSubrange(first..<first + count) }
      return Array(state.free[first..<first + count])
    }
  }

  /// Takes back a page whose records are in the log, with the pages of its chain. Drops emergency pages.
  /// Keeps a page that notes left-out actions until a gap records them.
  package func release(_ page: TailPage) {
    let (isNoted, hasGap) = state.withLock { state in
      if state.noted === page { state.isNotedReleased = true }
      return (state.noted === page, state.gapPage === page)
    }
    if !isNoted { free(page) }
    if hasGap { releaseNoted() }
  }

  /// Notes that `page` has the gap for left-out actions.
  func noteGap(in page: TailPage?) {
    let isSafe = state.withLock { state in
      state.gapPage = page
      return state.all.contains { $0 === page }
    }
    if isSafe { releaseNoted() }
  }

  /// Takes back the page with the note about left-out actions, which a gap has replaced.
  private func releaseNoted() {
    let page = state.withLock { state in
      defer { (state.noted, state.isNotedReleased, state.gapPage) = (nil, false, nil) }
      return state.isNotedReleased ? state.noted : nil
    }
    if let page { free(page) }
  }

  private func free(_ page: TailPage) {
    state.withLock { state in
      let pages = page.chained + [page]
      for page in pages { page.clear() }
      // Pages of a deleted tail do not belong to this one.
      let free = Set((state.free + pages).map { ObjectIdentifier($0) })
      state.free = state.all.filter { free.contains(ObjectIdentifier($0)) }
      Self.shorten(&state)
    }
  }

  /// Cuts free pages beyond the limit off the file, unless pages are being synchronized.
  private static func shorten(_ state: inout State) {
    guard !state.isSyncing else { return }
    var count = state.all.count
    var rest = state.free.count
    while count > TailFormat.pageLimit, rest > 0, state.all[count - 1] === state.free[rest - 1] {
      (count, rest) = (count - 1, rest - 1)
    }
    guard count < state.all.count else { return }
    if let file = state.file {
      // Pages that cannot be cut off can be filled again.
      guard (try? file.cut(to: state.all[count].start)) != nil else { return }
    }
    state.all.removeSubrange(count...)
    state.free.removeSubrange(rest...)
  }

  /// Notes that actions up to `step` were left out: on `page` if it waits for the disk, otherwise on the page
  /// with the last such note.
  func noteDropped(after page: TailPage, through step: Step, _ reason: GapReason) {
    state.withLock { state in
      let isWaiting = state.all.contains { $0 === page } && !state.free.contains { $0 === page }
      guard let page = isWaiting && !state.isNotedReleased ? page : state.noted else { return }
      page.noteDropped(through: step, reason)
      (state.noted, state.gapPage) = (page, nil)
    }
  }

  /// Waits until everything in the pages would survive a loss of power.
  package func sync() throws(LogError) {
    let all = state.withLock { state in
      state.isSyncing = true
      return state.all
    }
    defer { state.withLock { $0.isSyncing = false } }
    for page in all { try page.sync() }
  }

  /// Releases the pages and closes the file. Removes it if `removing`: then the log has everything.
  package func close(removing: Bool = false) {
    state.withLock { state in
      (state.all, state.free, state.noted, state.gapPage) = ([], [], nil, nil)
      if removing { state.file?.remove() }
      state.file?.close()
      state.file = nil
    }
  }

  deinit {
    close()
  }
}
