import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import Testing

/// Damaged and hostile tars: each log comes with its own bytes, or there is an error.
@Suite struct ShardDamageTests {
  private let packed: PackedFiles
  private let whole: [UInt8]
  /// Where each log is.
  private let logs: [Shard.Log]

  init() throws {
    packed = try PackedFiles(
      (0..<24).map {
        $0 % 3 == 0 ? "séance \($0)" : "\($0 % 3)/" + String(repeating: "n", count: $0 * 6)
      })
    whole = try packed.shard()
    logs = try Shard(MemorySource(bytes: whole), path: "t").logs
  }

  /// Asks for all logs, those of the whole shard and those that are listed, and gives the number of those of the whole one
  /// that cannot be read; all of them if nothing can.
  /// Of a shard without its beginning, `start` is the number of bytes that are missing there.
  private func lost(in damaged: [UInt8], from start: Int = 0) -> Int {
    guard let shard = try? Shard(MemorySource(bytes: damaged), path: "t") else { return logs.count }
    var lost = 0
    for name in Set(logs.map(\.name)).union(shard.logs.map(\.name)) {
      let known = logs.first { $0.name == name }
      guard let bytes = try? shard.bytes(ofLog: name) else {
        if known != nil { lost += 1 }
        continue
      }
      // A name may be damaged, but not so that it is another log's.
      let places = (known.map { [$0] } ?? logs).filter {
        $0.size == bytes.count && $0.offset >= start
      }
      #expect(
        places.contains { damaged.dropFirst($0.offset - start).starts(with: bytes) }, "\(name)")
    }
    return lost
  }

  @Test func `a shard that was cut gives its logs or an error`() {
    #expect(lost(in: whole) == 0)
    for end in stride(from: 0, to: whole.count, by: 512) {
      _ = lost(in: Array(whole[..<end]))
      _ = lost(in: Array(whole[end...]), from: end)
    }
    for end in whole.count - 1_100..<whole.count { _ = lost(in: Array(whole[..<end])) }
  }

  @Test func `a changed byte in front of a shard's end costs at most one log`() {
    var random = SplitMix64(seed: 48)
    // Without the end, nothing says that the shard is whole.
    let end = whole.lastIndex { $0 != 0 } ?? 0
    for _ in 0..<1_000 {
      var damaged = whole
      let place = random.below(whole.count)
      damaged[place] ^= UInt8(1 + random.below(255))
      let count = lost(in: damaged)
      #expect(count <= 1 || place > end, "byte \(place)")
    }
  }

  @Test func `bytes by chance in headers and in the index give logs or an error`() {
    var random = SplitMix64(seed: 49)
    let places =
      logs.map { $0.offset - 512 } + [(logs.last?.offset ?? 0) + 6_000, whole.count - 1_600]
    for round in 0..<1_000 {
      var damaged = whole
      let start = places[round % places.count]
      for _ in 0..<8 {
        let place = min(start + Int(random.below(512)), whole.count - 1)
        damaged[place] = UInt8(random.below(256))
      }
      _ = lost(in: damaged)
    }
  }

  /// The shard with a part of its index replaced, and the rest of it as long as before if that is possible.
  private func replacing(_ old: String, _ new: String) throws -> [UInt8] {
    let text = Array("{\"name\":".utf8)
    let start = try #require(whole.indices.last { whole[$0...].starts(with: text) && isFirst($0) })
    let end = (whole.lastIndex { $0 != 0 } ?? 0) + 1
    let index = String(decoding: whole[start..<end], as: UTF8.self)
    #expect(index.contains(old), "\(old)")
    let bytes = Array(index.replacing(old, with: new, maxReplacements: 1).utf8)
    return whole[..<start] + bytes + [UInt8](repeating: 0, count: -bytes.count & 511) + TarForge.end
  }

  private func isFirst(_ place: Int) -> Bool { place % 512 == 0 }

  @Test func `an index that lies is not believed`() throws {
    let (first, last) = (logs[1], logs[logs.count - 1])
    func fields(_ log: Shard.Log) -> String { "\"offset\":\(log.offset),\"size\":\(log.size)" }
    let lies = [
      // Another log's place, a later one, and one that no file has.
      (fields(first), fields(logs[2])),
      ("\"offset\":\(first.offset)", "\"offset\":\(first.offset + 1)"),
      ("\"offset\":\(first.offset)", "\"offset\":9223372036854775807"),
      ("\"offset\":\(first.offset)", "\"offset\":-512"),
      ("\"offset\":\(first.offset)", "\"offset\":1e3"),
      ("\"size\":\(last.size)", "\"size\":9223372036854775807"),
      ("\"size\":\(last.size)", "\"size\":-1"),
      ("\"size\":\(last.size)", "\"size\":99999999999999999999999"),
      ("\"size\":\(last.size)", "\"size\":99999999999"),
      // Fewer logs, other ones, and another form.
      ("\"logs\":24", "\"logs\":23"), ("\"logs\":24", "\"logs\":9223372036854775807"),
      ("\"name\":\"séance 0\"", "\"name\":\"séance 3\""), ("\"name\":\"1/", "\"name\":\"2/"),
      ("\"name\"", "\"nome\""), ("{\"name\"", "[\"name\""), ("{\"shard\"", "{\"name\""),
      ("\"index\":", "\"index\":1"), ("\"index\":", "\"index\":-"), ("\"shard\":1", "\"shard\":2"),
      ("{\"name\"", "\n{\"name\""), ("séance", String(repeating: "[", count: 200)),
    ]
    for (old, new) in lies {
      // An index of other length may cover more blocks than its header says.
      let count = lost(in: try replacing(old, new))
      #expect(
        count == 0 || count == logs.count && new.utf8.count > old.utf8.count, "\(new): \(count)")
    }
    let names = try replacing("\"name\":\"séance 0\"", "\"name\":\"séance 3\"")
    #expect(
      try Shard(MemorySource(bytes: names), path: "t").bytes(ofLog: "séance 3")
        == packed.files[3].bytes)
  }

  @Test func `numbers of a hostile tar neither trap nor ask for memory`() {
    let content = [UInt8](repeating: 0, count: 512)
    let huge: [[UInt8]] = [
      Array("777777777777".utf8), [0x80] + [UInt8](repeating: 0xFF, count: 11),
      [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
      [UInt8](repeating: 0xFF, count: 12),
      [0x80, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], Array("-00000000001".utf8), Array("+1".utf8),
      Array("8".utf8), Array("0x10".utf8), Array("3000".utf8),
    ]
    for size in huge {
      for kind in "07xLgS" as String {
        let tar = TarForge.summed(TarForge.header("a", size: size, kind)) + content + TarForge.end
        let shard = try? Shard(MemorySource(bytes: tar), path: "t")
        #expect(shard == nil || shard?.fault != nil, "\(size), \(kind)")
      }
    }
    let records = [
      "9 size=-1\n", "99999999999999999999 path=a\n", "0 path=a\n", "-1 path=a\n", "path=a\n",
      "3 a",
      "28 size=9223372036854775807\n", " ", "7 path=", "16 size=999999999\n",
    ]
    for record in records {
      let tar =
        TarForge.entry("pax", Array(record.utf8), "x") + TarForge.entry("a", [1]) + TarForge.end
      #expect((try? Shard(MemorySource(bytes: tar), path: "t")) == nil, "\(record)")
    }
  }

  @Test func `what other tools put into a tar is read or left out`() throws {
    let long = String(repeating: "n", count: 300)
    let tar =
      TarForge.entry("global", Array("13 path=none\n".utf8), "g")
      + TarForge.entry("pax", Array("comment=something\n".utf8).fixedLength, "x")
      + TarForge.entry("plain", [1])
      + TarForge.entry("././@LongLink", Array(long.utf8) + [0], "L") + TarForge.entry("short", [2])
      + TarForge.entry("pax", Array("GNU.sparse.major=1\n".utf8).fixedLength, "x")
      + TarForge.entry("sparse", [3])
      + TarForge.entry("unknown", [4], "Z") + TarForge.entry("old folder/", [])
      + TarForge.entry("binary size", [5])
      + TarForge.summed(
        TarForge.header("binary", size: [0x80] + [UInt8](repeating: 0, count: 10) + [1])) + [6]
      + [UInt8](repeating: 0, count: 511) + TarForge.end
    let shard = try Shard(MemorySource(bytes: tar), path: "t")
    #expect(shard.logs.map(\.name) == ["plain", long, "binary size", "binary"])
    #expect(try shard.contents().map(\.bytes) == [[1], [2], [5], [6]])
  }
}

extension [UInt8] {
  /// A record with its length in front.
  fileprivate var fixedLength: [UInt8] { Array("\(count + 3) ".utf8) + self }
}
