import Foundation
import PlayheadLog
import Synchronization

extension Shard {
  /// Whether the file at `path` is a tar.
  package static func isShard(_ path: String) -> Bool {
    guard FileSource.isRegular(path), let file = try? FileSource(regular: path),
      let start = try? file.read(at: 0, count: TarHeader.blockSize)
    else { return false }
    return TarHeader(start) != nil
  }

  /// The shard and the name in a path `SHARD::NAME`. `nil` if there is a file of that path, or if no part of it that `::`
  /// follows is the path of a shard.
  package static func place(of path: String) -> (shard: String, name: String)? {
    guard path.utf8.contains(UInt8(ascii: ":")), !FileSource.isRegular(path) else { return nil }
    let bytes = path.utf8
    for place in bytes.indices where bytes[place...].starts(with: "::".utf8) {
      let shard = String(path[..<place])
      guard FileSource.isRegular(shard) else { continue }
      return isShard(shard) ? (shard, String(path[bytes.index(place, offsetBy: 2)...])) : nil
    }
    return nil
  }

  /// The paths of the logs at `path`: `SHARD::NAME` of each in a shard, and otherwise the path itself. A shard without logs,
  /// or one that is damaged or cut off behind them, is in the list too, so that an error says so.
  package static func logs(at path: String) -> [String] {
    guard isShard(path), let shard = try? opened(path) else { return [path] }
    let logs = shard.logs.map { "\(path)::\($0.name)" }
    return logs.isEmpty || shard.fault != nil ? logs + [path] : logs
  }

  /// The same for several paths, one after the other.
  package static func logs(at paths: [String]) -> [String] { paths.flatMap { logs(at: $0) } }

  /// Opens the shard at `path`. Remembers the last few, because many logs of one are often opened one after the other.
  package static func opened(_ path: String) throws(ReadingError) -> Shard {
    let file = try FileSource(regular: path)
    if let shard = RecentShards.all.withLock({ $0.shard(path, file) }) { return shard }
    let shard = try Shard(file, path: path)
    RecentShards.all.withLock { $0.shards.append((file, shard)) }
    return shard
  }
}

/// The shards that were opened last, the last one at the end.
private struct RecentShards {
  static let all = Mutex(RecentShards())
  private static let most = 4

  var shards: [(file: FileSource, shard: Shard)] = [] {
    didSet { if shards.count > Self.most { shards.removeFirst() } }
  }

  /// The shard of a file that is still the same.
  mutating func shard(_ path: String, _ file: FileSource) -> Shard? {
    let place = shards.firstIndex { known in
      known.shard.path == path && known.file.identity == file.identity
        && known.file.size == file.size && known.file.modified == file.modified
    }
    guard let place else { return nil }
    shards.append(shards.remove(at: place))
    return shards.last?.shard
  }
}
