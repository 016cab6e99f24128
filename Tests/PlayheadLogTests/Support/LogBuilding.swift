import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Logs whose actions are their steps' numbers.
extension LogScript {
  /// So many chunks of `size` actions, closed.
  static func chunks(_ count: Int, of size: Int = 10) throws -> [UInt8] {
    let script = try LogScript()
    try script.fill(count, of: size)
    return try script.close()
  }

  /// A part of a recording that goes on after `start`.
  static func part(
    after start: Step, chunks count: Int = 2, isClosed: Bool = true
  ) throws -> [UInt8] {
    let script = try LogScript(states: ["state \(start)"], after: start)
    try script.fill(count)
    return isClosed ? try script.close() : try script.bytes()
  }

  func fill(_ count: Int, of size: Int = 10) throws {
    for _ in 0..<count {
      for _ in 0..<size { try act(Int(step.number) + 1) }
      try endChunk()
    }
  }
}

extension LogReader {
  /// The steps whose actions are read and are right; throws where one is wrong.
  func stepsRead() throws -> [ClosedRange<Step>] {
    var read: [ClosedRange<Step>] = []
    for steps in steps {
      var step = steps.lowerBound
      while step <= steps.upperBound {
        if let entry = try? entry(at: step) {
          guard try entry.payload().says(step) else { throw WrongAction(step: step) }
          if let last = read.last, last.upperBound.next == step {
            read[read.count - 1] = last.lowerBound...step
          } else {
            read.append(step...step)
          }
        }
        step = step.next
      }
    }
    return read
  }

  struct WrongAction: Error {
    var step: Step
  }
}

extension Value {
  /// Whether an action with this value is that of a step: the number, or what begins with that.
  fileprivate func says(_ step: Step) -> Bool {
    switch self {
    case .int(let number): number == Int64(step.number)
    case .string(let text): text.hasPrefix("\(step) ")
    default: false
    }
  }
}
