import Testing

@testable import PlayheadReplay

@Suite struct IndexFaultTests {
  private static let file = "a.playhead.index"

  private static let faults: [(IndexFault, String)] = [
    (
      IndexFault(.content("a posting is missing"), file: file),
      """
      the index 'a.playhead.index' cannot be read (a posting is missing); delete it, and it is made again
      """
    ),
    (
      IndexFault(.unreadable("input/output error"), file: file),
      """
      the index 'a.playhead.index' cannot be read (input/output error); delete it, and it is made again
      """
    ),
    (
      IndexFault(.foreign, file: file),
      """
      the index 'a.playhead.index' cannot be read (it is a file of another kind); delete it, and it \
      is made again
      """
    ),
    (
      IndexFault(.unreadable("input/output error"), file: nil),
      """
      the index of what changed where cannot be read (input/output error); ask again, and it is made again
      """
    ),
  ]

  @Test(arguments: faults)
  func `every fault has its sentence`(fault: IndexFault, sentence: String) {
    #expect("\(fault)" == sentence)
  }
}
