import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import TestSupport
import Testing

@Suite struct InfoTests {
  private func log(named name: String, in desk: Desk, gaps: [Gap]) throws {
    let header = LogHeader(
      session: UUID(), app: "sparse", start: Moment(monotonic: 0, wall: 0), stores: [])
    let writer = try LogWriter(
      SystemDisk().createLog(desk.path(name)), header: header, checkpoint: CheckpointDraft(step: 0),
      shapes: [], isSynced: false, on: SystemDisk())
    for gap in gaps { writer.add(gap) }
    try writer.write(CheckpointDraft(step: 0), shapes: [])
    writer.add(Note(step: 0, moment: Moment(monotonic: 0, wall: 0), text: "still here"))
    try writer.write(CheckpointDraft(step: 0), shapes: [])
    try writer.close(at: 0, Moment(monotonic: 5_000_000_000, wall: 0))
  }

  @Test
  func `'info' of a log with a damaged frame still shows the app, the duration and the later note`()
    throws
  {
    let desk = try Desk()
    try log(named: "d.playhead", in: desk, gaps: [Gap(steps: 1...2, reason: .paused)])
    var bytes = try desk.bytes("d.playhead")
    let first = try bytes.withUnsafeBytes { try LZ4Frame.length($0) }
    bytes[first + 20] ^= 1
    try desk.write(bytes, to: "d.playhead")
    let outcome = desk.playhead("info d.playhead")
    #expect(outcome.code == .badAnswer)
    #expect(outcome.output.contains("app          sparse\n"))
    #expect(outcome.output.contains("lasted       5.0 s\n"))
    #expect(outcome.output.contains("notes        1\n"))
    #expect(
      outcome.error.hasPrefix("warning: frame 1 of 'd.playhead' is damaged: its checksum is "))
    #expect(outcome.error.hasSuffix("; the notes, gaps and states in it are not shown\n"))
    #expect(outcome.error.split(separator: "\n").count == 1)
  }

  @Test
  func
    `'info' of a damaged log with an undamaged tail file still shows after which step the app stopped`()
    throws
  {
    let desk = try Desk()
    let raffle = try Raffle(inputs: .seeded())
    let recorder = try raffle.dispatcher.record(to: desk.path("r.playhead"), app: Raffle.appName)
    raffle.dispatcher.dispatch(Raffle.Sell(to: "Ada"))
    try recorder.flush()
    raffle.dispatcher.dispatch(Raffle.Sell(to: "Grace"))
    var bytes = try desk.bytes("r.playhead")
    let first = try bytes.withUnsafeBytes { try LZ4Frame.length($0) }
    bytes[first + 20] ^= 1
    try desk.write(bytes, to: "c.playhead")
    try FileManager.default.copyItem(
      atPath: desk.path("r.playhead.tail"), toPath: desk.path("c.playhead.tail"))
    let outcome = desk.playhead("info c.playhead")
    #expect(outcome.output.contains("closed       no: the app stopped after step 2\n"))
    #expect(outcome.error.contains("; lost: step 1\n") && outcome.code == .badAnswer)
    try recorder.close()
  }
}
