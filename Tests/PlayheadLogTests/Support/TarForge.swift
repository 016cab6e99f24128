import Foundation
import PlayheadLog
import PlayheadReading

/// Files by their names, in shards and in tars.
struct PackedFiles {
  var files: [(name: String, bytes: [UInt8])] = []

  /// Files of every size around a block, one with each name; every tenth one is a log.
  init(_ names: [String]) throws {
    let log = try LogScript.sampler()
    files = names.enumerated().map { number, name in
      let size = [0, 1, 511, 512, 513, 1_023, 1_024, 5_000][number % 8] + number / 8
      return (
        name, number % 10 == 3 ? log : (0..<size).map { UInt8(truncatingIfNeeded: $0 * 7 + number) }
      )
    }
  }

  /// Packs the files into shards in a folder, and gives their paths.
  func pack(to folder: String, size: Int = 128_000_000) throws -> [String] {
    let writer = try ShardWriter(in: folder, size: size) {
      try OutputFile(fileAt: $0, mode: .usual, isSynced: false)
    }
    let full = try files.map {
      try writer.append(MemorySource(bytes: $0.bytes), .usual, named: $0.name)
    }
    return try (full + [writer.finish()]).compactMap { $0?.path }
  }

  /// The bytes of the only shard.
  func shard() throws -> [UInt8] {
    let folder = try Folder()
    _ = try pack(to: folder.path(""))
    return try folder.read("0001.tar")
  }
}

extension Shard {
  func bytes(ofLog name: String) throws -> [UInt8] {
    let source = try source(ofLog: name)
    return try source.read(at: 0, count: source.size)
  }

  /// All logs with their bytes.
  func contents() throws -> [(name: String, bytes: [UInt8])] {
    try logs.map { ($0.name, try bytes(ofLog: $0.name)) }
  }
}

/// Writes the headers of tars, also wrong ones.
enum TarForge {
  static func header(_ name: String, size: [UInt8], _ kind: Character = "0") -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    block.replaceSubrange(0..<name.utf8.count, with: name.utf8)
    block.replaceSubrange(124..<124 + size.count, with: size)
    block[156] = kind.asciiValue ?? 0
    block.replaceSubrange(257..<265, with: "ustar\u{0}00".utf8)
    return block
  }

  /// The header with its checksum.
  static func summed(_ header: [UInt8]) -> [UInt8] {
    var block = header
    block.replaceSubrange(148..<156, with: repeatElement(32, count: 8))
    let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
    block.replaceSubrange(148..<148 + sum.utf8.count + 1, with: Array(sum.utf8) + [0])
    return block
  }

  static func entry(_ name: String, _ content: [UInt8], _ kind: Character = "0") -> [UInt8] {
    summed(header(name, size: octal(content.count), kind)) + content
      + [UInt8](repeating: 0, count: -content.count & 511)
  }

  static func octal(_ number: Int) -> [UInt8] { Array(String(number, radix: 8).utf8) }

  static let end = [UInt8](repeating: 0, count: 1_024)
}
