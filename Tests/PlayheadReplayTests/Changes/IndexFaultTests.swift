import Testing

@testable import PlayheadReplay

@Suite struct IndexFaultTests {
  private static let file = "a.playhead.index"

  private static let faults: [(IndexFault, String)] = [
    (
      IndexFault(.content("a posting is missing"), file: file),
      """
      the index 'a.playhead.index' cannot be read (a posting is missing); delete it, and the \
      next command makes a new index
      """
    ),
    (
      IndexFault(.unreadable("input/output error"), file: file),
      """
      the index 'a.playhead.index' cannot be read (input/output error); delete it, and the \
      next command makes a new index
      """
    ),
    (
      IndexFault(.foreign, file: file),
      """
      the index 'a.playhead.index' cannot be read (it is a file of another kind); delete it, and the \
      next command makes a new index
      """
    ),
    (
      IndexFault(.unreadable("input/output error"), file: nil),
      """
      the index of changes cannot be read (input/output error); run the command again to make a new index
      """
    ),
  ]

  @Test(arguments: faults)
  func `every index fault has its sentence`(fault: IndexFault, sentence: String) {
    #expect("\(fault)" == sentence)
  }
}
