import Foundation
import Testing

/// What the fuzzer found, or kept because it leads somewhere, and files made by hand to do harm.
@Suite struct CorpusTests {
  @Test func `the corpus has a folder of at least five files for each fuzz target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Corpus.folder.path)
    #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    for name in folders {
      #expect(try Corpus.files(of: name).count >= 5, "the corpus of '\(name)' is gone")
    }
  }

  #if os(Linux) && canImport(Glibc)
    @Test
    func
      `reading a file of the fuzz corpus gives a result or an error within the stated memory bound`()
      async
    {
      await #expect(processExitsWith: .success) {
        for target in FuzzTarget.all {
          for file in try Corpus.files(of: target.name) {
            try PeakMemory.check(target, file.bytes)
          }
        }
      }
    }

    @Test func `reading malicious frames and records stays within the stated memory bounds`() async
    {
      await #expect(processExitsWith: .success) {
        for (target, bytes) in try Hostile.all() { try PeakMemory.check(target, bytes) }
      }
    }
  #else
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `reading a file of the fuzz corpus gives a result or an error without a trap`(name: String)
      throws
    {
      let target = try #require(FuzzTarget.named(name))
      for file in try Corpus.files(of: name) {
        #expect(throws: Never.self, "\(name)/\(file.name)") { try target.run(file.bytes) }
      }
    }
  #endif
}

/// The files under fixtures/corrupt/.
enum Corpus {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "fixtures/corrupt")

  /// Those of a target, in order of their names.
  static func files(of target: String) throws -> [(name: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: target), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }.map {
      ($0.lastPathComponent, [UInt8](try Data(contentsOf: $0)))
    }
  }
}
