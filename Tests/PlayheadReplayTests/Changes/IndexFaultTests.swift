import Testing

@testable import PlayheadReplay

@Suite struct IndexFaultTests {
  private static let file = "a.playhead.index"

  private static let faults: [(IndexFault, String)] = [
    (
      IndexFault(.database(code: 11, message: "database disk image is malformed"), file: file),
      """
      the index 'a.playhead.index' cannot be read (database disk image is malformed); delete it, and \
      it is made again
      """
    ),
    (
      IndexFault(.database(code: CheckedPages.fault, message: "disk I/O error"), file: file),
      """
      the index 'a.playhead.index' cannot be read (the checksum of a page is wrong); delete it, and \
      it is made again
      """
    ),
    (
      IndexFault(.content("a block is missing"), file: file),
      """
      the index 'a.playhead.index' cannot be read (a block is missing); delete it, and it is made again
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
      IndexFault(.replaced, file: file),
      """
      the index 'a.playhead.index' cannot be read (it was made anew for another log or another \
      build); delete it, and it is made again
      """
    ),
    (
      IndexFault(.database(code: 13, message: "database or disk is full"), file: nil),
      """
      the index of what changed where cannot be kept for the moment (database or disk is full); make \
      room in memory and in the folder for temporary files, and ask again
      """
    ),
  ]

  @Test(arguments: faults)
  func `every fault has its sentence`(fault: IndexFault, sentence: String) {
    #expect("\(fault)" == sentence)
  }

  @Test func `only what is in the file makes it damaged`() {
    let codes: [(Int32, Bool)] = [
      (11, true), (26, true), (CheckedPages.fault, true), (19, true), (5, false), (8, false),
      (10, false), (13, false), (14, false),
    ]
    for (code, isDamage) in codes {
      let fault = IndexFault(.database(code: code, message: ""), file: nil)
      #expect(fault.isDamage == isDamage, "\(code)")
    }
    #expect(!IndexFault(.foreign, file: nil).isDamage)
  }
}
