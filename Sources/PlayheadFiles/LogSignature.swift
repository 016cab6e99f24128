import PlayheadCoding
package import PlayheadLog

/// What tells whether anything was written to a log since the last look: which file it is, its length,
/// and what is in its tail, which is mapped memory and changes without a word from the system.
package struct LogSignature: Equatable {
  private let file: FileIdentity
  private let length: Int
  private let tail: UInt64
  private let isBeingWritten: Bool

  /// Whether it is the same file, whatever was written to it.
  package func isOfSameFile(as other: LogSignature) -> Bool { file == other.file }

  /// Looks at the log at `path` and its tail.
  package init(of path: String) throws(LogError) {
    let file = try FileSource(path: path)
    self.file = file.identity
    length = file.size
    isBeingWritten = file.isBeingWritten
    let tail = try TailedLog.tailFile(of: path)
    let bytes = try tail.map { tail throws(LogError) in try TailReading.bytes(of: tail) } ?? []
    self.tail = bytes.withUnsafeBytes { XXHash.hash64($0) }
  }
}
