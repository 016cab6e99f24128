import LibFuzzer
import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// Called by libFuzzer for a new input made of an old one. Of logs and of frames' contents it changes
/// what is within, and makes lengths and checksums fit: a blind change gets no further than those.
@c(LLVMFuzzerCustomMutator)
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32
) -> Int {
  var random = SplitMix64(seed: UInt64(seed))
  let input = Array(UnsafeBufferPointer(start: data, count: size))
  // One in four is changed blindly all the same: what stands outside is read, too.
  var mutator = Mutator(random: random)
  guard random.below(4) > 0, let output = try? mutator.mutated(input, limit), output.count <= limit
  else { return LLVMFuzzerMutate(data, size, limit) }
  UnsafeMutableBufferPointer(start: data, count: limit).baseAddress?.update(
    from: output, count: output.count)
  return output.count
}

private struct Mutator {
  var random: SplitMix64

  /// The input with one record changed; nil where there are none to change.
  mutating func mutated(_ input: [UInt8], _ limit: Int) throws -> [UInt8]? {
    switch target.name {
    case "log": try mutatedLog(input, limit)
    case "records": try mutatedRecords(input, limit)
    default: nil
    }
  }

  private mutating func mutatedLog(_ file: [UInt8], _ limit: Int) throws -> [UInt8]? {
    let frames = try LogFrames(file)
    var contents = try frames.contents()
    guard !contents.isEmpty else { return nil }
    let place = random.below(contents.count)
    switch random.below(8) {
    case 0: contents.insert(contents[random.below(contents.count)], at: place)
    case 1: contents.remove(at: place)
    default:
      guard let changed = try mutatedRecords(contents[place], limit) else { return nil }
      contents[place] = changed
    }
    return LogFrames.pack(contents)
  }

  private mutating func mutatedRecords(_ content: [UInt8], _ limit: Int) throws -> [UInt8]? {
    var framing = try RecordFraming(content)
    guard !framing.records.isEmpty else { return nil }
    let place = random.below(framing.records.count)
    let body = framing.records[place].body
    let changed = [UInt8](unsafeUninitializedCapacity: max(limit, body.count)) { room, count in
      _ = room.update(fromContentsOf: body)
      count = LLVMFuzzerMutate(room.baseAddress, body.count, room.count)
    }
    framing.records[place].body = changed
    return framing.content
  }
}
