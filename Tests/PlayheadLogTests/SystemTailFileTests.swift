import Foundation
import PlayheadLog
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What becomes of pages that the system could not write.
@Suite struct SystemTailFileTests {
  private static let page = Int(getpagesize())

  @Test func `rewriting a memory page's own bytes makes the system count it as changed`() throws {
    let folder = try Folder()
    let path = try folder.write([UInt8](repeating: 1, count: 3 * Self.page))
    let descriptor = open(path, O_RDONLY)
    let memory = mmap(nil, 3 * Self.page, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0)
    close(descriptor)
    let pages = try #require(memory != MAP_FAILED ? memory : nil)
    defer { munmap(pages, 3 * Self.page) }
    WrittenPages.changeNothing(of: pages, 2 * Self.page)
    // Of a private page that was stored into there is a copy, and what the file gets is not in that.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(repeating: 2, count: 3 * Self.page))
    let bytes = (0..<3).map { (pages + $0 * Self.page).load(as: UInt8.self) }
    #expect(bytes == [1, 1, 2])
  }

  @Test func `after a failed sync, the tail file writes to its memory pages again`() async {
    // They are missing: so the synchronization fails, and whoever touches them is stopped.
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      let page = Int(getpagesize())
      let memory = mmap(nil, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      let folder = try Folder()
      let file = try SystemDisk().createTail(folder.path("tail"), like: nil)
      munmap(memory, page)
      // Nobody else will.
      try FileManager.default.removeItem(at: folder.url)
      try file.sync(UnsafeRawBufferPointer(start: memory, count: page))
    }
  }
}
