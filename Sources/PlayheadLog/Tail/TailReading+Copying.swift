extension TailReading {
  /// So often a tail is copied: even at full speed a sheet is filled for milliseconds, and a copy takes
  /// less than one.
  private static let looks = 8

  /// Reads a tail that its recorder may be writing into, as it was at one moment. Nil if there is none, or
  /// none any more, and if it never stayed the same for long enough: then the log, which is read
  /// afterwards, has to do without it.
  ///
  /// While the bytes are copied, the log may get what is in a sheet, and the sheet be filled again. Then the
  /// copy has records that do not belong to its header, or lacks a sheet that was filled where it had been
  /// already. If the headers are the same afterwards, neither has happened: a sheet's numbers only rise.
  ///
  /// - Parameter open: Opens the file, which may have grown since the last time.
  package init?(
    sheetLength: Int = TailFormat.sheetLength, opening open: () throws(LogError) -> (any LogSource)?
  ) throws(LogError) {
    for _ in 0..<Self.looks {
      guard let source = try open(), source.size > 0 else { return nil }
      let bytes = try source.read(at: 0, count: source.size)
      let reading = TailReading(bytes, sheetLength: sheetLength)
      guard let now = try open() else { return nil }
      if try reading.isUnchanged(in: now) {
        self = reading
        return
      }
    }
    return nil
  }
}
