import Foundation
import PlayheadReplay

/// What the handler needs, at one address from the beginning to the end.
struct TrapPlan {
  /// So many digits has the largest number.
  static let digits = 20

  let path: UnsafeMutablePointer<CChar>
  let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  let variables: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  /// Where in a variable the step goes, and behind it the signal, and whether it is elsewhere.
  let place: UnsafeMutablePointer<CChar>
  let thread: pthread_t
  /// How the terminal was when the program began: a line may be edited when a store traps.
  let modes: UnsafeMutablePointer<termios>?

  init(files: [Int32], _ modes: termios?, _ name: String) {
    self.modes = modes.map { modes in
      let place = UnsafeMutablePointer<termios>.allocate(capacity: 1)
      place.initialize(to: modes)
      return place
    }
    let zeros = String(repeating: "0", count: Self.digits)
    let rest = files.map { "\($0)" }.joined(separator: " ")
    let variable = strdup("\(name)=\(zeros) \(zeros) 0 \(rest)")
    let others = currentVariables()
    (path, place) = (duplicate(programPath()), (variable ?? duplicate("")) + name.utf8.count + 1)
    arguments = table(currentArguments())
    variables = table(others + [variable])
    thread = pthread_self()
  }

  /// Writes a number with leading zeros.
  func write(_ number: UInt64, at offset: Int) {
    var (rest, digit) = (number, Self.digits - 1)
    while digit >= 0 {
      place[offset + digit] = CChar(truncatingIfNeeded: 48 &+ rest % 10)
      rest /= 10
      digit -= 1
    }
  }

  /// Lets go of it all.
  func free() {
    for list in [arguments, variables] {
      var next = list
      while let text = next.pointee {
        release(text)
        next += 1
      }
      list.deallocate()
    }
    release(path)
    modes?.deallocate()
  }
}

// Looked at by the handler alone, while it is caught; set by the one thread that replays.
nonisolated(unsafe) private var plan: UnsafeMutablePointer<TrapPlan>?
/// The handler runs here, as the thread's own stack may be used up.
nonisolated(unsafe) let signalStack = UnsafeMutableRawPointer.allocate(
  byteCount: TrapSuccession.stackSize, alignment: 16)

/// Makes `next` what the handler goes by.
func prepare(_ next: TrapPlan?) {
  plan?.pointee.free()
  plan?.deinitialize(count: 1)
  plan?.deallocate()
  plan = nil
  guard let next else { return }
  // Touched once, so that the handler finds it made.
  _ = AppliedStep.number
  let place = UnsafeMutablePointer<TrapPlan>.allocate(capacity: 1)
  place.initialize(to: next)
  plan = place
}

/// Makes the process the next one.
func takeOver(_ signal: Int32) {
  guard let plan = plan?.pointee else { _exit(128 + signal) }
  let isElsewhere = pthread_equal(plan.thread, pthread_self()) == 0
  plan.write(AppliedStep.number, at: 0)
  plan.write(UInt64(UInt32(bitPattern: signal)), at: TrapPlan.digits + 1)
  plan.place[2 * TrapPlan.digits + 2] = isElsewhere ? 49 : 48
  if let modes = plan.modes { tcsetattr(STDIN_FILENO, TCSANOW, modes) }
  var none = sigset_t()
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, nil)
  execve(plan.path, plan.arguments, plan.variables)
  _exit(128 + signal)
}

// MARK: - What is made before

/// What the plan's own `free` hides.
private func release(_ pointer: UnsafeMutablePointer<CChar>) { free(pointer) }

private func duplicate(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = text.utf8CString
  guard let copy = malloc(bytes.count)?.assumingMemoryBound(to: CChar.self) else {
    preconditionFailure("there is no memory for a path")
  }
  for (place, byte) in bytes.enumerated() { copy[place] = byte }
  return copy
}

/// A table of texts as `execve` wants it, with a nil behind them.
func table(
  _ texts: [UnsafeMutablePointer<CChar>?]
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
  let table = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: texts.count + 1)
  let there = texts.compactMap(\.self)
  for (place, text) in there.enumerated() { table[place] = text }
  table[there.count] = nil
  return table
}

/// The arguments of this process, to the byte.
func currentArguments() -> [UnsafeMutablePointer<CChar>?] {
  (0..<Int(CommandLine.argc)).map { CommandLine.unsafeArgv[$0].flatMap { strdup($0) } }
}

private func currentVariables() -> [UnsafeMutablePointer<CChar>?] {
  var variables: [UnsafeMutablePointer<CChar>?] = []
  // An optional on some systems.
  let all: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
  guard var next = all else { return variables }
  while let text = next.pointee {
    variables.append(strdup(text))
    next += 1
  }
  return variables
}

/// The program's own file, whatever it was called as.
private func programPath() -> String {
  #if canImport(Darwin)
    var size: UInt32 = 4_096
    var path = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&path, &size) == 0 else { return CommandLine.arguments[0] }
    return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  #else
    return "/proc/self/exe"
  #endif
}
