import PlayheadCoding

/// How to read one chunk of a log on another thread than the log's own.
package struct ChunkReading: Sendable {
  private let source: any LogSource
  private let offset: Int
  private let frame: FrameIndex.Entry

  /// The chunk; nil if anything is wrong with it. The log itself says what, when it is asked for it.
  package func read() -> Chunk? {
    guard case .success(let content)? = try? source.content(at: offset, count: frame.length)
    else { return nil }
    var chunk: Chunk?
    let fault = RecordStream.forEach(in: content) { kind, body throws(ByteFault) in
      if kind == .chunk { chunk = try Chunk(body) }
    }
    guard fault == nil, let chunk, chunk.steps == frame.steps else { return nil }
    return chunk
  }
}

extension ChunkReading {
  fileprivate init(_ source: any LogSource, at offset: Int, _ frame: FrameIndex.Entry) {
    (self.source, self.offset, self.frame) = (source, offset, frame)
  }
}

extension LogReader {
  /// How to read the chunks that hold actions of `steps` elsewhere, in order.
  package func readings(of steps: ClosedRange<Step>) -> [ChunkReading] {
    chunks.places(of: steps).map {
      ChunkReading(source, at: offsets[$0.frame], index.frames[$0.frame])
    }
  }

  /// Takes what was read elsewhere of the chunk with a step's action, as if the log had read it itself.
  package func take(_ chunk: Chunk, holding step: Step) {
    guard let frame = chunks.frame(holding: step), recentChunks.chunk(in: frame) !== chunk,
      chunk.steps == index.frames[frame].steps
    else { return }
    recentChunks.keep(chunk, in: frame)
  }
}
