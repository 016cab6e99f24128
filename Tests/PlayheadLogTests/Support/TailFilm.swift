import PlayheadCoding
import PlayheadLog
import PlayheadReading

/// A log and its tail, moment by moment, while a recorder fills pages, puts them into the log later, and
/// fills them again.
struct TailFilm {
  struct Moment {
    var log: [UInt8]
    var tail: [UInt8]
    var step: Step
  }

  private(set) var moments: [Moment] = []

  init() throws {
    var full: [TailPage] = []
    var flushed: [TailPage] = []
    let script = try TailScript { full.append($0) }
    let log = ByteBuffer()
    log.append(try TailScript.firstFrame())
    let flusher = PageFlusher { log.append($0.bytes) }
    func capture() throws {
      moments.append(Moment(log: log.array, tail: try script.bytes(), step: script.step))
    }
    for round in 1...9 {
      // What is open goes on in the next page, and keeps its own out of the log until that is full.
      try script.act(5)
      try capture()
      try script.act(7, isOpen: round.isMultiple(of: 3))
      try capture()
      if round.isMultiple(of: 2) {
        try script.actLong(round * 2_000)
        try capture()
      }
      script.endPage()
      try capture()
      if round.isMultiple(of: 3) { script.settle(round.isMultiple(of: 2) ? 1 : 0) }
      guard full.count > 1 else { continue }
      flushed.append(full.removeFirst())
      guard try flusher.flush(flushed[flushed.count - 1]) else { continue }
      try capture()
      for page in flushed { script.pool.release(page) }
      flushed = []
      try capture()
    }
  }
}

/// A tail that is other at each look, and from the last on stays as it is.
final class ChangingTail {
  private var looks: [[UInt8]]

  init(_ looks: [UInt8]...) { self.looks = looks }

  func open() -> MemorySource {
    MemorySource(bytes: looks.count > 1 ? looks.removeFirst() : looks[0])
  }
}
