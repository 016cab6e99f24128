import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadRepair
import PlayheadValues
import Testing
import PlayheadReplay

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite struct TroubleTests {
  /// A limit on the size of files is the portable way to a full disk; it holds for a whole process,
  /// and so the test has one of its own.
  @Test func `an app that reaches a file size limit goes on, and its tail has what the log lacks`()
    async throws
  {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      let failures = Box<[LogError]>([])
      let recorder = try desk.record(
        RecordingOptions(onFailure: { error in failures.change { $0.append(error) } }))
      try FileLimit.set(to: 4_096)
      var generator = SystemRandomNumberGenerator()
      for _ in 1...(2 * LogFormat.chunkActions) {
        desk.dispatcher.dispatch(Add(amount: Int(generator.next() % 1_000_000)))
      }
      var thrown: (any Error)?
      do { try recorder.close() } catch { thrown = error }
      let expected = LogError.unwritable(path: desk.path, reason: .system(EFBIG))
      let unfinished = LogError.unfinished(path: desk.path, reason: .system(EFBIG))
      try #require(thrown as? LogError == unfinished && recorder.failure == unfinished)
      try #require(failures.value == [expected])
      desk.dispatcher.dispatch(Add())
      // What could not be written is in the tail, whose place was kept; nothing of the log is torn.
      let log = try desk.log()
      let last = Step(UInt64(2 * LogFormat.chunkActions))
      try #require(log.lastStep == last && !log.isClosed && log.damage == nil)
      try #require(log.verify().problems == [.notClosed(lastStep: last)])
      let bytes = try Data(contentsOf: URL(fileURLWithPath: desk.path))
      let length = try bytes.withUnsafeBytes { try LZ4Frame.length($0) }
      try #require(length == bytes.count)
      exit(7)
    }
  }

  @Test
  func `a recording without room for its tail notes that, and one without room for a frame throws`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      let desk = try Desk()
      try FileLimit.set(to: 65_536)
      let recorder = try desk.record()
      let files = try FileManager.default.contentsOfDirectory(
        atPath: desk.url.path(percentEncoded: false))
      try #require(files == ["log"])
      try recorder.close()
      let notes = try desk.log().notes().map(\.text)
      try #require(notes.count == 1 && notes[0].contains("lost if the app crashes"))
      let other = try Desk()
      try FileLimit.set(to: 16)
      #expect(throws: LogError.self) { try other.record() }
      try #require(!FileManager.default.fileExists(atPath: other.path))
      exit(7)
    }
  }

  @Test
  func
    `an onFailure callback may flush or close the recording, and so may the app after a failure`()
    async
  {
    await #expect(processExitsWith: .exitCode(7)) {
      // An app that waits for the disk waits until it is told that there is no room.
      for waits in [false, true] {
        let (desk, told, box) = (try Desk(), Box(0), Box<Recording?>(nil))
        var options = RecordingOptions(onFailure: { _ in
          told.change { $0 += 1 }
          if waits { try? box.value?.close() } else { try? box.value?.flush() }
        })
        options.waits = waits
        let recorder = try desk.record(options)
        box.change { $0 = recorder }
        try FileLimit.set(to: 4_096)
        // More than all pages have room for.
        let name = String(repeating: "x", count: TailFormat.pageLength / 2)
        for number in 0..<(4 * TailFormat.pageLimit) {
          desk.dispatcher.dispatch(Rename(name: "\(number)" + name))
        }
        #expect(throws: LogError.self) { try recorder.close() }
        try? recorder.flush()
        try #require(waits || told.value == 1)
        try FileLimit.lift()
      }
      exit(7)
    }
  }
}

@Suite struct StandardStreamTests {
  @Test func `text written to a closed standard output does not go into the log`() async {
    await #expect(processExitsWith: .success) {
      let desk = try Desk()
      close(STDOUT_FILENO)
      let recorder = try desk.record()
      desk.dispatcher.dispatch(Add())
      _ = "stray".withCString { write(STDOUT_FILENO, $0, 5) }
      try recorder.close()
      try #require(try desk.log().verify().problems.isEmpty)
      try #require(try desk.log().isClosed)
    }
  }
}

@Suite struct ThreadTests {
  @Test
  func
    `notes and pauses from another thread fall between actions, and gaps count the missing ones`()
    async throws
  {
    let desk = try Desk()
    let states = Store("sum", 0).on(Add.self) { $0 += $1.amount }
    try desk.dispatcher.register(states)
    let recorder = try desk.record()
    let dispatcher = desk.dispatcher
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask { for _ in 0..<3_000 { dispatcher.dispatch(Add()) } }
      }
      group.addTask {
        for number in 0..<200 {
          recorder.mark("\(number)")
          if number % 4 == 1 { recorder.pause() }
          if number % 4 == 3 { recorder.resume() }
          if number % 50 == 49 { try? recorder.flush() }
          await Task.yield()
        }
      }
    }
    recorder.resume()
    try recorder.close()
    let log = try desk.log()
    #expect(try log.verify().problems == [])
    #expect(try log.notes().count == 200)
    #expect(recorder.step == 6_000)
    let missing = try log.gaps().reduce(0) { $0 + $1.steps.count }
    #expect(log.actionCount + missing == 6_000)
    // Each gap ends in a checkpoint, whose sum tells how many actions there were.
    for gap in try log.gaps() {
      let states = try log.states(at: gap.steps.upperBound)
      #expect(states.last == .int(Int64(gap.steps.upperBound.number)))
    }
  }

  @Test
  func `a recording closed while other threads dispatch ends with the digest of its last step`()
    async throws
  {
    for _ in 0..<10 {
      let desk = try Desk()
      let recorder = try desk.record()
      let dispatcher = desk.dispatcher
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask { for _ in 0..<1_000 { dispatcher.dispatch(Add()) } }
        }
        group.addTask {
          while recorder.step < 500 { await Task.yield() }
          try? recorder.close()
        }
      }
      let log = try desk.log()
      let digests = try #require(try log.digests().last)
      #expect(digests.step == log.lastStep)
      let sum = Int(log.lastStep.number)
      #expect(try digests.stores.first == CanonicalEncoder().digest(of: sum))
    }
  }

  @Test func `a recording that begins while an action is handled logs the actions after it`() throws
  {
    let begun = Box<Recording?>(nil)
    let path = Box<String>("")
    let late = Doing { action, dispatcher, next in
      if action is Rename, begun.value == nil {
        let recorder = try? dispatcher.record(to: path.value, app: "desk")
        begun.change { $0 = recorder }
      }
      next(action)
    }
    let desk = try Desk(middleware: [late])
    let desired = desk.path
    path.change { $0 = desired }
    desk.dispatcher.dispatch(Add(amount: 3))
    desk.dispatcher.dispatch(Rename(name: "in the making"))
    desk.dispatcher.dispatch(Add(amount: 4))
    desk.dispatcher.dispatch(Add(amount: 5), cause: Turn(3))
    let recorder = try #require(begun.value)
    #expect(recorder.step == 2)
    try recorder.close()
    let log = try desk.log()
    #expect(try desk.amounts() == [1: 4, 2: 5])
    #expect(try log.entry(at: 2).cause == 1)
    #expect(try log.states(at: 0) == [.int(3), .string("in the making"), .list([])])
  }
}
