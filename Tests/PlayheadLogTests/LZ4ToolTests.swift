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
  private static let lengths = [
    1, 12, 13, 1_000, 65_535, 65_536, 65_537, 262_144, 262_145, 1_048_577, 4_194_304,
    4_194_305,
  ]

  private static func content(_ length: Int, noise: Int, seed: UInt64 = 0) -> [UInt8] {
    var generator = SplitMix64(seed: UInt64(length) ^ UInt64(noise) ^ seed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length + 8)
    while bytes.count < length {
      let number = generator.next()
      withUnsafeBytes(of: number % UInt64(noise)) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  /// One after the other, each copied at once: without optimisation a sequence costs a call per byte.
  private func joined(_ contents: [[UInt8]]) -> [UInt8] {
    var all: [UInt8] = []
    for content in contents { all.append(contentsOf: content) }
    return all
  }

  @Test(arguments: [3, Int.max]) func `the lz4 tool accepts and unpacks frames of many sizes`(
    noise: Int
  )
    throws
  {
    let folder = try Folder()
    let contents = Self.lengths.map { Self.content($0, noise: noise) }
    let file = LogFrames.pack(contents + contents.prefix(9).reversed())
    let path = try folder.write(file, as: "frames.lz4")
    #expect(try LZ4Tool.run("-t", path) == 0)
    #expect(try LZ4Tool.run("-d", path, folder.path("plain")) == 0)
    #expect(try folder.read("plain") == joined(contents + contents.prefix(9).reversed()))
    var start = 0
    for content in contents {
      #expect(try file[start...].withUnsafeBytes { try LZ4Frame.read($0) } == content)
      start += try file[start...].withUnsafeBytes { try LZ4Frame.length($0) }
    }
  }

  @Test func `the lz4 tool accepts a log with chunks of many sizes`() throws {
    let folder = try Folder()
    let script = try LogScript()
    var generator = SplitMix64(seed: 5)
    for length in [0, 1, 3, 200, 70_000, 300_000, 1_200_000, 30, 4_300_000, 9] {
      let data = Data(Self.content(length, noise: .max, seed: generator.next()))
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
    #expect(try folder.read("plain") == joined(LogFrames(bytes).contents()))
  }

  /// The contents of the frames of a log that takes blocks of every size; made only once.
  private static let long = Result {
    let script = try LogScript()
    for number in 1...4_000 { try script.act(Insert(position: number * number, text: "\(number)")) }
    try script.endChunk()
    try script.act(Data(content(200_000, noise: 70_000)))
    return try LogFrames(try script.close()).contents()
  }

  @Test(arguments: [
    ["-B4"], ["-B5"], ["-B6"], ["-B7"], ["-B7", "-9"], ["--no-frame-crc"],
    ["-B4", "-BX"], ["-B5", "-BX", "--no-frame-crc"], ["--content-size"], ["-BX", "-12"],
    ["--fast=9"], ["-1"], ["-3"], ["-B4", "-12", "--no-frame-crc", "--content-size"],
    ["-B4", "--content-size", "-9"], ["-B6", "-BX", "--content-size"],
  ])
  func `a log packed by the lz4 tool with various options is read`(options: [String]) throws {
    let folder = try Folder()
    var packed: [UInt8] = []
    for content in try Self.long.get() {
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

  private static let mixture = [
    ["-B4"], ["-12"], ["--no-frame-crc"], ["-B5", "-BX", "--content-size"],
  ]

  @Test func `frames packed with mixed lz4 options and skippable frames between give the same log`()
    throws
  {
    let whole = try LogScript.sampler()
    let skippable: [UInt8] = [0x57, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 9, 9, 9]
    let frames = try Self.packed(try LogFrames(whole).contents(), Self.mixture)
    let read = try LogContent(Array(frames.joined(separator: skippable)))
    let original = try LogContent(whole)
    #expect(read.actions == original.actions && read.notes == original.notes)
    #expect(read.gaps == original.gaps && read.states == original.states && read.isClosed)
    #expect(read.faults == [Verification.Problem.badIndex.description])
  }

  @Test func `a log repacked by lz4 into a single frame reports a fault about its steps`() throws {
    let contents = try LogFrames(try LogScript.sampler()).contents()
    let packed = try Self.packed([Array(contents.joined())], [["-B7"]]).joined()
    let read = try LogContent(Array(packed))
    #expect(read.actions.isEmpty && read.faults.contains { $0.contains("steps") }, "\(read.faults)")
  }

  @Test func `a flipped bit in a log packed by the lz4 tool is reported or changes nothing`() throws
  {
    let contents = try LogFrames(try LogScript.sampler()).contents()
    let original = try LogContent(Array(try Self.packed(contents, [["-BX"]]).joined()))
    for options in [["-BX"], ["-B4"], ["--content-size"]] {
      var file = Array(try Self.packed(contents, [options]).joined())
      for position in stride(from: 0, to: file.count, by: 11) {
        file[position] ^= 4
        let read = try LogContent(file)
        let isWhole = read.actions == original.actions && read.states == original.states
        #expect(isWhole || read.faults != original.faults, "\(options) at \(position)")
        #expect(read.hasOnlyActions(of: original), "\(options) at \(position)")
        file[position] ^= 4
      }
    }
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

  @Test func `a log packed in lz4's legacy format gives an error that says so`() throws {
    let content = try LogFrames(try LogScript.sampler()).contents().prefix(1)
    let legacy = Array(try Self.packed(Array(content), [["-l"]]).joined())
    let sentence = try sentence { _ = try LogReader(bytes: legacy, name: "old") }
    #expect(
      sentence?.hasPrefix("'old' is not a Playhead log: it was compressed by lz4 in its legacy")
        == true
    )
    let frame = legacy.withUnsafeBytes { bytes -> String? in
      do throws(FrameFault) {
        _ = try LZ4Frame.read(bytes)
        return nil
      } catch {
        return error.sentence
      }
    }
    #expect(frame == "it uses the legacy frame format of lz4, which Playhead never writes")
  }
}
