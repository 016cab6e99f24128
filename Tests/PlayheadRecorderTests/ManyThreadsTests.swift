import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

/// Which thread sends an action, and its how-manieth it is.
private struct Send: Action {
  var thread: Int
  var number: Int
  /// Both in one number.
  var code: Int { thread << 32 | number }
}

@Suite struct ManyThreadsTests {
  private let threads = 16
  private let each = Soak.isOn ? 100_000 : 1_000

  @Test func `a log has the actions of sixteen threads in the order in which a store handled them`()
    throws
  {
    let desk = try Desk()
    let handled = Handled()
    // Not in its state: each checkpoint would hold all of them.
    let order = Store("order", 0).on(Send.self) { _, send in handled.append(send.code) }
    try desk.dispatcher.register(order)
    // By default the recorder leaves actions out, and says so in a gap, where it cannot keep up.
    var options = RecordingOptions()
    options.waits = true
    let recorder = try desk.record(options)
    let dispatcher = desk.dispatcher
    let time = ContinuousClock().measure {
      onThreads(threads) { [each] thread in
        for number in 0..<each { dispatcher.dispatch(Send(thread: thread, number: number)) }
      }
    }
    try recorder.close()
    let log = try desk.log()
    let recorded = try codes(in: log)
    if Soak.isOn { print("recorded: \(recorded.count) actions of \(threads) threads in \(time)") }
    #expect(log.isClosed && log.actionCount == threads * each)
    #expect(try log.verify().problems == [])
    // Compared outside of '#expect', which would spell out a million differences.
    let isInOrder = recorded == handled.codes
    #expect(isInOrder)
    for thread in 0..<threads {
      let isWhole = recorded.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }
        .elementsEqual(0..<each)
      #expect(isWhole, "thread \(thread)")
    }
  }

  private func codes(in log: LogReader) throws -> [Int] {
    var codes: [Int] = []
    for steps in log.steps {
      try log.forEachEntry(in: steps) { entry in
        guard case .record(let fields) = try entry.payload(), fields.count == 2,
          case .int(let thread) = fields[0].value, case .int(let number) = fields[1].value
        else { return }
        codes.append(Send(thread: Int(thread), number: Int(number)).code)
      }
    }
    return codes
  }
}

/// What a store handled, in order.
///
/// Unchecked because handlers never interleave: the thread sanitizer reports it if they do.
private final class Handled: @unchecked Sendable {
  private(set) var codes: [Int] = []
  func append(_ code: Int) { codes.append(code) }
}
