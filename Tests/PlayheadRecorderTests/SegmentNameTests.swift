import Foundation
import PlayheadLog
import Testing

@Suite struct SegmentNameTests {
  @Test(arguments: [
    ("session.playhead", "session.000012.playhead"), ("log", "log.000012"),
    ("a.b/c.d/session.playhead", "a.b/c.d/session.000012.playhead"),
    ("a.b/log", "a.b/log.000012"), ("/x/.hidden", "/x/.hidden.000012"),
  ])
  func `a segment is named after its log`(path: String, name: String) {
    #expect(SegmentName.path(of: 12, of: path) == name)
    #expect(SegmentName.log(of: name)?.path == path && SegmentName.log(of: path) == nil)
    let last = String(name.split(separator: "/").last ?? "")
    #expect(SegmentName.number(of: last, of: path) == 12)
  }

  @Test(arguments: [
    "session.playhead", "session.playhead.tail", "session.12.playhead", "session.00012x.playhead",
    "session.000000.playhead", "session2.000012.playhead", "session.-00012.playhead", "",
    "session.000012.playhead.tail", "session.playhead.next", ".000012.playhead",
  ])
  func `other names are no segments`(name: String) {
    #expect(SegmentName.number(of: name, of: "session.playhead") == nil)
  }

  @Test func `names sort as segments follow each other, the log's own last`() {
    let path = "session.playhead"
    let names = [1, 2, 9, 10, 99, 100, 999_999].map { SegmentName.path(of: $0, of: path) } + [path]
    #expect(names == names.sorted())
    // The rules of a language pass over dots at first.
    #expect(
      names.map { $0.replacing(".", with: "") }
        == names.map { $0.replacing(".", with: "") }.sorted())
  }
}
