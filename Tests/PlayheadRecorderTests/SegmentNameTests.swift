import Foundation
import PlayheadLog
import Testing

@Suite struct SegmentNameTests {
  @Test(arguments: [
    ("session.playhead", "session.12.playhead"), ("log", "log.12"),
    ("a.b/c.d/session.playhead", "a.b/c.d/session.12.playhead"), ("a.b/log", "a.b/log.12"),
    ("/x/.hidden", "/x/.hidden.12"),
  ])
  func `a segment's path is its log's path with the segment's number`(path: String, name: String) {
    #expect(SegmentName.path(of: 12, of: path) == name)
    #expect(SegmentName.log(of: name)?.path == path && SegmentName.log(of: name)?.number == 12)
    #expect(SegmentName.log(of: path) == nil && SegmentName.path(of: 1, of: path) == path)
  }

  @Test(arguments: [
    "session.playhead", "session.playhead.tail", "session.12x.playhead", "session.0.playhead",
    "session.1.playhead", "session.012.playhead", "session.-12.playhead", "",
    "session.12.playhead.tail", "session.1234567890123456789.playhead",
  ])
  func `SegmentName does not take other file names for those of segments`(name: String) {
    #expect(SegmentName.log(of: name) == nil)
  }
}
