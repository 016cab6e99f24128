import Foundation
import PlayheadFlux
import PlayheadTerminal

/// An app whose stores trap if the environment says so, `TRAPPER=armed`, or count in tens, `TRAPPER=mended`.
struct Trapper: TerminalApp {
  static let appName = "trapper"
  static let commandHelp =
    "add N, index N, overflow, fail, mutter, recurse, leave, die, hoard, need N, climb N, brittle, help, cast, pick N"

  let dispatcher: Dispatcher
  private let numbers = Store("numbers", Numbers())

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let variable = ProcessInfo.processInfo.environment["TRAPPER"]
    let (isArmed, unit) = (variable == "armed", variable == "mended" ? 10 : 1)
    numbers
      .on(Add.self) { numbers, add in numbers.all.append(add.number * unit) }
      .on(TakeAt.self) { numbers, take in
        if isArmed { numbers.last = numbers.all[take.index] }
      }
      .on(Grow.self) { numbers, _ in
        if isArmed { numbers.last = Int.max - numbers.all.count + numbers.all.count * 2 }
      }
      .on(Fail.self) { _, _ in
        if isArmed {
          FileHandle.standardError.write(Data("the store's own words\n".utf8))
          fatalError("there is no such number")
        }
      }
      .on(Mutter.self) { _, _ in
        if isArmed { FileHandle.standardError.write(Data("a\u{1B}[2Jb\u{9B}c\n".utf8)) }
      }
      .on(Recurse.self) { numbers, _ in
        if isArmed { numbers.last = depth(of: numbers.all.count) }
      }
    numbers
      .on(Leave.self) { _, _ in
        if isArmed { exit(3) }
      }
      .on(Die.self) { _, _ in
        if isArmed, isFirstDeath { kill(getpid(), SIGKILL) }
      }
      .on(Hoard.self) { numbers, _ in
        if isArmed { numbers.last = hoard() }
      }
      .on(Need.self) { numbers, need in
        if isArmed, numbers.all.count < need.count { exit(3) }
        numbers.last = numbers.all.count
      }
      .on(Climb.self) { numbers, climb in
        if isArmed { numbers.last = height(by: climb.number) }
      }
    numbers.on(Brittle.self) { _, _ in }
    numbers
      .on(Cast.self) { numbers, _ in
        if isArmed {
          // swift-format-ignore: NeverForceUnwrap
          let number = (numbers.all as Any) as! Int
          numbers.last = number
        }
      }
      .on(Pick.self) { numbers, pick in
        guard isArmed else { return }
        if numbers.all.isEmpty {
          numbers.last = numbers.all[pick.index]
        } else {
          numbers.last = numbers.all[numbers.all.count + pick.index]
        }
      }
    numbers.on(Help.self) { _, _ in
      if isArmed {
        startHelper()
        fatalError("a helper runs")
      }
    }
    try dispatcher.register(numbers)
  }

  var view: String { "\(numbers.state.all)" }

  func perform(_ line: String) throws -> String? {
    let words = line.split(separator: " ")
    let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    switch words.first {
    case "add": dispatcher.dispatch(Add(number: number))
    case "index": dispatcher.dispatch(TakeAt(index: number))
    case "overflow": dispatcher.dispatch(Grow())
    case "fail": dispatcher.dispatch(Fail())
    case "mutter": dispatcher.dispatch(Mutter())
    case "leave": dispatcher.dispatch(Leave())
    case "die": dispatcher.dispatch(Die())
    case "hoard": dispatcher.dispatch(Hoard())
    case "help": dispatcher.dispatch(Help())
    case "need": dispatcher.dispatch(Need(count: number))
    case "climb": dispatcher.dispatch(Climb(number: number))
    case "brittle": dispatcher.dispatch(Brittle())
    case "cast": dispatcher.dispatch(Cast())
    case "pick": dispatcher.dispatch(Pick(index: number))
    case "recurse": dispatcher.dispatch(Recurse())
    default: return Self.commandHelp
    }
    return nil
  }
}

/// Never comes to an end.
private func depth(of number: Int) -> Int {
  number < 0 ? 0 : depth(of: number &+ 1) &+ depth(of: number &+ 2) &+ 1
}

/// Starts a program that runs longer than its parent.
private func startHelper() {
  var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("30"), nil]
  var process: pid_t = 0
  posix_spawn(&process, "/bin/sleep", nil, nil, &words, nil)
}

/// Whether the process is to die: each time, or once if the environment names a file that is not there yet.
private var isFirstDeath: Bool {
  guard let mark = ProcessInfo.processInfo.environment["TRAPPER_KILLED"] else { return true }
  let file = open(mark, O_WRONLY | O_CREAT | O_EXCL, 0o600)
  return file >= 0 && close(file) == 0
}

/// Takes memory for ever.
private func hoard() -> Int {
  var all: [UnsafeMutableRawPointer] = []
  while all.count >= 0 { all.append(.allocate(byteCount: 1 << 26, alignment: 64)) }
  return all.count
}

/// The first number from 100 up that is reached so; never, by steps of nothing. Then the process leaves its number
/// in the file that the environment names.
private func height(by step: Int) -> Int {
  if step <= 0, let mark = ProcessInfo.processInfo.environment["TRAPPER_MARK"] {
    try? Data("\(getpid())".utf8).write(to: URL(fileURLWithPath: mark), options: .atomic)
  }
  var height = 0
  while height < 100 {
    height += step
    usleep(1_000)
  }
  return height
}

struct Numbers: Codable, Sendable {
  var all: [Int] = []
  var last: Int?
}

struct Add: Action {
  static let actionName = "Add"
  var number: Int
}

struct TakeAt: Action {
  static let actionName = "TakeAt"
  var index: Int
}

struct Need: Action {
  static let actionName = "Need"
  var count: Int
}

struct Climb: Action {
  static let actionName = "Climb"
  var number: Int
}

/// Traps where it is decoded.
struct Brittle: Action {
  static let actionName = "Brittle"
  var number = 0

  init() {}

  init(from decoder: any Decoder) throws {
    if ProcessInfo.processInfo.environment["TRAPPER"] == "armed" {
      fatalError("it cannot be read")
    }
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

struct Grow: Action { static let actionName = "Grow" }
struct Fail: Action { static let actionName = "Fail" }
struct Mutter: Action { static let actionName = "Mutter" }
struct Recurse: Action { static let actionName = "Recurse" }
struct Leave: Action { static let actionName = "Leave" }
struct Die: Action { static let actionName = "Die" }
struct Hoard: Action { static let actionName = "Hoard" }
struct Cast: Action { static let actionName = "Cast" }

/// Takes a number that is not there, in one of two places of the code.
struct Pick: Action {
  static let actionName = "Pick"
  var index: Int
}

/// To start a helper, and to trap while it runs.
struct Help: Action { static let actionName = "Help" }
