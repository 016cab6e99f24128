import PlayheadLog
import PlayheadReading
import Synchronization
import Testing

/// A file of somebody else in the place of a tail, however large.
@Suite struct ForeignTailTests {
  /// Counts the bytes that are read of it.
  private final class LargeSource: LogSource {
    let size = 20 << 30
    let count = Mutex(0)

    func read(at offset: Int, count: Int) -> [UInt8] {
      self.count.withLock { $0 += count }
      return Array(repeating: 7, count: count)
    }
  }

  @Test
  func `a foreign file of 20 GiB with a tail's name is recognized from a thousandth of its bytes`()
    throws
  {
    let source = LargeSource()
    #expect(try TailReading.isForeign(source))
    #expect(source.count.withLock { $0 } <= source.size / 1_024)
  }
}
