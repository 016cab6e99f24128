import Foundation
package import PlayheadReplay

/// A witness in a process of its own: a child of this one, of the same program or another build of it.
package final class WitnessProcess: WitnessChannel {
  /// A program that says nothing for so many seconds is none that knows what a witness is.
  static let patience = 20

  /// A step that takes longer than so many seconds is taken for one that never ends, if nobody says.
  package static let stepPatience = 60

  private let pipe: MessagePipe
  private var process: pid_t?
  /// When it was asked, or said something.
  private var last = ContinuousClock.now
  private let register: ProcessRegister?
  /// How long it may say nothing while it is to answer; nil for as long as it takes.
  package var limit: Duration?
  /// What it said first.
  let greeting: WitnessGreeting

  /// Starts `program` as a witness, with this environment, and waits for its greeting, so many seconds. The
  /// process is entered in `register`, from where it can be ended.
  init(
    _ program: String, _ setting: ProcessSetting, patience: Int = WitnessProcess.patience,
    register: ProcessRegister? = nil
  ) throws {
    let (process, pipe) = try Self.start(program, setting)
    do {
      guard register?.enter(process) ?? true else {
        throw WitnessError.lost(reason: "there are to be no more")
      }
      greeting = try pipe.receive(WitnessGreeting.self, until: .now + .seconds(patience))
      let version = greeting.version
      guard version == MessagePipe.version else { throw WitnessError.otherVersion(version) }
    } catch {
      register?.leave(process)
      Self.end(process, isEnding: error is PipeClosed)
      if let error = error as? WitnessError { throw error }
      throw WitnessError.notStarted(reason: "'\(program)' does not answer as a witness")
    }
    (self.process, self.pipe, self.register) = (process, pipe, register)
  }

  /// Starts `program` as a witness under these conditions, as far as this system can bring them about.
  package convenience init(_ program: String, under conditions: WitnessConditions) throws {
    try self.init(program, under: conditions, register: nil)
  }

  /// The same, entered in `register`.
  convenience init(
    _ program: String, under conditions: WitnessConditions, register: ProcessRegister?
  ) throws {
    let setting = ProcessSetting(conditions, faketime: ProcessSetting.faketime)
    try self.init(program, setting, register: register)
  }

  deinit { stop() }

  package func ask(_ request: WitnessRequest) throws {
    guard process != nil else { throw WitnessError.lost(reason: "it had ended before") }
    do {
      try pipe.send(request)
      last = .now
    } catch is PipeClosed {
      throw WitnessError.lost(reason: stop(isEnding: true))
    }
  }

  package func answer() throws -> WitnessAnswer {
    guard process != nil else { throw WitnessError.lost(reason: "it had ended before") }
    do {
      let answer = try pipe.receive(WitnessAnswer.self, until: limit.map { last + $0 })
      last = .now
      return answer
    } catch is PipeClosed {
      throw WitnessError.lost(reason: stop(isEnding: true))
    } catch is PipeSilent {
      stop()
      throw WitnessError.silent(for: limit ?? .zero)
    } catch is DecodingError {
      throw WitnessError.misunderstood
    }
  }

  /// Ends the process; gives how it ended by itself, if it `isEnding`.
  @discardableResult private func stop(isEnding: Bool = false) -> String {
    guard let process else { return "" }
    self.process = nil
    register?.leave(process)
    return Self.end(process, isEnding: isEnding)
  }

  /// One that is ending is given a moment to have done so by itself: so many milliseconds.
  private static let moment = 20

  @discardableResult private static func end(_ process: pid_t, isEnding: Bool) -> String {
    var status: Int32 = 0
    for _ in 0..<(isEnding ? moment : 0) {
      guard waitpid(process, &status, WNOHANG) == 0 else { return words(status) }
      usleep(1_000)
    }
    kill(process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return words(status)
  }

  /// What the status of a process that has ended says.
  private static func words(_ status: Int32) -> String {
    let signal = status & 0x7f
    return signal == 0 ? "it ended with \(status >> 8 & 0xff)" : "signal \(signal) ended it"
  }
}
