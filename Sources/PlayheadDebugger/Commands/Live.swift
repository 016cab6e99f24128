import PlayheadServer
import PlayheadValues

struct LiveCommand: Command {
  let name = "live"
  let summary = "Lists the apps that are running and can be debugged."
  let details = [
    "Debug builds serve themselves with one line, 'recording.serve(App.self)'. Every command that takes a log takes the "
      + "address of such an app instead, and uses the app's own stores; open the address in the browser to put the app into "
      + "an earlier state. '--app ADDRESS' before a command uses the app's stores for another log.",
    "Lists the apps of this user on this machine, also those in simulators. An app on a device prints its address; forward "
      + "its port.",
  ]

  let examples = [
    Example("live", "the running apps and their addresses"),
    Example("live --json", "the same for a program"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let apps = RunningAppFile.all
    for app in apps {
      try console.show(LiveAnswer(app)) {
        try console.print("\(app.app)  \(app.address)  process \(app.process)  \(app.log)")
      }
    }
    if apps.isEmpty, console.form == .text {
      try console.printSentence(
        "no app that serves itself is running; 'record APP -o LOG --live' starts a sample app that does"
      )
    }
    return .good
  }
}

private struct LiveAnswer: Encodable {
  let app: String
  let address: String
  let process: Int32
  let log: String

  init(_ file: RunningAppFile) {
    (app, address, process, log) = (file.app, file.address, file.process, file.log)
  }
}
