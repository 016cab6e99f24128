import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing
import crash_app

/// An app that is stopped before its log's first frame is whole has recorded nothing yet.
@Suite struct UnbegunLogTests {
  private static let continued: RecordingOptions = {
    var options = RecordingOptions()
    options.existing = .continued
    return options
  }()

  /// The first frame of a log.
  private func firstFrame() throws -> Data {
    let workshop = try Workshop()
    try workshop.record(on: SystemDisk())
    let bytes = try Data(contentsOf: URL(fileURLWithPath: workshop.log))
    _ = workshop.close()
    return bytes
  }

  @Test func `a log that was cut within its first frame is begun again`() throws {
    let frame = try firstFrame()
    for length in stride(from: 0, to: frame.count, by: Soak.isOn ? 1 : 16) {
      let workshop = try Workshop()
      try frame.prefix(length).write(to: URL(fileURLWithPath: workshop.log))
      try workshop.record(on: SystemDisk(), options: Self.continued)
      workshop.tick(3)
      #expect(workshop.close() && workshop.problems(isWhole: true) == [], "cut at \(length)")
    }
  }

  @Test func `what is not the beginning of a log is left alone`() throws {
    let frame = try firstFrame()
    // As the 'lz4' tool begins a file, which was cut.
    let packed = Data([0x04, 0x22, 0x4D, 0x18, 0x64, 0x40, 0xA7, 0xFF, 0x0F, 0, 0, 1, 2, 3])
    for other in [Data([1]), Data("a text".utf8), packed, frame.dropFirst(7)] {
      let workshop = try Workshop()
      try other.write(to: URL(fileURLWithPath: workshop.log))
      #expect(throws: LogError.self) {
        try workshop.record(on: SystemDisk(), options: Self.continued)
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: workshop.log)) == Data(other))
    }
  }

  @Test func `a beginning with a tail is left alone, which may have what the log has not`() throws {
    let workshop = try Workshop()
    try firstFrame().prefix(50).write(to: URL(fileURLWithPath: workshop.log))
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: workshop.log + ".tail"))
    #expect(throws: LogError.self) {
      try workshop.record(on: SystemDisk(), options: Self.continued)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: workshop.log + ".tail")).count == 3)
  }
}
