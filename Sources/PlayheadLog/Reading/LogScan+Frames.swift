extension LogScan {
  static func isSkippable(_ bytes: [UInt8]) -> Bool {
    (try? bytes.withUnsafeBytes { try FrameHeader.read($0) })?.skippable != nil
  }

  /// The bytes of the whole frame at `offset`, which ends at or before `limit`, and how many bytes had
  /// to be read for that.
  package static func frame(
    of source: any LogSource, at offset: Int, upTo limit: Int
  ) throws(LogError) -> (frame: Result<[UInt8], FrameFault>, bytesRead: Int) {
    // Small frames are many where there are any, and a longer one is read again in a larger window: that
    // costs it an eighth more.
    var window = 4 << 10
    var bytesRead = 0
    while true {
      let bytes = try source.read(at: offset, count: min(window, limit - offset))
      bytesRead += bytes.count
      do throws(FrameFault) {
        let length = try bytes.withBytes { bytes throws(FrameFault) in
          try LZ4Frame.length(bytes)
        }
        return (.success(Array(bytes[..<length])), bytesRead)
      } catch {
        guard error == .cut, offset + window < limit else { return (.failure(error), bytesRead) }
      }
      window *= 8
    }
  }
}
