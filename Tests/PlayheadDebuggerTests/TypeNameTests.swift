import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadRecorder
import Testing

@Suite struct TypeNameTests {
  enum Move: Codable { case left, right }

  @Test func `completion offers action types without their common module unless the user typed it`()
    throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let recording = try Recording(to: url, app: "moves", stores: ["moves"], states: [0])
    recording.record(Move.left) { [0] }
    recording.record(Move.right) { [0] }
    try recording.close()
    let log = try LogReader(path: url.path(percentEncoded: false))
    let names = ["left", "right"].map { "PlayheadDebuggerTests.TypeNameTests.Move.\($0)" }
    #expect(log.types.map(\.name) == names)
    let short = ["TypeNameTests.Move.left", "TypeNameTests.Move.right"]
    #expect(log.typeNames(names, completing: "") == short)
    #expect(log.typeNames(names, completing: "Type") == short)
    #expect(log.typeNames(names, completing: "Playhead") == names)
  }
}
