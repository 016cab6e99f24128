import Foundation
import Feed
import PlayheadFlux
import PlayheadLive
import PlayheadLog
import PlayheadRecorder
import Synchronization

/// A running app that handles 50,000 actions a second, while clients watch it: four that read and four that never do.
enum LiveBenchmarks {
  private static let rate = 50_000
  private static let seconds = 6
  private static let burst = 50

  private struct Tick: Action { var number: Int }

  private struct Ticker: ReplayableApp {
    static let appName = "ticker"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      let sum = Store("sum", 0).on(Tick.self) { $0 &+= $1.number }
      let last = Store("last", [Int](repeating: 0, count: 100)).on(Tick.self) { last, tick in
        last[tick.number % 100] = tick.number
      }
      try dispatcher.register(sum, last)
    }
  }

  static func rows(_ scratch: borrowing Scratch) throws -> [Row] {
    var (plain, watched) = ([Double](), [Double]())
    var run: Run?
    // In turns, so that a busy moment of the machine affects both.
    for number in 0..<3 {
      plain.append(try play(scratch.path("plain\(number)"), clients: 0).nanoseconds)
      let last = try play(scratch.path("live\(number)"), clients: 8)
      watched.append(last.nanoseconds)
      run = last
    }
    guard let run else { return [] }
    return [
      Row(
        subject: "dispatch", input: "50,000 actions a second, 8 clients, 4 that never read",
        playhead: median(watched), competitor: "the same recording without clients",
        other: median(plain), unit: .nanoseconds, goal: 1.1),
      Row(
        subject: "missing at clients that read", input: "the same", playhead: Double(run.missing),
        competitor: "their actions", other: Double(run.actions * 4), unit: .count),
      Row(
        subject: "memory for 8 clients", input: "the same", playhead: run.megabytes,
        competitor: "256 KiB of each and a chunk", other: 64, unit: .megabytes, goal: 1),
      Row(
        subject: "from handling to a client, p99", input: "100 actions a second",
        playhead: try latency(scratch.path("latency")), competitor: "the goal", other: 50,
        unit: .milliseconds, goal: 1),
    ]
  }

  /// The time from an action's dispatch to its arrival at a client, in milliseconds.
  private static func latency(_ path: String) throws -> Double {
    let app = try Ticker(inputs: .live)
    let recording = try app.record(to: URL(filePath: path + ".playhead"))
    var options = LiveOptions()
    (options.servesReleaseBuilds, options.printsAddress) = (true, false)
    let live = recording.serve(Ticker.self, options)
    let client = try StreamClient(live.address ?? "", reads: true)
    var begun: [ContinuousClock.Instant] = []
    for number in 0..<500 {
      begun.append(.now)
      app.dispatcher.dispatch(Tick(number: number))
      usleep(10_000)
    }
    usleep(500_000)
    let times = zip(begun, client.arrivals).map { ($1 - $0) / .milliseconds(1) }.sorted()
    client.stop()
    live.stop()
    try recording.close()
    return times.count == begun.count ? times[times.count * 99 / 100] : .infinity
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private struct Run {
    var nanoseconds: Double
    var actions: Int
    var missing: Int
    var megabytes: Double
  }

  /// Dispatches at the rate, and measures only what dispatching takes.
  private static func play(_ path: String, clients: Int) throws -> Run {
    let app = try Ticker(inputs: .live)
    let recording = try app.record(to: URL(filePath: path + ".playhead"))
    var options = LiveOptions()
    (options.servesReleaseBuilds, options.printsAddress) = (true, false)
    let live = clients > 0 ? recording.serve(Ticker.self, options) : nil
    let readers = try live.map { live in
      try (0..<clients).map { try StreamClient(live.address ?? "", reads: $0 % 2 == 0) }
    }
    let before = residentMegabytes()
    var spent = Duration.zero
    let clock = ContinuousClock()
    let start = clock.now
    let count = rate * seconds
    for first in stride(from: 0, to: count, by: burst) {
      let begin = clock.now
      for number in first..<first + burst { app.dispatcher.dispatch(Tick(number: number)) }
      spent += clock.now - begin
      let due = start + .seconds(Double(first + burst) / Double(rate))
      if due > .now { usleep(UInt32(max(0, (due - .now) / .microseconds(1)))) }
    }
    let megabytes = residentMegabytes() - before
    // Those who read get the rest in their own time.
    let end = clock.now + .seconds(30)
    let reading = readers?.filter(\.reads) ?? []
    while clock.now < end, reading.contains(where: { $0.last < count }) { usleep(10_000) }
    let missing = reading.reduce(0) { $0 + count - $1.count }
    for reader in readers ?? [] { reader.stop() }
    live?.stop()
    try recording.close()
    return Run(
      nanoseconds: spent / .nanoseconds(1) / Double(count), actions: count, missing: missing,
      megabytes: megabytes)
  }

  private static func residentMegabytes() -> Double {
    #if os(Linux)
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
      return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
    #else
      return 0
    #endif
  }
}

/// A client of the stream of actions, on a thread of its own if it reads.
private final class StreamClient: Sendable {
  let reads: Bool
  private let socket: Int32
  private let read = Mutex((count: 0, last: 0))
  private let times = Mutex<[ContinuousClock.Instant]>([])

  init(_ address: String, reads: Bool) throws {
    self.reads = reads
    guard let url = URLComponents(string: address), let port = url.port else {
      throw BenchmarkError("there is no address")
    }
    #if canImport(Glibc)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, "127.0.0.1", &name.sin_addr)
    let result = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw BenchmarkError("nothing answers at \(address)") }
    let request = Array("GET \(url.path)actions HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
    _ = send(socket, request, request.count, 0)
    if reads { Thread { [self] in readAll() }.start() }
  }

  var count: Int { read.withLock { $0.count } }
  var last: Int { read.withLock { $0.last } }
  /// When each action came.
  var arrivals: [ContinuousClock.Instant] { times.withLock { $0 } }

  func stop() { close(socket) }

  private func readAll() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var line: [UInt8] = []
    let start = Array("id: ".utf8)
    while true {
      let got = recv(socket, &buffer, buffer.count, 0)
      guard got > 0 else { return }
      let now = ContinuousClock.now
      for byte in buffer[..<got] {
        guard byte == UInt8(ascii: "\n") else {
          if line.count < 24 { line.append(byte) }
          continue
        }
        if line.starts(with: start),
          let step = Int(String(decoding: line.dropFirst(start.count), as: UTF8.self))
        {
          read.withLock { read in
            // Each action once, in order.
            guard step == read.last + 1 else { return }
            read = (read.count + 1, step)
            if step <= 1_000 { times.withLock { $0.append(now) } }
          }
        }
        line.removeAll(keepingCapacity: true)
      }
    }
  }
}
