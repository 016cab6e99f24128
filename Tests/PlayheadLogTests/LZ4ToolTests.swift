import Foundation
import PlayheadFlux
import PlayheadCoding
import PlayheadLog
import Testing

/// The stock `lz4`, where it is installed.
enum LZ4Tool {
  static let path = ["/usr/bin/lz4", "/usr/local/bin/lz4", "/opt/homebrew/bin/lz4"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @discardableResult
  static func run(_ arguments: String...) throws -> Int32 { try run(arguments) }

  static func run(_ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/lz4")
    process.arguments = ["-q", "-f"] + arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

@Suite(.enabled(if: LZ4Tool.path != nil, "needs lz4"))
struct LZ4ToolTests {
  /// Lengths around the sizes of blocks that a frame can name, and around LZ4's own limits.
  private static let lengths = [
    1, 12, 13, 1_000, 65_535, 65_536, 65_537, 262_144, 262_145, 1_048_577, 4_194_304,
    4_194_305,
  ]

  private static func content(_ length: Int, noise: Int) -> [UInt8] {
    var generator = SplitMix64(seed: UInt64(length) ^ UInt64(noise))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length + 8)
    while bytes.count < length {
      let number = generator.next()
      withUnsafeBytes(of: number % UInt64(noise)) { bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(length))
  }

  @Test(arguments: [3, Int.max]) func `lz4 accepts and unpacks frames of all sizes`(noise: Int)
    throws
  {
    let folder = try Folder()
    let contents = Self.lengths.map { Self.content($0, noise: noise) }
    let file = LogFrames.pack(contents + contents.prefix(9).reversed())
    let path = try folder.write(file, as: "frames.lz4")
    #expect(try LZ4Tool.run("-t", path) == 0)
    #expect(try LZ4Tool.run("-d", path, folder.path("plain")) == 0)
    #expect(try folder.read("plain") == Array((contents + contents.prefix(9).reversed()).joined()))
    var start = 0
    for content in contents {
      let frame = try file[start...].withUnsafeBytes { try LZ4Frame.read($0) }
      #expect(frame.content == content)
      start += frame.length
    }
  }

  @Test func `lz4 accepts logs whose chunks are of many sizes`() throws {
    let folder = try Folder()
    let script = try LogScript()
    var generator = SplitMix64(seed: 5)
    for length in [0, 1, 3, 200, 70_000, 300_000, 1_200_000, 30, 4_300_000, 9] {
      let data = Data((0..<length).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
      try script.act(data)
      try script.endChunk()
      script.note("chunk of \(length)")
    }
    let bytes = try script.close()
    let path = try folder.write(bytes, as: "log.lz4")
    #expect(try LZ4Tool.run("-t", path) == 0)
    let log = try LogReader(path: path)
    #expect(try log.verify().problems == [])
    #expect(log.lastStep == 10)
    #expect(try LZ4Tool.run("-d", path, folder.path("plain")) == 0)
    #expect(try folder.read("plain") == Array(try LogFrames(bytes).contents().joined()))
  }

  @Test(arguments: [
    ["-B4"], ["-B5"], ["-B6"], ["-B7"], ["-B4", "-BD"], ["-B7", "-BD", "-9"], ["--no-frame-crc"],
    ["-B4", "-BX"], ["-B5", "-BX", "--no-frame-crc"], ["--content-size"], ["-BD", "-BX", "-12"],
    ["--fast=9"],
  ])
  func `frames that lz4 wrote are read`(options: [String]) throws {
    let folder = try Folder()
    let script = try LogScript()
    for number in 1...4_000 { try script.act(Insert(position: number * number, text: "\(number)")) }
    try script.endChunk()
    try script.act(Data(Self.content(200_000, noise: 70_000)))
    let bytes = try script.close()
    var packed: [UInt8] = []
    for content in try LogFrames(bytes).contents() {
      let plain = try folder.write(content, as: "plain")
      var arguments = options
      arguments += [plain, folder.path("packed")]
      #expect(try LZ4Tool.run(arguments) == 0)
      packed += try folder.read("packed")
    }
    let read = try LogReader(bytes: packed, name: "packed")
    #expect(read.lastStep == 4_001 && read.isClosed)
    #expect(try read.verify().problems == [.badIndex])
    let payload = try read.entry(at: 4_000).payload()
    #expect(try payload == tree(Insert(position: 16_000_000, text: "4000")))
  }
}
