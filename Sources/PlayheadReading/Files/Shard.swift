import PlayheadLog
import PlayheadValues
import Foundation
import Synchronization

/// Many logs in one file: an uncompressed tar. A log in it has the path `SHARD::NAME`.
///
/// `ShardWriter` adds an index as the last file, so that a shard opens without a look at each header. Where the index does not
/// fit the headers, they count.
package final class Shard: Sendable {
  package struct Log: Hashable, Sendable {
    package let name: String
    /// The offset of its bytes in the shard.
    package let offset: Int
    package let size: Int
  }

  package let path: String
  private let source: any LogSource
  private let listed: Contents
  private let hasIndex: Bool
  /// The logs by the headers, if a log was not where the index has it.
  private let found = Mutex<Contents?>(nil)

  /// The logs in order.
  package var logs: [Log] { listed.logs }

  /// Why there may be more logs: the tar is damaged or cut off behind those that are listed.
  package var fault: ReadingError? { listed.fault }

  /// Opens a shard. Throws if it is no tar, or one that is damaged before its first log ends.
  package init(_ source: any LogSource, path: String) throws(ReadingError) {
    (self.source, self.path) = (source, path)
    let index = try ShardIndex.logs(in: source)
    hasIndex = index != nil
    listed = index.map { Contents($0) } ?? Contents(source, path)
    if let fault = listed.fault, listed.logs.isEmpty { throw fault }
  }

  /// The bytes of a log, read as they are needed. Throws if there is no such log.
  package func source(ofLog name: String) throws(ReadingError) -> any LogSource {
    if let log = listed[name], try isInPlace(log) { return part(log) }
    let contents = hasIndex ? contents() : listed
    if let log = contents[name] { return part(log) }
    if let fault = contents.fault { throw fault }
    throw .unreadable(
      path: "\(path)::\(name)",
      reason: .content(
        "the shard has no log of this name; 'tar tf \(path.inShell)' lists the names"))
  }

  private func part(_ log: Log) -> any LogSource { PartSource(source, log.offset, log.size) }

  /// Whether the log's header is in front of it.
  private func isInPlace(_ log: Log) throws(ReadingError) -> Bool {
    if !hasIndex { return true }
    let header = TarHeader.bytes(for: log.name, log.size)
    return try source.read(at: log.offset - header.count, count: header.count) == header
  }

  private func contents() -> Contents {
    if let contents = found.withLock({ $0 }) { return contents }
    let contents = Contents(source, path)
    found.withLock { $0 = contents }
    return contents
  }
}

/// The logs of a shard. A later entry of a tar replaces an earlier one with the same name.
private struct Contents {
  let logs: [Shard.Log]
  /// Why these are not all.
  let fault: ReadingError?
  private let byName: [Shard.Log]

  init(_ source: any LogSource, _ path: String) {
    var (entries, logs) = (TarEntries(source, path: path), [Shard.Log]())
    do throws(ReadingError) {
      while let log = try entries.next() {
        if log.name != ShardIndex.name { logs.append(log) }
      }
      self.init(logs)
    } catch {
      self.init(logs, fault: error)
    }
  }

  init(_ all: [Shard.Log], fault: ReadingError? = nil) {
    self.fault = fault
    let sorted = all.sorted {
      let isSame = $0.name.hasSameUTF8(as: $1.name)
      return isSame ? $0.offset < $1.offset : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    var byName: [Shard.Log] = []
    for log in sorted {
      if byName.last?.name.hasSameUTF8(as: log.name) == true { byName.removeLast() }
      byName.append(log)
    }
    self.byName = byName
    logs = byName.sorted { $0.offset < $1.offset }
  }

  subscript(name: String) -> Shard.Log? {
    let place = byName.partitionPoint { !$0.name.utf8.lexicographicallyPrecedes(name.utf8) }
    guard place < byName.count, byName[place].name.hasSameUTF8(as: name) else { return nil }
    return byName[place]
  }
}
