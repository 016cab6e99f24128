import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadValues

/// A frame of a log, as it is in the file.
enum LogFrame {
  /// Unpacked records.
  case records([UInt8])
  /// A skippable frame other than an index.
  case skippable([UInt8])
  /// An index, which can be made again.
  case index
}

extension LogReader {
  /// Calls `body` with every frame of the file, in order, and its end offset. Throws at a damaged frame or record.
  func forEachFrame(_ body: (LogFrame, _ end: Int) throws -> Void) throws {
    var offset = 0
    while offset < source.size {
      let bytes: [UInt8]
      switch try LogScan.frame(of: source, at: offset, upTo: source.size).frame {
      case .success(let frame): bytes = frame
      case .failure(let fault): throw RewriteError.damaged(path: name, fault: fault.sentence)
      }
      offset += bytes.count
      do {
        try body(try frame(bytes), offset)
      } catch let fault as ByteFault {
        throw RewriteError.damaged(path: name, fault: fault.sentence)
      }
    }
  }

  private func frame(_ bytes: [UInt8]) throws -> LogFrame {
    do throws(FrameFault) {
      return try bytes.withBytes { (bytes) throws(FrameFault) in
        switch try FrameHeader.read(bytes).skippable {
        case nil: .records(try LZ4Frame.read(bytes))
        case LogFormat.indexMagic: .index
        case _?: .skippable(Array(bytes))
        }
      }
    } catch {
      throw RewriteError.damaged(path: name, fault: error.sentence)
    }
  }

  /// Throws if a part of the log could not be rewritten.
  func requireWhole() throws(RewriteError) {
    if let damage { throw .damaged(path: name, fault: damage.fault) }
    guard isClosed else {
      if facts.tail != nil || isBeingWritten { throw .unsealed(path: name) }
      throw .unclosed(path: name, last: lastStep)
    }
    if let lost = lostSteps.first { throw .lacking(path: name, lost) }
  }
}
