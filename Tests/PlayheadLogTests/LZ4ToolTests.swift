import Foundation
import PlayheadFlux
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadReplay
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
  private static let lengths = [1, 12, 13, 65_535, 65_536, 65_537, 262_145, 1_048_577, 4_194_305]

  private static func content(_ length: Int, noise: Int) -> [UInt8] {
    var generator = SplitMix64(seed: UInt64(length) ^ UInt64(noise))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length + 8)
    while bytes.count < length {
      let number = generator.next()
      withUnsafeBytes(of: number % UInt64(noise)) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  @Test(arguments: [3, Int.max]) func `the lz4 tool accepts and unpacks frames of many sizes`(
    noise: Int
  )
    throws
  {
    let folder = try Folder()
    let contents = Self.lengths.map { Self.content($0, noise: noise) }
    let file = LogFrames.pack(contents)
    let path = try folder.write(file, as: "frames.lz4")
    #expect(try LZ4Tool.run("-d", path, folder.path("plain")) == 0)
    var (start, all): (Int, [UInt8]) = (0, [])
    for content in contents {
      #expect(try file[start...].withUnsafeBytes { try LZ4Frame.read($0) } == content)
      start += try file[start...].withUnsafeBytes { try LZ4Frame.length($0) }
      all += content
    }
    #expect(try folder.read("plain") == all)
  }

  /// The contents of the frames of a log that takes blocks of every size; made only once.
  private static let long = Result {
    let script = try LogScript()
    for number in 1...4_000 { try script.act(Insert(position: number * number, text: "\(number)")) }
    try script.endChunk()
    try script.act(Data(content(200_000, noise: 70_000)))
    return try LogFrames(try script.close()).contents()
  }

  /// Each content packed with the options that come next, in a file of its own.
  private static func packed(_ contents: [[UInt8]], _ options: [[String]]) throws -> [[UInt8]] {
    let folder = try Folder()
    return try contents.enumerated().map { number, content in
      let plain = try folder.write(content, as: "plain")
      let arguments = options[number % options.count] + [plain, folder.path("packed")]
      #expect(try LZ4Tool.run(arguments) == 0)
      return try folder.read("packed")
    }
  }

  @Test(arguments: [
    ["-B4"], ["-B7", "-9"], ["--no-frame-crc"], ["-B5", "-BX", "--content-size"], ["--fast=9"],
    ["-B6", "-12"],
  ])
  func `a log packed by the lz4 tool with various options is read`(options: [String]) throws {
    let packed = Array(try Self.packed(try Self.long.get(), [options]).joined())
    let read = try LogReader(bytes: packed, name: "packed")
    #expect(read.lastStep == 4_001 && read.isClosed)
    #expect(try read.verify().problems == [.badIndex])
    let payload = try read.entry(at: 4_000).payload()
    #expect(try payload == tree(Insert(position: 16_000_000, text: "4000")))
  }

  @Test
  func `the content hashes of two logs without checksums differ if the logs differ in a text`()
    throws
  {
    let logs = try ["XXA", "XXB"].map { text in
      let script = try LogScript()
      try script.act(Insert(text: text))
      let contents = try LogFrames(script.close()).contents()
      let packed = try Self.packed(contents, [["--no-frame-crc"]]).joined()
      return try LogReader(bytes: Array(packed), name: "log")
    }
    #expect(logs[0].byteCount == logs[1].byteCount && logs[0].lastStep == 1)
    #expect(try logs[0].contentHash != logs[1].contentHash)
  }

  @Test func `frames packed with mixed lz4 options and skippable frames between give the same log`()
    throws
  {
    let whole = try LogScript.sampler()
    let skippable: [UInt8] = [0x57, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9]
    let options = [["-B4"], ["-12"], ["--no-frame-crc"], ["-B5", "-BX", "--content-size"]]
    let frames = try Self.packed(try LogFrames(whole).contents(), options)
    let read = try LogContent(Array(frames.joined(separator: skippable)))
    let original = try LogContent(whole)
    #expect(read.actions == original.actions && read.notes == original.notes)
    #expect(read.gaps == original.gaps && read.states == original.states && read.isClosed)
    #expect(read.faults == [Verification.Problem.badIndex.description])
  }

  @Test func `a log packed by lz4 with linked blocks is reported with a sentence that says so`()
    throws
  {
    let linked = Array(try Self.packed(try Self.long.get(), [["-B4", "-BD"]]).joined())
    let faults = try LogContent(linked).faults
    #expect(
      faults.contains {
        $0.contains("it uses blocks that refer to others, which Playhead never writes")
      },
      "\(faults)")
  }
}
