extension TailReading {
  /// Reads a tail that its recorder may be writing into, as it was at one moment. Nil if there is none, or
  /// none any more: then all of it is in the log, which is to be read afterwards.
  ///
  /// - Parameter open: Opens the file, which may have grown since the last time.
  package init?(
    pageLength: Int = TailFormat.pageLength, opening open: () throws(LogError) -> (any LogSource)?
  ) throws(LogError) {
    guard let source = try open(), source.size > 0 else { return nil }
    let bytes = try Self.bytes(of: source)
    guard let now = try open() else { return nil }
    self.init(bytes, pageLength: pageLength)
    try leaveOut(whatChangedUntil: now, pageLength)
  }

  /// Leaves out what may not be whole in the copy. A second look at the headers tells: pages are filled in
  /// the order of their numbers, and given back only when the log has them.
  ///
  /// - A page that is there no more, or has another number by now, is in the log. The copy may lack that
  ///   other one, so that nothing counts from its number on.
  /// - The copy may lack the last records of a page that got more since. So nothing counts behind it.
  private mutating func leaveOut(whatChangedUntil now: any LogSource, _ pageLength: Int)
    throws(LogError)
  {
    var end: UInt64?
    var unchanged: Set<Int> = []
    var start = 0
    while start < now.size {
      let count = min(TailFormat.headerLength, now.size - start)
      let bytes = try now.read(at: start, count: count)
      let (header, length) = bytes.withUnsafeBytes { bytes in
        let header = Self.header(bytes)
        return (header, Self.length(of: bytes, header, pageLength))
      }
      let wasThere = has(bytes.prefix(PageHeader.constantLength), at: start)
      if wasThere { unchanged.insert(start) }
      if let header, !wasThere || !has(bytes.prefix(PageProgress.wordsEnd), at: start) {
        // No page has number 0; a forged one may have the last there is, and then nothing comes behind it.
        let first = wasThere ? header.number &+ 1 : header.number
        if first > 0 { end = min(end ?? .max, first) }
      }
      start += length
    }
    keepPages(before: end, at: unchanged)
  }
}
